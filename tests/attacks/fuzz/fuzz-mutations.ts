import { gzipSync } from 'node:zlib';
import { prototypeNames } from '../../support/boundary-values.ts';

/** Ways in which a file becomes another one than a command wrote, each chosen by a number. */

/** A number from 0 to below `below`; a whole one. */
export type Pick = (below: number) => number;

/** The same seed gives the same numbers (mulberry32). */
export function picking(seed: number): Pick {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % Math.max(1, below);
  };
}

export function oneOf<Item>(list: readonly Item[], pick: Pick): Item {
  return list[pick(list.length)] as Item;
}

/** Bytes that a huge file has at most: more is refused by its size, and every other way of reading has been taken. */
const hugeBytes = 20_000_000;

const hostile: readonly string[] = [
  ...prototypeNames,
  '',
  '\u001b[31m\u001b]0;owned\u0007',
  '\n::error::owned\n##[error]x',
  "'; touch owned #$(touch owned)`touch owned`",
  '</script><script>alert(1)</script>',
  '../../../owned',
  '/etc/passwd',
  '\ud800',
  'x'.repeat(70_000),
  '2025-02-31T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  'http://[::1]:0/%zz?a=b@c',
];

const rawValues: readonly string[] = [
  ...[
    'null',
    'true',
    '[]',
    '{}',
    '0',
    '-0',
    '-1',
    '1.5',
    '1e308',
    '-1e308',
    '1e400',
    '5e-324',
    'NaN',
    '01',
    '""',
  ],
  ...['9007199254740993', '8640000000000001', '4294967296', '253402300800000', '{"__proto__":{"a":1}}'],
  '['.repeat(300) + ']'.repeat(300),
  '{"a":'.repeat(100_000),
  `[${'0,'.repeat(200_000)}0]`,
];

/** Where scalars, keys, brackets and commas are, as far as a quick reading tells. */
const token = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|[[\]{},:]/;

/** Characters within which a token is looked for. */
const farthest = 100_000;

/** Changes the first token from some place on. */
function withToken(text: string, pick: Pick, change: (token: string) => string): string {
  const from = pick(text.length);
  const found = token.exec(text.slice(from, from + farthest));
  if (found === null) return text;
  const index = from + found.index;
  return text.slice(0, index) + change(found[0]) + text.slice(index + found[0].length);
}

type Mutation = (bytes: Buffer, pick: Pick) => Buffer;

function ofText(change: (text: string, pick: Pick) => string): Mutation {
  return (bytes, pick) => Buffer.from(change(bytes.toString('utf8'), pick));
}

function ofLines(change: (lines: string[], pick: Pick) => readonly string[]): Mutation {
  return ofText((text, pick) => change(text.split('\n'), pick).join('\n'));
}

function cutOut(bytes: Buffer, pick: Pick): readonly [Buffer, Buffer, Buffer] {
  const from = pick(bytes.length);
  const to = from + pick(Math.min(bytes.length - from, 2_000));
  return [bytes.subarray(0, from), bytes.subarray(from, to), bytes.subarray(to)];
}

function flipped(bytes: Buffer, pick: Pick): Buffer {
  const copy = Buffer.from(bytes);
  for (let times = 1 + pick(8); times > 0 && copy.length > 0; times -= 1) {
    const at = pick(copy.length);
    copy[at] = (copy[at] ?? 0) ^ (1 << pick(8));
  }
  return copy;
}

function repeated(bytes: Buffer, pick: Pick): Buffer {
  const times = Math.min(2 + pick(2_000), Math.floor(hugeBytes / Math.max(1, bytes.length)));
  return Buffer.concat(Array.from({ length: Math.max(2, times) }, () => bytes));
}

const mutations: readonly (readonly [weight: number, Mutation])[] = [
  [12, ofText((text, pick) => withToken(text, pick, () => oneOf(rawValues, pick)))],
  [8, ofText((text, pick) => withToken(text, pick, () => JSON.stringify(oneOf(hostile, pick))))],
  [4, ofText((text, pick) => withToken(text, pick, () => ''))],
  [4, ofText((text, pick) => withToken(text, pick, (found) => `${found},${found}`))],
  [4, ofText((text, pick) => withToken(text, pick, (found) => found.repeat(2 + pick(3_000))))],
  [3, ofLines((lines, pick) => lines.toSpliced(pick(lines.length), pick(3), oneOf(lines, pick)))],
  [2, ofLines((lines, pick) => lines.map(() => oneOf(lines, pick)))],
  [1, ofLines((lines) => lines.toReversed())],
  [1, ofText((text) => text.replaceAll('\n', '\r\n'))],
  [1, ofText((text) => text.replaceAll('\n', ' '))],
  [4, (bytes, pick) => bytes.subarray(0, pick(bytes.length + 1))],
  [3, (bytes, pick) => bytes.subarray(pick(bytes.length))],
  [4, flipped],
  [3, (bytes, pick) => Buffer.concat(cutOut(bytes, pick).toSpliced(1, 1))],
  [
    3,
    (bytes, pick) =>
      cutOut(bytes, pick).reduce((all, one) => Buffer.concat([all, one, one]), Buffer.alloc(0)),
  ],
  [1, (bytes) => Buffer.concat([Buffer.from('\ufeff'), bytes])],
  [1, (bytes) => Buffer.from(bytes.toString('utf8'), 'utf16le')],
  [1, (bytes) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(bytes.toString('utf8'), 'utf16le')])],
  [1, (bytes) => Buffer.from(bytes.toString('utf8'), 'latin1')],
  [1, repeated],
];

const drawn = mutations.flatMap(([weight, mutation]) => Array.from({ length: weight }, () => mutation));

/** Compressed, whole or damaged; most files stay as they are. */
function wrapped(bytes: Buffer, pick: Pick): Buffer {
  const way = pick(24);
  if (way > 3) return bytes;
  const packed = gzipSync(bytes);
  if (way === 1) return packed.subarray(0, pick(packed.length));
  if (way === 2) return flipped(packed, pick);
  return way === 3 ? Buffer.concat([packed, packed]) : packed;
}

/** A file that somebody else changed, in one way or a few. */
export function mutated(text: string, pick: Pick): Buffer {
  let bytes: Buffer = Buffer.from(text);
  for (let times = pick(4); times > 0 && bytes.length < hugeBytes; times -= 1)
    bytes = oneOf(drawn, pick)(bytes, pick);
  return wrapped(bytes, pick);
}
