import { expect, test } from 'vitest';
import { bodies, headers, pieces, secrets, token } from '../cases/masked.ts';
import { createRedactor, limits } from '../support/subject.ts';

/** What is kept of bodies, headers and texts that hold secrets. */

const redactor = createRedactor(secrets);

const bodyLines = Object.entries(bodies).map(([title, texts]) => {
  const rows = texts.map((text) => {
    const { text: kept, masked } = redactor.jsonBody(text);
    const places = masked.map(({ at, what }) => `${at === '' ? 'whole' : at} ${what}`).join(', ');
    return kept === text
      ? `${JSON.stringify(text)}: kept`
      : `${JSON.stringify(text)}\n  ${places} → ${JSON.stringify(kept)}`;
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

/** A value without its scalars. */
function form(text: string): string {
  return JSON.stringify(JSON.parse(text.replace(/^\ufeff/, '')), (_, value: unknown) =>
    typeof value === 'object' ? value : 0,
  ).replaceAll(token, '[masked: access token]');
}

function isJson(text: string): boolean {
  try {
    return form(text) !== '';
  } catch {
    return false;
  }
}

const named = (text: string) => text.replaceAll(/\[masked: [^\]]+\]/g, '[masked]');

test.each(all)('masked again, nothing changes; what was JSON has its form: %s', (text) => {
  const { text: kept } = redactor.jsonBody(text);
  // Of two names of a marker, the second masking may give the other.
  expect(named(redactor.jsonBody(kept).text)).toBe(named(kept));
  expect(redactor.contains(kept)).toEqual([]);
  if (isJson(text)) expect(form(kept)).toBe(form(text));
});

test.each(all)('bytes that are no text have the same masked: %s', (text) => {
  const kept = redactor.bytes(Buffer.from(`${text}\xff`, 'latin1')).bytes.toString('latin1');
  expect(redactor.contains(kept)).toEqual([]);
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
  expect(words.contains(text)).toEqual([]);
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

test.each(pieces)('a text of %j alone is searched in linear time', (piece) => {
  for (const begin of begins) {
    const text = `% \\ & ${begin}${piece.repeat(characters / piece.length)}`;
    for (const body of [`${text}@`, JSON.stringify([`${text}=`, { [text]: text }])])
      expect(redactor.contains(redactor.jsonBody(body).text)).toEqual([]);
  }
});
