import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bodies, headers, pieces, secrets, token } from '../cases/masked.ts';
import { deleteAnswer, putAnswer } from '../support/conforming.ts';
import { runs, sampleOf } from '../support/properties.ts';
import { createRedactor, limits } from '../support/subject.ts';
import { encodedBy, encoderNames, formsOf, tokens } from './echoes.ts';

/** What is kept of bodies, headers and texts that hold secrets. */

const redactor = createRedactor(secrets);

const bodyLines = Object.entries(bodies).map(([title, texts]) => {
  const rows = texts.map((text) => {
    const { text: kept, masked } = redactor.jsonBody(text);
    const places = masked.map(({ at, what }) => `${at === '' ? 'whole' : at} ${what}`).join(', ');
    return JSON.stringify(text) + (kept === text ? ': kept' : `\n  ${places} → ${JSON.stringify(kept)}`);
  });
  return `## ${title}\n${rows.join('\n')}`;
});
const headerLines = headers.map((header) => {
  const { header: kept, masked } = redactor.header(header);
  return `${header.join(': ')} → ${kept.join() === header.join() ? 'kept' : kept.join(': ')} (${masked.join()})`;
});

test('what is kept', async () => {
  const text = [...bodyLines, '## headers', ...headerLines].join('\n');
  await expect(`${text}\n`).toMatchFileSnapshot('../cases/golden/masked.txt');
});

const all = Object.values(bodies).flat();

/** A JSON text without its scalars; null for a text that is none. */
function form(text: string): string | null {
  const withoutScalars = (_: string, value: unknown) => (typeof value === 'object' ? value : 0);
  try {
    const value = JSON.parse(text.replace(/^\ufeff/, ''));
    return JSON.stringify(value, withoutScalars).replaceAll(token, '[masked: access token]');
  } catch {
    return null;
  }
}

const named = (text: string) => text.replaceAll(/\[masked: [^\]]+\]/g, '[masked]');

test.each(all)('masked again, nothing changes; what was JSON has its form: %s', (text) => {
  const { text: kept } = redactor.jsonBody(text);
  // Of two names of a marker, the second masking may give the other.
  expect(named(redactor.jsonBody(kept).text)).toBe(named(kept));
  expect(redactor.isIn(kept)).toBe(false);
  if (form(text) !== null) expect(form(kept)).toBe(form(text));
});

test.each(all)('bytes that are no text have the same masked: %s', (text) => {
  const kept = redactor.bytes(Buffer.from(`${text}\xff`, 'latin1')).bytes.toString('latin1');
  expect(redactor.isIn(kept)).toBe(false);
});

test('secrets that overlap are one, by the name of the longest; a marker is not searched', () => {
  const overlapping = createRedactor([
    { name: 'long', value: 'abcdefghij' },
    { name: 'short', value: 'cdefgh' },
    { name: 'next', value: 'ijklmn' },
  ]);
  expect(overlapping.text('_abcdefghijklmn_')).toEqual({ text: '_[masked: long]_', masked: ['long'] });
  const words = createRedactor([
    { name: 'gate key', value: 'masked' },
    { name: 'b|`*<&>"\'$\\{}\n\u202e', value: 'gate' },
  ]);
  const { text } = words.text('masked gate');
  expect(text).toMatch(/^\[masked: gate key\] \[masked: [\w .-]+\]$/);
  expect(words.isIn(text)).toBe(false);
});

test('a secret that begins or ends inside an escape leaves JSON', () => {
  for (const value of ['nabcdefg', '0041abcd', 'abcdefg\\', 'u0041abcd']) {
    const { text } = createRedactor([{ name: 's', value }]).jsonBody('["\\nabcdefg\\n", "\\u0041abcd"]');
    expect(JSON.parse(text)).toHaveLength(2);
  }
});

