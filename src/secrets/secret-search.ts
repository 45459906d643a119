import type { Span } from '../model/json.ts';
import { limits } from '../model/limits.ts';
import { literally } from '../model/literally.ts';

/**
 * Secrets are searched as they may be written, one level deep: plain, with escapes, in Base64, in hexadecimal. Ways that
 * a text has no sign of are left out. The cost is linear in the length of the text, whatever is encoded in it.
 */

/** Name of the secret that no setting, response or word of ours makes harmless. */
export const accessToken = 'access token';

/** A value that nothing that is written may hold. */
export interface Secret {
  /** What it is, as a marker shows it: `access token`, `header X-Gateway-Key`. */
  readonly name: string;
  readonly value: string;
  /**
   * Whether honest outputs show it anyway, as a header's value does that repeats an identifier or is a word of the
   * document: it is not searched for. Never so for the access token.
   */
  readonly isShown?: boolean;
  /** Whether honest outputs show its beginning, as that of a URL: it is searched for as a whole alone. */
  readonly isWhole?: boolean;
}

export interface Hit extends Span {
  /** Name of the secret. */
  readonly name: string;
}

/** Finds secrets; hits are in order and do not overlap. */
export type Search = (text: string) => readonly Hit[];

/** One way to write a secret. */
interface Way {
  /** How each of its characters is written, in their order: sources of regular expressions. */
  readonly units: readonly string[];
  /** Units at its beginning that are enough. */
  readonly enough: number;
  /** A text with it has one of these. */
  readonly signs: readonly string[];
  /** Whether the character before it is partly of the secret. */
  readonly isShared?: boolean;
}

const enoughPart = 0.6;
const leastPart = 12;

/** What of a secret is masked without the rest: 60 percent, twelve characters at least. */
export function beginningOf(value: string): string {
  return value.slice(0, Math.max(leastPart, Math.ceil(value.length * enoughPart)));
}

/** Characters, those that JSON with identifiers in it has least first. */
const leastFirst = 'WZKQJXVHGYMBPLUOkzqjxwvFSDRCTNIAEyhgpmublfrcnsotdaei';
/** V8 finds so many characters of which the first is rare in an eighth of the time of more, or of others. */
const signLength = 6;

/** A part of a text. */
function signOf(text: string): string {
  const begins = text.slice(0, Math.max(1, text.length - signLength + 1));
  const rare = [...leastFirst].find((character) => begins.includes(character)) ?? '';
  return text.slice(begins.indexOf(rare)).slice(0, signLength);
}

function plain(value: string, enough: number): Way {
  const characters = [...value];
  const sign = signOf(characters.slice(0, enough).join(''));
  return { units: characters.map(literally), enough, signs: [sign] };
}

function hexOf(code: number, length = 2): string {
  const digits = code.toString(16).padStart(length, '0');
  return digits.replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

const short: Readonly<Record<string, string>> = { '\n': 'n', '\r': 'r', '\t': 't', '\b': 'b', '\f': 'f' };

/** A character as it is, or escaped in a URL, in JSON or JavaScript, also inside JSON, or in HTML or XML. */
function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const units = character.split('').map((unit) => `u${hexOf(unit.charCodeAt(0), 4)}`);
  const percent = [...Buffer.from(character)].map((byte) => `%${hexOf(byte)}`).join('');
  const backslash = `\\\\{1,8}(?:${units.join('\\\\{1,8}')}|x${hexOf(code)}|${short[character] ?? literally(character)})`;
  const reference = `&#(?:0*${code}|[xX]0*${hexOf(code, 1)});?`;
  return `(?:${backslash}|${percent}|${reference}|${literally(character)})`;
}

/** Bits of a byte and of a digit. */
const [byteBits, digitBits] = [8, 6];

/** The digits that bytes alone decide, behind so many others. */
function base64(value: string, enough: number, before: number): readonly Way[] {
  const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(value)]);
  const first = Math.ceil((before * byteBits) / digitBits);
  const endOf = (count: number) => Math.floor((count * byteBits) / digitBits);
  const rest = (bytes.length * byteBits) % digitBits === 0 ? [] : ['[A-Za-z0-9+/_-]', '={1,2}'];
  const encoded = new Set([bytes.toString('base64'), bytes.toString('base64url')]);
  return [...encoded].map((digits) => {
    const way = plain(digits.slice(first, endOf(bytes.length)), endOf(before + enough) - first);
    return { ...way, units: [...way.units, ...rest], isShared: before > 0 };
  });
}

/** The ways to write a secret that a service or a library uses, each alone. */
function waysToWrite({ value, isWhole = false }: Secret): readonly Way[] {
  const beginning = isWhole ? value : beginningOf(value);
  const bytes = Buffer.from(value);
  const [least, enough] = [[...beginning].length, Buffer.byteLength(beginning)];
  const [asBytes, digits] = [bytes.toString('latin1'), bytes.toString('hex')];
  return [
    plain(value, least),
    { units: [...value].map(escaped), enough: least, signs: ['%', '\\', '&#'] },
    ...(asBytes === value ? [] : [plain(asBytes, enough)]),
    ...[0, 1, 2].flatMap((before) => base64(value, enough, before)),
    ...[digits, digits.toUpperCase()].map((spelling) => plain(spelling, 2 * enough)),
  ];
}

/** Finds the ranges of a text that are written in one way, or enough of it. */
function finderOf({ units, enough, isShared }: Way): (text: string) => readonly Span[] {
  const beginning = new RegExp(units.slice(0, enough).join(''), 'g');
  let rest: readonly RegExp[] | undefined;
  const endOf = (text: string, from: number): number => {
    let end = from;
    rest ??= units.slice(enough).map((unit) => new RegExp(unit, 'y'));
    for (const next of rest) {
      next.lastIndex = end;
      if (!next.test(text)) return end;
      end = next.lastIndex;
    }
    return end;
  };
  return (text) =>
    Array.from(text.matchAll(beginning), ({ index, 0: { length } }) => {
      const isBefore = isShared === true && /[\w+/-]/.test(text[index - 1] ?? '');
      return { start: isBefore ? index - 1 : index, end: endOf(text, index + length) };
    });
}

/** Every text that is judged comes by here: a loop takes half of the time of `some`. */
function hasSign(text: string, signs: readonly string[]): boolean {
  for (let at = 0; at < signs.length; at += 1) if (text.includes(signs[at] as string)) return true;
  return false;
}

/** Sorts hits and merges those that overlap, under the name of the first. */
export function merged(hits: readonly Hit[]): readonly Hit[] {
  if (hits.length < 2) return hits;
  const result: Hit[] = [];
  for (const hit of hits.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = result.at(-1);
    if (last !== undefined && hit.start < last.end) {
      result[result.length - 1] = { ...last, end: Math.max(last.end, hit.end) };
    } else result.push(hit);
  }
  return result;
}

/** Searches each secret as it may be written; time is linear in the length of a text. */
export function createSearch(secrets: readonly Secret[]): Search {
  const ways = secrets
    .filter(({ value, isShown = false }) => !isShown && value.length >= limits.shortestSecret)
    .flatMap((secret) => waysToWrite(secret).map((way) => ({ ...way, ...secret, find: finderOf(way) })));
  return (text) => {
    const hits: Hit[] = [];
    for (const { name, signs, find } of ways)
      if (hasSign(text, signs)) for (const range of find(text)) hits.push({ ...range, name });
    return merged(hits);
  };
}
