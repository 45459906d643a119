import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Framed } from '../../../src/json/plain.ts';
import { PlainReader } from '../../../src/json/shapes.ts';
import { framedSearch } from '../../../src/secrets/framed-search.ts';
import { createSearch } from '../../../src/secrets/secret-search.ts';
import { deleteAnswer, putAnswer } from '../../support/conforming.ts';
import { runs } from '../../support/properties.ts';
import { encodedBy, encoderNames } from './encoders.ts';

/** What is in a text as a whole is found in its frame or in one of its scalars. */

const searchFor = (token: string) => createSearch([{ name: 'x', value: token }]);

/** The same value without what its scalars say. */
function emptied(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(emptied);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, emptied(inner)]));
  if (typeof value === 'number') return 0;
  return typeof value === 'string' ? '' : value;
}

/** How a text is read after one that differs in scalars alone; undefined for one with escapes, for instance. */
function framedBy(value: unknown, space: string): { text: string; framed: Framed | undefined } {
  const { read } = new PlainReader();
  const [empty, text] = [emptied(value), value].map((one) => JSON.stringify(one, null, space));
  read(empty ?? '');
  return { text: text ?? '', framed: read(text ?? '')?.framed };
}

/** Its searches, each for the texts that were searched. */
function recording(token: string) {
  const search = searchFor(token);
  const texts: string[] = [];
  const recorded = Object.assign(
    (text: string) => {
      texts.push(text);
      return search(text);
    },
    { shortest: search.shortest, isOfScalars: search.isOfScalars },
  );
  return { isIn: framedSearch(recorded), searched: () => texts.splice(0) };
}

const token = 'not-a-token-94a08da1fecb';
const bytes = [...Buffer.from(token)];
/** The same bytes in strings, each of them too short to say enough. */
const inParts = (size: number, joint: string) =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.slice(at * size, (at + 1) * size),
  ).map((part) => part.join(joint));
const membersOf = (keys: readonly string[], values: readonly unknown[]) =>
  Object.fromEntries(keys.map((key, at) => [key, values[at]]));

/** Values that say a token, by what is looked for. */
const cases: readonly (readonly [string, string, unknown])[] = [
  ['whole', token, { a: `x ${token} y`, b: 1 }],
  ['cut short to what is enough', token, { a: token.slice(0, 15), b: 1 }],
  ['in upper case', token, { a: token.toUpperCase() }],
  ['in a key', token, { [`of ${token}`]: 'x' }],
  ['in a key, encoded', token, { [`k${encodedBy(['Base64'], token)}`]: 'x' }],
  ['in one string, as numbers', token, { a: bytes.join(', ') }],
  ['in one string, as hexadecimal numbers', token, { a: encodedBy(["Node's Buffer"], token), b: 2 }],
  ['as an array of numbers', token, { a: bytes }],
  ['as an array of numbers in a string each', token, { a: bytes.map((byte) => `${byte} `) }],
  ['as an array of strings', token, { a: inParts(5, ' ').map((part) => `${part} `), b: true }],
  [
    'as strings below names that are numbers',
    token,
    membersOf(
      [' 1', ' 2', ' 3', ' 4'],
      inParts(6, ',').map((part) => `${part} `),
    ),
  ],
  [
    'as numbers below names that are numbers',
    token,
    membersOf(
      bytes.map((_, at) => ` ${at}`),
      bytes,
    ),
  ],
  ['in the end of a key and a number', token, { [`k ${bytes.slice(0, 14).join(' ')} `]: bytes[14], b: 'x' }],
  [
    'in a string and the beginning of a key',
    token,
    { a: ` ${bytes.slice(0, 13).join(' ')} `, [` ${bytes.slice(13).join(' ')} k`]: 'x' },
  ],
  [
    'in keys and strings, escaped',
    token,
    membersOf(
      ['%2C', '%2C%2C', '%2C%2C%2C', '%2C%2C%2C%2C'],
      inParts(6, ',').map((part) => `${part} `),
    ),
  ],
  ['as a number', '123456789012', { a: 123_456_789_012, b: 'x' }],
  ['as a boolean', 'true', { a: true, b: 'x' }],
  ['as null', 'null', { a: null, b: 'x' }],
  ['between objects', '2},{', [{ a: 12 }, { a: 3 }]],
  ['from a number to null', '12345,null,', { a: { b: 12_345, c: 'x' }, d: [12_345, null, 'y'] }],
  ['with its quotes escaped', '12345678%22,%22b%22:%22', { a: 'x12345678', b: 'y' }],
  ...encoderNames.map((name) => [`as ${name}`, token, { a: encodedBy([name], token), b: 'x' }] as const),
  ...encoderNames.map(
    (name) => [`as ${name} twice`, token, { a: encodedBy([name, 'Base64'], token) }] as const,
  ),
];

