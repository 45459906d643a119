import { expect, test } from 'vitest';
import { createRedactor } from '../../support/subject.ts';

const value = 'q7ZkP2vXw9Lr-T4mB8cY_f1Gh6Jn3Ds5Ae0U';
const beginning = value.slice(0, 20);
const redactor = createRedactor([{ name: 'x', value }]);

/** With all signs of each way to write it, so that each is looked for. */
const signs = '% \\ & ';
/** A search that took the square of so many characters would not end in the time of a test. */
const characters = 300_000;

const pieces = [
  beginning,
  Buffer.from(value).toString('base64').slice(0, 25),
  Buffer.from(beginning).toString('hex'),
  [...beginning].map((one) => `\\u00${one.charCodeAt(0).toString(16)}`).join(''),
  ...['\\', '\\u0071', '\\u0', '\\\\\\\\\\\\\\\\u', '%', '%71', '&', '&#0', '&#113;', '71'],
  ...['q', ' ', ',', '"1"'],
];

test.each(pieces.map((piece) => [piece]))('a text of %j alone is searched in linear time', (piece) => {
  const text = signs + piece.repeat(characters / piece.length);
  expect(redactor.contains(text)).toEqual([]);
  expect(redactor.contains(`${text} ${value}`)).toEqual(['x']);
});

test('a text of secrets of any length is masked', () => {
  for (const length of [4, 12, 100, 4_000]) {
    const long = value.repeat(length / value.length + 1).slice(0, length);
    const search = createRedactor([{ name: 'x', value: long }]);
    for (const written of [
      long,
      Buffer.from(`me:${long}`).toString('base64url'),
      encodeURIComponent(`é${long}`),
    ])
      expect(search.text(`${written} ${written}`).text).not.toContain(long.slice(0, 4));
  }
});
