import { literally } from '../model/literally.ts';

/**
 * Secrets are searched as they may be written, one level deep: plain, with escapes, in Base64, in hexadecimal. Each way
 * is a list of units, of which the first 60 percent are a regular expression. Ways that a text has no sign of are left
 * out. The cost is linear in the length of the text (bench/secrets.mjs), whatever is encoded in it.
 */

/** One way to write a secret. */
export interface Needle {
  /** How each of its characters is written, in their order: sources of regular expressions. */
  readonly units: readonly string[];
  /** Units at its beginning that are enough. */
  readonly enough: number;
  /** A text with it has one of these. */
  readonly signs: readonly string[];
  /** Whether the character before it is partly of the secret. */
  readonly isShared?: true;
}

const enoughPart = 0.6;
const leastPart = 12;

/** What of a secret is masked without the rest: 60 percent, twelve characters at least. */
export function beginningOf(value: string): string {
  return value.slice(0, Math.max(leastPart, Math.ceil(value.length * enoughPart)));
}

function hexOf(code: number, length = 2): string {
  const digits = code.toString(16).padStart(length, '0');
  return digits.replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

const short: Readonly<Record<string, string>> = { '\n': 'n', '\r': 'r', '\t': 't', '\b': 'b', '\f': 'f' };
const named: Readonly<Record<string, string>> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": 'apos',
};

/** A character as it is, or escaped in a URL, in JSON or JavaScript, also inside JSON, or in HTML or XML. */
function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const units = character.split('').map((unit) => `u${hexOf(unit.charCodeAt(0), 4)}`);
  const percent = [...Buffer.from(character)].map((byte) => `%${hexOf(byte)}`).join('');
  const backslash = `\\\\{1,8}(?:${units.join('\\\\{1,8}')}|x${hexOf(code)}|${short[character] ?? literally(character)})`;
  const reference = `&(?:#0*${code}|#[xX]0*${hexOf(code, 1)}${named[character] === undefined ? '' : `|${named[character]}`});?`;
  return `(?:${backslash}|${percent}|${reference}|${literally(character)})`;
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

function plain(value: string, enough: number): Needle {
  const characters = [...value];
  return {
    units: characters.map(literally),
    enough,
    signs: [signOf(characters.slice(0, enough).join(''))],
  };
}

const introducers = ['%', '\\', '&'];

function withEscapes({ units: _, ...needle }: Needle, value: string): Needle {
  return { ...needle, units: [...value].map(escaped), signs: introducers };
}

/** Bits of a byte and of a digit. */
const [byteBits, digitBits] = [8, 6];

/** The digits that bytes alone decide, behind so many others. */
function base64(value: string, enough: string, before: number): readonly Needle[] {
  const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(value)]);
  const first = Math.ceil((before * byteBits) / digitBits);
  const digitsOf = (count: number) => Math.floor(((before + count) * byteBits) / digitBits) - first;
  const isShared = before > 0 ? { isShared: true as const } : {};
  const rest = (bytes.length * byteBits) % digitBits === 0 ? [] : ['[A-Za-z0-9+/_-]', '(?:=|%3[Dd]){1,2}'];
  return (['base64', 'base64url'] as const).flatMap((encoding) => {
    const digits = bytes.toString(encoding).slice(first, first + digitsOf(bytes.length - before));
    const needle = { ...plain(digits, digitsOf(Buffer.byteLength(enough))), ...isShared };
    const all = /[+/]/.test(digits) ? [needle, withEscapes(needle, digits)] : [needle];
    return all.map((one) => ({ ...one, units: [...one.units, ...rest] }));
  });
}

/** Two digits for each byte, all of them in one case. */
function hexadecimal(bytes: Buffer, enough: number): readonly Needle[] {
  const digits = bytes.toString('hex');
  return [digits, digits.toUpperCase()].map((spelling) => plain(spelling, 2 * enough));
}

/**
 * The ways to write a secret that a service or a library uses, each alone.
 * @param isWhole whether its beginning alone says nothing
 */
export function needlesOf(value: string, isWhole: boolean): readonly Needle[] {
  const beginning = isWhole ? value : beginningOf(value);
  const bytes = Buffer.from(value);
  const [least, enough] = [[...beginning].length, Buffer.byteLength(beginning)];
  const asBytes = bytes.toString('latin1');
  const spellings = new Set([value, value.toLowerCase(), value.toUpperCase(), value.replaceAll(' ', '+')]);
  const all = [
    ...[...spellings].map((spelling) => plain(spelling, least)),
    ...[...spellings].map((spelling) => withEscapes(plain(spelling, least), spelling)),
    ...(asBytes === value ? [] : [plain(asBytes, enough)]),
    ...[0, 1, 2].flatMap((before) => base64(value, beginning, before)),
    ...hexadecimal(bytes, enough),
  ];
  return [...new Map(all.map((needle) => [needle.units.join('\n'), needle])).values()];
}
