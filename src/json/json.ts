/**
 * Reads JSON text (RFC 8259) strictly and keeps what JSON.parse drops: the text of numbers, keys that occur twice,
 * and where each value is in the text. A test checks that it accepts exactly what JSON.parse accepts.
 */
import type { JsonType, Span } from '../model/json.ts';
import { limits } from '../model/limits.ts';
import { numberOf } from './decimal.ts';
import { pointerToken } from './place.ts';
import { typeOf } from './types.ts';

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

/** A key, a scalar, a bracket, a comma or a colon of a JSON text. */
export interface JsonToken extends Span {
  readonly type: 'key' | 'punctuation' | JsonType;
  /** Of a key and a colon that of the member; of a bracket and a comma that of the object or array. */
  readonly pointer: string;
}

/** Gets every token in the order of the text. */
type Visit = (token: JsonToken) => void;

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

const allJson: JsonLimits = { depth: 256, values: Number.POSITIVE_INFINITY };

/** What a JSON text says. */
interface ParsedJson {
  /** Numbers that JavaScript writes in another way are kept as they are written; of a key that occurs twice, the last value. */
  readonly value: unknown;
  /** JSON Pointers of keys that occur more than once in their object. Read only a few: each may be long. */
  readonly duplicateKeys: readonly string[];
}

/**
 * Reads a whole text. Where it is visited, objects and arrays are not kept.
 * @throws JsonSyntaxError, JsonTooComplexError
 */
function readWhole(text: string, most: JsonLimits, visit: Visit | null): ParsedJson {
  const duplicateKeys: string[] = [];
  let at = 0;
  let values = 0;

  function fail(problem: string): never {
    throw new JsonSyntaxError(problem, at);
  }

  /** @returns whether there was anything to skip */
  function skip(pattern: RegExp): boolean {
    const before = at;
    pattern.lastIndex = before;
    if (pattern.test(text)) at = pattern.lastIndex;
    return at > before;
  }

  function skipSpace(): void {
    if (text.charCodeAt(at) <= 0x20) skip(whiteSpace);
  }

  function take(character: string, pointer: string): boolean {
    skipSpace();
    if (text[at] !== character) return false;
    at += 1;
    visit?.({ type: 'punctuation', start: at - 1, end: at, pointer });
    return true;
  }

  function valueAt(pointer: string, depth: number): unknown {
    values += 1;
    if (values > most.values)
      throw new JsonTooComplexError('large', `it holds more than ${most.values} JSON values`);
    skipSpace();
    const first = text[at];
    if (first !== '{' && first !== '[') {
      const start = at;
      const scalar = scalarAt(first);
      visit?.({ type: typeOf(scalar), start, end: at, pointer });
      return scalar;
    }
    if (depth >= most.depth)
      throw new JsonTooComplexError('deep', `it is nested deeper than ${most.depth} levels`);
    take(first, pointer);
    return first === '{' ? objectAt(pointer, depth + 1) : arrayAt(pointer, depth + 1);
  }

  function scalarAt(first: string | undefined): unknown {
    if (first === '"') return string();
    if (first === 't' && word('true')) return true;
    if (first === 'f' && word('false')) return false;
    if (first === 'n' && word('null')) return null;
    const start = at;
    if (!skip(number))
      fail(at === text.length ? 'the text ends too early' : problemAt(text, at, 'no JSON value'));
    return numberOf(text.slice(start, at));
  }

  function word(word: string): boolean {
    if (!text.startsWith(word, at)) return false;
    at += word.length;
    return true;
  }

  function string(): string {
    const start = at;
    let isPlain = true;
    at += 1;
    skip(plainCharacters);
    while (text.charCodeAt(at) !== quote) {
      isPlain = false;
      if (!skip(escapeSequence))
        fail(at === text.length ? 'a string is not closed' : 'a character that a string may not hold');
      skip(plainCharacters);
    }
    at += 1;
    return isPlain ? text.slice(start + 1, at - 1) : (JSON.parse(text.slice(start, at)) as string);
  }

  function objectAt(pointer: string, depth: number): unknown {
    const members = new Map<string, unknown>();
    each('}', pointer, ['an object is not closed', 'a member'], () => {
      skipSpace();
      const start = at;
      if (text[at] !== '"') fail(problemAt(text, at, 'no key where an object needs one'));
      const key = string();
      const place = `${pointer}/${pointerToken(key)}`;
      visit?.({ type: 'key', pointer: place, start, end: at });
      if (!take(':', place)) fail('no colon after a key');
      if (members.has(key)) duplicateKeys.push(place);
      const value = valueAt(place, depth);
      if (visit === null) members.set(key, value);
    });
    return Object.fromEntries(members);
  }

  function arrayAt(pointer: string, depth: number): unknown {
    const items: unknown[] = [];
    each(']', pointer, ['an array is not closed', 'an element'], (index) => {
      const item = valueAt(`${pointer}/${index}`, depth);
      if (visit === null) items.push(item);
    });
    return items;
  }

  /** Reads what is between brackets, up to the closing one. */
  function each(
    closing: '}' | ']',
    pointer: string,
    [notClosed, what]: readonly [notClosed: string, what: string],
    one: (index: number) => void,
  ): void {
    if (take(closing, pointer)) return;
    let index = 0;
    do {
      one(index);
      index += 1;
    } while (take(',', pointer));
    if (take(closing, pointer)) return;
    fail(at === text.length ? notClosed : problemAt(text, at, `no comma or ${closing} after ${what}`));
  }

  const value = valueAt('', 0);
  skipSpace();
  if (at < text.length) fail('text after the end of the JSON value');
  return { value, duplicateKeys };
}

/**
 * Visits all tokens, also those of keys that occur twice, and keeps nothing.
 * @returns false for a text that is no JSON or nested deeper than 256 levels; what comes before that was visited
 */
export function visitJson(text: string, visit: Visit): boolean {
  try {
    readWhole(text, allJson, visit);
    return true;
  } catch (error) {
    if (error instanceof JsonSyntaxError || error instanceof JsonTooComplexError) return false;
    throw error;
  }
}

/**
 * Where each value is in a JSON text, by its pointer; of a key that occurs twice, the last one. Pointers that are longer than
 * any that is kept are left out: to look one up takes as long as it is, and there may be many.
 */
export function spansOf(text: string): ReadonlyMap<string, Span> {
  const spans = new Map<string, Span>();
  visitJson(text, ({ type, pointer, start, end }) => {
    if (pointer.length > limits.pointerLength) return;
    const character = text.charAt(start);
    const opening = '}]'.includes(character) ? spans.get(pointer) : undefined;
    const isValue = type === 'punctuation' ? '{[}]'.includes(character) : type !== 'key';
    if (isValue) spans.set(pointer, { start: opening?.start ?? start, end });
  });
  return spans;
}

/**
 * By default up to 256 levels and any number of values.
 * @throws JsonSyntaxError for a text that is no JSON, JsonTooComplexError for one above the limits
 */
export function parseJson(text: string, most: Partial<JsonLimits> = {}): ParsedJson {
  return readWhole(text, { ...allJson, ...most }, null);
}
