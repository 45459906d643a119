import type { Range } from './escapes.ts';
import { pointerToken } from './json.ts';
import { limits } from './limits.ts';

/** A key or a scalar of a JSON text; the range of a string includes its quotes. */
export interface Literal extends Range {
  readonly kind: 'key' | 'string' | 'bare';
  /** Decoded: the key itself, or that of the member whose value this is; null for array elements and the root. */
  readonly key: string | null;
  /**
   * JSON Pointer (RFC 6901) of the value, or of the member that a key begins; good only during the visit. Empty
   * when it is longer than `limits.pointerLength`.
   * @param rename is applied to each key
   */
  readonly pointer: (rename: (key: string) => string) => string;
}

/** Position in an object or array that is open. */
type Frame = { readonly kind: 'object'; key: string } | { readonly kind: 'array'; index: number };

function pointerOf(frames: readonly Frame[], rename: (key: string) => string): string {
  const tokens: string[] = [];
  let length = 0;
  for (const frame of frames) {
    length += 1 + (frame.kind === 'object' ? frame.key.length : String(frame.index).length);
    if (length > limits.pointerLength) return '';
    tokens.push(`/${frame.kind === 'object' ? pointerToken(rename(frame.key)) : frame.index}`);
  }
  return tokens.join('');
}

function closingOf({ kind }: Frame): string {
  return kind === 'object' ? '}' : ']';
}

const whiteSpace = /[ \t\n\r]*/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: RFC 8259 section 7 forbids them unescaped in strings
const plainCharacters = /[^"\\\u0000-\u001f]*/y;
const escapeSequences = /(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))?/y;
const scalar = /(?:true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)?/y;

class NoJson extends Error {
  override readonly name = 'NoJson';
}

/** Reads JSON without keeping it, and without recursion: memory stays the same however much comes. */
class Scanner {
  private readonly text: string;
  private readonly visit: (literal: Literal) => void;
  private readonly frames: Frame[] = [];
  private readonly pointer: Literal['pointer'] = (rename) => pointerOf(this.frames, rename);
  private at = 0;

  constructor(text: string, visit: (literal: Literal) => void) {
    this.text = text;
    this.visit = visit;
  }

  private skip(pattern: RegExp): number {
    pattern.lastIndex = this.at;
    pattern.test(this.text);
    const length = pattern.lastIndex - this.at;
    this.at = pattern.lastIndex;
    return length;
  }

  /** The next character that is no white space; it is not taken. */
  private next(): string {
    this.skip(whiteSpace);
    return this.text[this.at] ?? '';
  }

  private take(character: string): boolean {
    if (this.next() !== character) return false;
    this.at += 1;
    return true;
  }

  private expect(character: string): void {
    if (!this.take(character)) throw new NoJson();
  }

  private string(): Range {
    this.next();
    const start = this.at;
    this.expect('"');
    do this.skip(plainCharacters);
    while (this.skip(escapeSequences) > 0);
    if (this.text[this.at] !== '"') throw new NoJson();
    this.at += 1;
    return { start, end: this.at };
  }

  /** The key that an object goes on with, up to its colon; an array has none. */
  private key(frame: Frame): void {
    if (frame.kind === 'array') return;
    const range = this.string();
    frame.key = JSON.parse(this.text.slice(range.start, range.end)) as string;
    this.visit({ ...range, kind: 'key', key: frame.key, pointer: this.pointer });
    this.expect(':');
  }

  private scalar(): void {
    const isString = this.next() === '"';
    const start = this.at;
    if (isString) this.string();
    else if (this.skip(scalar) === 0) throw new NoJson();
    const frame = this.frames.at(-1);
    const key = frame?.kind === 'object' ? frame.key : null;
    this.visit({ start, end: this.at, kind: isString ? 'string' : 'bare', key, pointer: this.pointer });
  }

  /** The object or array that begins here, if one does. */
  private open(): Frame | null {
    const opening = this.next();
    if (opening !== '{' && opening !== '[') return null;
    if (this.frames.length >= limits.depth) throw new NoJson();
    this.at += 1;
    const frame: Frame = opening === '{' ? { kind: 'object', key: '' } : { kind: 'array', index: 0 };
    this.frames.push(frame);
    return frame;
  }

  /** Up to the first scalar, or to an object or array that is empty. */
  private value(): void {
    for (let frame = this.open(); frame !== null; frame = this.open()) {
      if (this.next() === closingOf(frame)) return;
      this.key(frame);
    }
    this.scalar();
  }

  /** After a value: closes what ends here, or goes on to the next value. False when the whole text has ended. */
  private goOn(): boolean {
    for (let frame = this.frames.at(-1); frame !== undefined; frame = this.frames.at(-1)) {
      if (this.take(',')) {
        if (frame.kind === 'array') frame.index += 1;
        this.key(frame);
        return true;
      }
      this.expect(closingOf(frame));
      this.frames.pop();
    }
    return false;
  }

  scan(): void {
    do this.value();
    while (this.goOn());
    if (this.next() !== '') throw new NoJson();
  }
}

/**
 * Visits keys and scalars in the order of the text; keys that stand twice are visited twice. Linear in the length of
 * the text.
 * @returns false for a text that is no JSON or nested deeper than `limits.depth`; what was visited is then void
 */
export function visitLiterals(text: string, visit: (literal: Literal) => void): boolean {
  try {
    new Scanner(text, visit).scan();
    return true;
  } catch (error) {
    if (error instanceof NoJson) return false;
    throw error;
  }
}