test('places are named within the limits; what is nested deeper than JSON is read is a text', () => {
  const nested = (depth: number) => redactor.jsonBody(`${'['.repeat(depth)}"${token}"${']'.repeat(depth)}`);
  const deepest = { at: '/0'.repeat(limits.depth), what: 'access token' };
  const whole = { at: '', what: 'access token' };
  expect(nested(limits.depth).masked).toEqual([deepest]);
  expect(nested(limits.depth + 1).masked).toEqual([whole]);
  const longKey = JSON.stringify({ ['k'.repeat(limits.pointerLength)]: token });
  expect(redactor.jsonBody(longKey).masked).toEqual([whole]);
  const many = redactor.jsonBody(JSON.stringify(Array(limits.maskedPlaces + 50).fill(token)));
  expect(many.text).not.toContain(token);
  expect(many.masked).toHaveLength(limits.maskedPlaces + 1);
  expect(many.masked.at(-1)).toEqual(whole);
});

test('a JSON text of ours is masked in its strings alone', () => {
  const { text, masked } = redactor.jsonStrings('{"a":12345678,"12345678":"x 12345678"}');
  expect(text).toBe('{"a":12345678,"12345678":"x [masked: pin]"}');
  expect(masked).toEqual(['pin']);
});

/** A search that took the square of so many characters would not end in the time of a test. */
const characters = 60_000;

const begins = ['', '?token=', '"password":"'];

test.each(sampleOf(pieces))('a text of %j alone is searched in linear time', (piece) => {
  for (const begin of begins) {
    const text = `% \\ & ${begin}${piece.repeat(characters / piece.length)}`;
    for (const body of [`${text}@`, JSON.stringify([`${text}=`, { [text]: text }])])
      expect(redactor.isIn(redactor.jsonBody(body).text)).toBe(false);
  }
});

/** A token in every form in which a reader would find it, whole or cut, in bodies, headers, texts and bytes. */

const redactorOf = (value: string) => createRedactor([{ name: 'access token', value }]);
const some = fc.string({ maxLength: 12 });

/** A JSON text that holds a string literal, given between its quotes, as a value or as a key, somewhere inside. */
function planted(literal: string, depth: number, asKey: boolean, sibling: fc.JsonValue): string {
  const core = asKey ? `{"${literal}":1}` : `"${literal}"`;
  const other = JSON.stringify(sibling);
  return Array.from({ length: depth }).reduce<string>(
    (inner, _, at) => (at % 2 === 0 ? `{ "a" : ${other},\n"b":${inner}}` : `[${other}, ${inner}]`),
    core,
  );
}

test('in a JSON body, as a key or a value; and the body stays JSON', () => {
  const sibling = fc.jsonValue({ maxDepth: 2 });
  const property = fc.property(
    fc.tuple(tokens, some, some, fc.nat(4), fc.boolean(), sibling),
    ([token, before, after, ...how]) => {
      const inString = (plain: string): string => JSON.stringify(plain).slice(1, -1);
      for (const { text: form, literal } of formsOf(token, before, after)) {
        const written = `${inString(before)} ${literal} ${inString(after)}`;
        const { text, masked } = redactorOf(token).jsonBody(planted(written, ...how));
        const read = JSON.stringify(JSON.parse(text));
        for (const said of [form, token, inString(token)]) expect([text, read].join()).not.toContain(said);
        expect(masked.map(({ what }) => what)).toContain('access token');
      }
    },
  );
  fc.assert(property, runs(0.3));
});

test('in a header, any other text, and bytes that are none', () => {
  const property = fc.property(tokens, some, some, fc.uint8Array(), (token, before, after, bytes) => {
    const redactor = redactorOf(token);
    for (const { text: form } of formsOf(token, before, after)) {
      const kept = redactor.text(`${before}${form}${after}`);
      expect(kept.masked).toEqual(['access token']);
      expect(redactor.isIn(kept.text)).toBe(false);
      for (const name of ['Location', 'X-Echo', 'Set-Cookie']) {
        const { header, masked } = redactor.header([name, `${before}${form}${after}`]);
        expect([kept.text, header[1]].join()).not.toContain(form);
        expect(masked).toContain('access token');
      }
    }
    const raw = redactor.bytes(Buffer.concat([bytes, Buffer.from(token, 'latin1'), bytes]));
    expect(raw.bytes.indexOf(Buffer.from(token, 'latin1'))).toBe(-1);
  });
  fc.assert(property, runs(0.3));
});

