import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deleteAnswer, putAnswer } from '../../support/conforming.ts';
import { runs } from '../../support/properties.ts';
import { createRedactor } from '../../support/subject.ts';
import { encodedBy, encoderNames, layersOver } from './encoders.ts';

const redactorOf = (token: string) => createRedactor([{ name: 'access token', value: token }]);
const marker = '[masked: access token]';

/** Tokens of which 60 percent are more than twelve characters. */
const longTokens = fc.oneof(
  fc.stringMatching(/^[A-Za-z0-9._~+/-]{20,80}$/),
  fc.stringMatching(/^[!-~]{20,60}$/),
);
const words = fc.stringMatching(/^(?:[a-z]{1,8} ){0,6}$/);
/** What stands beside an encoded text so that it does not belong to it. */
const before = fc.constantFrom(' ', '"', ': ', '>', '(', '\n', '/');
const after = fc.constantFrom(' ', '"', ', ', '<', ')', '&u=1');

const planted = fc.record({
  token: longTokens,
  names: layersOver(),
  /** Of the token, how much is said. */
  share: fc.double({ min: 0.6, max: 1, noNaN: true }),
  left: fc.tuple(words, before).map((parts) => parts.join('')),
  right: fc.tuple(after, words).map((parts) => parts.join('')),
});

describe('a token that is encoded, whole or cut after 60 percent', () => {
  test('is masked, and what stands around it stays', () => {
    const property = fc.property(planted, ({ token, names, share, left, right }) => {
      const said = token.slice(0, Math.max(12, Math.ceil(token.length * share)));
      // What follows may happen to go on with the token, also without what seems to be an escape in it: `\\r<` goes on with `<`.
      fc.pre(!token.slice(said.length).includes(right.charAt(0)));
      const carrier = encodedBy(names, said);
      const { text, masked } = redactorOf(token).text(left + carrier + right);
      expect(masked).toEqual(['access token']);
      expect(text).not.toContain(carrier);
      expect(text.startsWith(left)).toBe(true);
      expect(text.endsWith(right)).toBe(true);
    });
    fc.assert(property, runs());
  });

  test.each(encoderNames)('%s: nothing that says it is left', (name) => {
    const property = fc.property(longTokens, layersOver(name), (token, names) => {
      const redactor = redactorOf(token);
      const { text } = redactor.text(` ${encodedBy(names, token)} `);
      expect(text).toContain(marker);
      expect(redactor.contains(text)).toEqual([]);
    });
    fc.assert(property, runs(1 / encoderNames.length));
  });
});

describe('a token that is cut', () => {
  const token = 'tok-5f3b9c.A~zQ7w8x9';

  test.each([11, 12, 16, 19])('after %d of 20 characters', (length) => {
    const said = token.slice(0, length);
    expect(redactorOf(token).text(`a ${said}… b`).text).toBe(`a ${length < 12 ? said : marker}… b`);
  });

  test('is not looked for where only the whole says something', () => {
    const redactor = createRedactor([{ name: 'x', value: token, isWhole: true }]);
    expect(redactor.text(`${token.slice(0, -1)} ${token}`).text).toBe(`${token.slice(0, -1)} [masked: x]`);
  });
});

const honest: Readonly<Record<string, string>> = {
  'a conforming response': JSON.stringify(putAnswer, null, 2),
  'another one': JSON.stringify(deleteAnswer),
  'a schema': readFileSync(
    new URL('../../../schemas/transformer-record.schema.json', import.meta.url),
    'utf8',
  ),
  'a picture': `data:image/png;base64,${Buffer.from(Array.from({ length: 9_999 }, (_, at) => (at * at) % 251)).toString('base64')}`,
  'lists of numbers': JSON.stringify({
    series: Array.from({ length: 3_000 }, (_, at) => (at * 7919) % 256),
  }),
  digests: Array.from({ length: 500 }, (_, at) => Buffer.from(String(at).repeat(7)).toString('hex')).join(
    '\n',
  ),
  markup: '<a href="?q=a%20b&amp;c=%C3%A9">x &lt; y</a>\r\n'.repeat(200),
};

test.each(Object.entries(honest))('honest texts: %s stays byte for byte', (_, text) => {
  const property = fc.property(longTokens, (token) => {
    const redactor = redactorOf(token);
    expect(redactor.text(text)).toEqual({ text, masked: [] });
    expect(redactor.jsonBody(text).text).toBe(text);
  });
  fc.assert(property, { numRuns: 20 });
});