describe('a text of a known frame', () => {
  test.each(cases)('holds a secret %s', (_, value, said) => {
    const found = ['', ' ', '\n', '\r\n '].map((space) => {
      const { text, framed } = framedBy(said, space);
      const whole = searchFor(value)(text).length > 0;
      expect(framedSearch(searchFor(value))(text, framed) || !whole).toBe(true);
      return whole;
    });
    expect(found).toContain(true);
  });

  test.each([putAnswer, deleteAnswer])('is searched for in its long scalars alone', (answer) => {
    const { text, framed } = framedBy(answer, '');
    const { isIn, searched } = recording(token);
    expect(isIn(text, framed)).toBe(false);
    expect(searched()).not.toContain(text);
    expect(isIn(text, framed)).toBe(false);
    const long = [...(framed?.match ?? [])]
      .slice(1)
      .filter(({ length }) => length >= searchFor(token).shortest);
    expect(searched()).toEqual(long);
    expect(long.length).toBeGreaterThan(0);
  });

  test('laid out in lines, too', () => {
    const { text, framed } = framedBy(putAnswer, '  ');
    const { isIn, searched } = recording(token);
    expect(isIn(text, framed)).toBe(false);
    expect(searched()).not.toContain(text);
  });

  test.each([
    ['an array of numbers', { a: [1, 2] }],
    ['an array of strings', { a: ['x', 'y'] }],
    ['names that are numbers', { ' 1': 'x', ' 2': 'y' }],
    ['names with escapes', { 'a%20': 'x' }],
    ['nothing around it', 'x'],
  ])('is searched as a whole where it is %s', (_, value) => {
    const { text, framed } = framedBy(value, '');
    const { isIn, searched } = recording(token);
    expect(framed).toBeDefined();
    isIn(text, framed);
    expect(searched()).toEqual([text]);
  });
});

const pieces = fc.array(fc.nat(40), { maxLength: 5 });
const names = fc.constantFrom(
  'a',
  'name',
  'ab',
  'x',
  ' 1',
  '-',
  ' 12 ',
  '',
  'k 116',
  'k1',
  '%31',
  'a=',
  'é',
  ';',
);

function cut(text: string, at: readonly number[]): readonly string[] {
  const places = [...new Set([0, ...at.map((one) => one % (text.length + 1)), text.length])].sort(
    (a, b) => a - b,
  );
  return places.slice(1).map((end, place) => text.slice(places[place], end));
}

const keyed = (keys: readonly string[], values: readonly unknown[]) =>
  Object.fromEntries(
    values.map((one, at) => [`${keys[at % keys.length]}${'_'.repeat(at / keys.length)}`, one]),
  );

/** Ways to put texts beside each other. */
const bodies: readonly ((parts: readonly unknown[], keys: readonly string[]) => unknown)[] = [
  (parts) => parts,
  (parts, keys) => keyed(keys, parts),
  (parts, keys) => parts.map((part) => keyed(keys, [part, null, 1])),
  (parts, keys) => ({ a: keyed(keys, parts), b: [...parts].reverse() }),
  (parts) => Object.fromEntries(parts.map((part, at) => [`k${part}`, parts[at + 1] ?? true])),
  (parts) => [parts, [parts]],
];

const tokens = fc.oneof(
  fc.stringMatching(/^[A-Za-z0-9._~+/-]{12,50}$/),
  fc.stringMatching(/^[0-9a-f]{12,40}$/),
  fc.stringMatching(/^[!#-[\]-~]{8,30}$/),
);
const encodings = fc.array(
  fc.constantFrom(...encoderNames.filter((name) => !/JSON|Java|wrapped/.test(name))),
  { maxLength: 3 },
);
const separators = fc.constantFrom(' ', ',', ', ', ':', ';');

const planted = fc.record({
  token: tokens,
  share: fc.constantFrom(0.55, 0.6, 0.65, 1),
  names: encodings,
  body: fc.constantFrom(...bodies),
  keys: fc.array(names, { minLength: 1, maxLength: 4 }),
  at: pieces,
  /** Numbers are put in one by one, or so many in a string. */
  numbers: fc.option(fc.nat(8)),
  separator: separators,
  space: fc.constantFrom('', '', ' ', '\n'),
});

type Planted = typeof planted extends fc.Arbitrary<infer Value> ? Value : never;

function partsOf({ token, share, names, at, numbers, separator }: Planted): readonly unknown[] {
  const said = encodedBy(names, token.slice(0, Math.max(12, Math.ceil(share * token.length))));
  if (numbers === null) return cut(said, at);
  const codes = [...Buffer.from(said)];
  if (numbers === 0) return codes;
  const groups = Array.from({ length: Math.ceil(codes.length / numbers) }, (_, group) =>
    codes.slice(group * numbers, (group + 1) * numbers),
  );
  return groups.map((group) => group.join(separator) + separator);
}

describe('what is found in a text', () => {
  function expectFound(token: string, value: unknown, space: string): boolean {
    const { text, framed } = framedBy(value, space);
    const search = searchFor(token);
    if (search(text).length === 0) return false;
    expect(framedSearch(search)(text, framed)).toBe(true);
    return framed !== undefined;
  }

  test('is found in its frame or its scalars, however it is written and taken apart', () => {
    let found = 0;
    const property = fc.property(planted, (one) => {
      if (expectFound(one.token, one.body(partsOf(one), one.keys), one.space)) found += 1;
    });
    fc.assert(property, runs(3));
    expect(found).toBeGreaterThan(10);
  });

  test('is found if it is any part of it', () => {
    let found = 0;
    const values = fc.oneof(
      fc.constantFrom<unknown>(putAnswer, deleteAnswer),
      fc
        .tuple(
          fc.constantFrom(...bodies),
          fc.array(fc.oneof(fc.integer(), fc.stringMatching(/^[ -~]{0,6}$/), fc.constantFrom(true, null))),
          fc.array(names, { minLength: 1 }),
        )
        .map(([body, parts, keys]) => body(parts, keys)),
    );
    const property = fc.property(
      values,
      fc.nat(),
      fc.integer({ min: 4, max: 30 }),
      fc.boolean(),
      (value, at, length, isQuoted) => {
        const text = JSON.stringify(value);
        const part = text.slice(at % text.length, (at % text.length) + length);
        fc.pre(part.length >= 4);
        if (expectFound(isQuoted ? part : part.replaceAll('"', '%22'), value, '')) found += 1;
      },
    );
    fc.assert(property, runs(3));
    expect(found).toBeGreaterThan(10);
  });
});
