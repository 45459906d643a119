import { limits } from '../model/limits.ts';
import { ExactNumber } from './decimal.ts';

/** Texts up to this length hold no more values than are read: each takes two characters with what is around it. */
const longest = 2 * limits.values - 1;
/** Digits of an integer that JavaScript holds exactly and writes as they are. */
const exactDigits = 15;

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/**
 * Keys of a value and of all in it; not a number where one of them may be an index, which JavaScript puts first, and where
 * it is deeper than what is read.
 */
function keysIn(value: unknown, depth = 0): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (depth === limits.depth) return Number.NaN;
  let keys = 0;
  if (Array.isArray(value)) {
    for (const item of value) keys += keysIn(item, depth + 1);
    return keys;
  }
  const members = value as Readonly<Record<string, unknown>>;
  for (const key in members) {
    if (isDigit(key.charCodeAt(0))) return Number.NaN;
    keys += 1 + keysIn(members[key], depth + 1);
  }
  return keys;
}

const numberCharacters = /[-+.0-9eE]*/y;

/** The end of a number in a JSON text; not a number where it is not written as JavaScript writes it. */
function endOfNumber(text: string, start: number): number {
  let end = start;
  while (isDigit(text.charCodeAt(end))) end += 1;
  const next = text.charCodeAt(end);
  const isWhole = next !== 0x2e && next !== 0x65 && next !== 0x45;
  if (isWhole && end > start && end - start <= exactDigits) return end;
  numberCharacters.lastIndex = start;
  numberCharacters.test(text);
  end = numberCharacters.lastIndex;
  return JSON.stringify(Number(text.slice(start, end))) === text.slice(start, end) ? end : Number.NaN;
}

/** The escapes that JavaScript writes, but for those of half a character. */
const plainEscape = /\\(?:["\\bfnrt]|u00(?:0[0-7bef]|1[0-9a-f]))/y;

/** The last quote of a string in a JSON text; not a number where an escape in it is not one that JavaScript writes. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; ; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return at;
    if (code !== 0x5c) continue;
    plainEscape.lastIndex = at;
    if (!plainEscape.test(text)) return Number.NaN;
    at = plainEscape.lastIndex - 1;
  }
}

/** Keys in a JSON text; not a number where a number or an escape is not written as JavaScript writes it. */
function keysWritten(text: string): number {
  const hasEscapes = text.includes('\\');
  let keys = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) at = hasEscapes ? endOfString(text, at) : text.indexOf('"', at + 1);
    else if (code === 0x3a) keys += 1;
    else if (code === 0x2d || isDigit(code)) at = endOfNumber(text, at) - 1;
    if (Number.isNaN(at)) return at;
  }
  return keys;
}

/**
 * The value of a JSON text as JSON.parse gives it, where that is known to lose nothing: each key is once in its object and
 * in the order of the text, and each scalar is written as JSON.stringify writes it. Undefined for all other texts, and
 * for those that may be deeper or larger than what is read. With it, how many keys are in it, at any depth.
 */
export function plainJson(text: string): { readonly value: unknown; readonly keys: number } | undefined {
  if (text.length > longest || !text.isWellFormed()) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    const keys = keysIn(value);
    return keysWritten(text) === keys ? { value, keys } : undefined;
  } catch {
    return undefined;
  }
}

/** A JSON object, and no array. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber)
  );
}

/** A member that an object has itself. */
export function memberOf(value: unknown, name: string): unknown {
  if (!isPlainObject(value)) return undefined;
  const found = value[name];
  return found === undefined || Object.hasOwn(value, name) ? found : undefined;
}

/** The JSON text of a value, without white space. */
export function written(value: unknown): string {
  if (value instanceof ExactNumber) return value.text;
  if (Array.isArray(value)) return `[${value.map(written).join(',')}]`;
  if (!isPlainObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}:${written(member)}`);
  return `{${members.join(',')}}`;
}
