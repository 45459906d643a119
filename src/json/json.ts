/**
 * Reads JSON text (RFC 8259) strictly and keeps what JSON.parse drops: the text of numbers, keys that occur twice,
 * and where each value is in the text. A test checks that it accepts exactly what JSON.parse accepts.
 */
import type { JsonDocument, JsonNode, Span } from '../model/json.ts';
import { pointerToken } from './place.ts';

export type { JsonDocument, JsonNode } from '../model/json.ts';

export class JsonSyntaxError extends Error {
  override readonly name = 'JsonSyntaxError';
  readonly problem: string;
  /** Into the text, in UTF-16 code units. */
  readonly offset: number;

  constructor(problem: string, offset: number) {
    super(`${problem} at offset ${offset}`);
    this.problem = problem;
    this.offset = offset;
  }
}

/** The text is too deep or too large to be read. */
export class JsonTooComplexError extends Error {
  override readonly name = 'JsonTooComplexError';
  readonly excess: 'deep' | 'large';

  constructor(excess: 'deep' | 'large', message: string) {
    super(message);
    this.excess = excess;
  }
}

const whiteSpace = /[ \t\n\r]*/y;
const number = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
/** RFC 8259 section 7 forbids control characters that are not escaped. */
const plainCharacters = /[ !#-[\]-\uffff]*/y;
const escapeSequence = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

const quote = 0x22;

export interface JsonLimits {
  /** Objects and arrays inside one another. */
  readonly depth: number;
  /** Objects, arrays and scalars together. */
  readonly values: number;
}

/** A key or a scalar of a JSON text. */
export interface JsonLiteral extends Span {
  readonly type: 'key' | Exclude<JsonNode['type'], 'object' | 'array'>;
  /** The key itself, or that of the member whose value this is; null for elements of an array and the root. */
  readonly key: string | null;
  /** JSON Pointer of the value, or of the member that a key begins. */
  readonly pointer: string;
}

/** A bracket, a comma or a colon; its pointer is that of the object or array, a colon's that of the member. */
export interface JsonPunctuation extends Span {
  readonly pointer: string;
}

export type Visit = (literal: JsonLiteral) => void;
export type VisitPunctuation = (punctuation: JsonPunctuation) => void;

/** What services write in place of a value or a key. Of a word that is none of these nothing is repeated: it may be secret. */
const mistaken: readonly (readonly [pattern: RegExp, words: string])[] = [
  [/(?<=,[ \t\n\r]*)[}\]]/y, 'a comma before $'],
  [/'/y, 'a single quote'],
  [/\/[/*]/y, 'a comment'],
  [/-?(?:NaN|Infinity)\b|undefined\b|None\b|True\b|False\b/y, '$'],
];

/** Continues "the body is not JSON: "; the usual words for what nobody writes. */
function problemAt(text: string, at: number, usual: string): string {
  for (const [pattern, words] of mistaken) {
    pattern.lastIndex = at;
    const [found] = pattern.exec(text) ?? [];
    if (found !== undefined) return words.replace('$', found);
  }
  return usual;
}

export class JsonReader {
  readonly text: string;
  private readonly most: JsonLimits;
  /** Gets every key and scalar; with it, objects and arrays are not kept. */
  private readonly visit: Visit | null;
  private readonly visitPunctuation: VisitPunctuation | undefined;
  private at = 0;
  private values = 0;
  readonly duplicateKeys: string[] = [];

  constructor(
    text: string,
    most: JsonLimits,
    visit: Visit | null = null,
    visitPunctuation?: VisitPunctuation,
  ) {
    this.text = text;
    this.most = most;
    this.visit = visit;
    this.visitPunctuation = visitPunctuation;
  }

  document(): JsonNode {
    const root = this.value('', 0, null);
    this.skip(whiteSpace);
    if (this.at < this.text.length) this.fail('text after the end of the JSON value');
    return root;
  }

  private get isAtEnd(): boolean {
    return this.at === this.text.length;
  }

  private fail(problem: string): never {
    throw new JsonSyntaxError(problem, this.at);
  }

  /** @returns whether there was anything to skip */
  private skip(pattern: RegExp): boolean {
    const before = this.at;
    pattern.lastIndex = before;
    if (pattern.test(this.text)) this.at = pattern.lastIndex;
    return this.at > before;
  }

  private skipSpace(): void {
    if (this.text.charCodeAt(this.at) <= 0x20) this.skip(whiteSpace);
  }

  private take(character: string, pointer: string): boolean {
    if (this.text[this.at] !== character) this.skipSpace();
    if (this.text[this.at] !== character) return false;
    this.at += 1;
    this.visitPunctuation?.({ start: this.at - 1, end: this.at, pointer });
    return true;
  }

  private value(pointer: string, depth: number, key: string | null): JsonNode {
    const node = this.node(pointer, depth);
    const { type, start, end } = node;
    if (type !== 'object' && type !== 'array') this.visit?.({ type, start, end, key, pointer });
    return node;
  }

  private node(pointer: string, depth: number): JsonNode {
    this.skipSpace();
    const start = this.at;
    const first = this.text[start];
    this.values += 1;
    if (this.values > this.most.values)
      throw new JsonTooComplexError('large', `it holds more than ${this.most.values} JSON values`);
    if (first === '{' || first === '[') {
      if (depth >= this.most.depth)
        throw new JsonTooComplexError('deep', `it is nested deeper than ${this.most.depth} levels`);
      this.take(first, pointer);
      return first === '{' ? this.object(start, pointer, depth) : this.array(start, pointer, depth);
    }
    if (first === '"') return { type: 'string', value: this.string(), start, end: this.at };
    if (first === 't' && this.word('true')) return { type: 'boolean', value: true, start, end: this.at };
    if (first === 'f' && this.word('false')) return { type: 'boolean', value: false, start, end: this.at };
    if (first === 'n' && this.word('null')) return { type: 'null', start, end: this.at };
    return this.number(start);
  }

  private word(word: string): boolean {
    if (!this.text.startsWith(word, this.at)) return false;
    this.at += word.length;
    return true;
  }

  private number(start: number): JsonNode {
    if (!this.skip(number))
      this.fail(this.isAtEnd ? 'the text ends too early' : problemAt(this.text, start, 'no JSON value'));
    return { type: 'number', text: this.text.slice(start, this.at), start, end: this.at };
  }

  private string(): string {
    const start = this.at;
    let isPlain = true;
    this.at += 1;
    this.skip(plainCharacters);
    while (this.text.charCodeAt(this.at) !== quote) {
      isPlain = false;
      if (!this.skip(escapeSequence))
        this.fail(this.isAtEnd ? 'a string is not closed' : 'a character that a string may not hold');
      this.skip(plainCharacters);
    }
    this.at += 1;
    return isPlain
      ? this.text.slice(start + 1, this.at - 1)
      : (JSON.parse(this.text.slice(start, this.at)) as string);
  }

  private object(start: number, pointer: string, depth: number): JsonNode {
    const members = new Map<string, JsonNode>();
    this.each('}', pointer, 'an object is not closed', 'a member', () => {
      this.skipSpace();
      const keyStart = this.at;
      if (this.text[keyStart] !== '"')
        this.fail(problemAt(this.text, keyStart, 'no key where an object needs one'));
      const key = this.string();
      const at = `${pointer}/${pointerToken(key)}`;
      this.visit?.({ type: 'key', key, pointer: at, start: keyStart, end: this.at });
      if (!this.take(':', at)) this.fail('no colon after a key');
      if (members.has(key)) this.duplicateKeys.push(at);
      const value = this.value(at, depth + 1, key);
      if (this.visit === null) members.set(key, value);
    });
    return { type: 'object', members, start, end: this.at };
  }

  private array(start: number, pointer: string, depth: number): JsonNode {
    const items: JsonNode[] = [];
    this.each(']', pointer, 'an array is not closed', 'an element', (index) => {
      const item = this.value(`${pointer}/${index}`, depth + 1, null);
      if (this.visit === null) items.push(item);
    });
    return { type: 'array', items, start, end: this.at };
  }

  /** Reads what is between brackets, up to the closing one. */
  private each(
    closing: '}' | ']',
    pointer: string,
    notClosed: string,
    what: string,
    one: (index: number) => void,
  ): void {
    if (this.take(closing, pointer)) return;
    let index = 0;
    do {
      one(index);
      index += 1;
    } while (this.take(',', pointer));
    if (this.take(closing, pointer)) return;
    this.fail(
      this.isAtEnd ? notClosed : problemAt(this.text, this.at, `no comma or ${closing} after ${what}`),
    );
  }
}

const allJson: JsonLimits = { depth: 256, values: Number.POSITIVE_INFINITY };

/**
 * Visits keys and scalars in the order of the text, also those of keys that occur twice, and keeps nothing.
 * @param visitPunctuation gets what is between them, in the same order
 * @returns false for a text that is no JSON or nested deeper than 256 levels; what comes before that was visited
 */
export function visitJson(text: string, visit: Visit, visitPunctuation?: VisitPunctuation): boolean {
  try {
    new JsonReader(text, allJson, visit, visitPunctuation).document();
    return true;
  } catch (error) {
    if (error instanceof JsonSyntaxError || error instanceof JsonTooComplexError) return false;
    throw error;
  }
}

/**
 * By default up to 256 levels and any number of values.
 * @throws JsonSyntaxError for a text that is no JSON, JsonTooComplexError for one above the limits
 */
export function parseJson(
  text: string,
  { depth = allJson.depth, values = allJson.values }: Partial<JsonLimits> = {},
): JsonDocument {
  const reader = new JsonReader(text, { depth, values });
  const root = reader.document();
  return { text, root, duplicateKeys: reader.duplicateKeys };
}