/** Tokens of which 60 percent are more than twelve characters. */
const longTokens = fc.stringMatching(/^[!-~]{20,60}$/);
const words = fc.stringMatching(/^(?:[a-z]{1,8} ){0,6}$/);

test('cut after 60 percent, in every encoding: masked, and what stands around it stays', () => {
  const around = fc.record({
    token: longTokens,
    name: fc.constantFrom(...encoderNames),
    share: fc.double({ min: 0.6, max: 1, noNaN: true }),
    left: fc.tuple(words, fc.constantFrom(' ', '"', ': ', '>', '(', '\n', '/')).map((all) => all.join('')),
    right: fc.tuple(fc.constantFrom(' ', '"', ', ', '<', ')', '&u=1'), words).map((all) => all.join('')),
  });
  const property = fc.property(around, ({ token, name, share, left, right }) => {
    const said = token.slice(0, Math.max(12, Math.ceil(token.length * share)));
    // What follows may happen to go on with the token, also without what seems to be an escape in it.
    fc.pre(!token.slice(said.length).includes(right.charAt(0)));
    const carrier = encodedBy([name], said);
    const { text, masked } = redactorOf(token).text(left + carrier + right);
    expect(masked).toEqual(['access token']);
    expect(text).not.toContain(carrier);
    expect([text.startsWith(left), text.endsWith(right)]).toEqual([true, true]);
  });
  fc.assert(property, runs());
});

test.each([11, 12, 16, 19, 20])('the first %d of 20 characters', (length) => {
  const token = 'tok-5f3b9c.A~zQ7w8x9';
  const [said, marker] = [token.slice(0, length), '[masked: access token]'];
  expect(redactorOf(token).text(`a ${said}… b`).text).toBe(`a ${length < 12 ? said : marker}… b`);
  const whole = createRedactor([{ name: 'x', value: token, isWhole: true }]);
  expect(whole.text(said).text).toBe(length < 20 ? said : '[masked: x]');
});

const schema = new URL('../../schemas/transformer-record.schema.json', import.meta.url);
const noise = Array.from({ length: 9_999 }, (_, at) => (at * at) % 251);
const honest: Readonly<Record<string, string>> = {
  'a conforming response': JSON.stringify(putAnswer, null, 2),
  'another one': JSON.stringify(deleteAnswer),
  'a schema': readFileSync(schema, 'utf8'),
  'a picture': `data:image/png;base64,${Buffer.from(noise).toString('base64')}`,
  'lists of numbers': JSON.stringify({ series: noise }),
  digests: noise.map((at) => Buffer.from(String(at).repeat(7)).toString('hex')).join('\n'),
  markup: '<a href="?q=a%20b&amp;c=%C3%A9">x &lt; y</a>\r\n'.repeat(200),
};

describe('what holds no secret comes back as it was', () => {
  test.each(Object.entries(honest))('%s', (_, text) => {
    const property = fc.property(longTokens, (token) => {
      const redactor = redactorOf(token);
      expect(redactor.text(text)).toEqual({ text, masked: [] });
      expect(redactor.jsonBody(text).text).toBe(text);
    });
    fc.assert(property, { numRuns: 20 });
  });

  test('any JSON, text and bytes', () => {
    const anyText = fc.string({ unit: 'binary' });
    const property = fc.property(tokens, fc.json(), anyText, fc.uint8Array(), (token, json, text, bytes) => {
      fc.pre(!json.includes(token));
      const redactor = redactorOf(token);
      expect(redactor.jsonBody(json)).toEqual({ text: json, masked: [] });
      expect(redactor.text(text)).toEqual({ text, masked: [] });
      const buffer = Buffer.from(bytes);
      expect(redactor.bytes(buffer).bytes).toBe(buffer);
    });
    fc.assert(property, runs(0.3));
  });
});
