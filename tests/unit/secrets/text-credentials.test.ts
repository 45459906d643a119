import { expect, test } from 'vitest';
import { maskUrls } from '../../../src/secrets/redaction.ts';
import { createRedactor } from '../../support/subject.ts';

const none = createRedactor([]);

test.each([
  [
    '<https://me:pw@h/?a=b&sig=s>; rel="next"',
    '<https://[masked: credentials]@h/?a=b&sig=[masked: signature]>; rel="next"',
  ],
  ['/callback?state=x&code=abc', '/callback?state=x&code=[masked: code]'],
  ['/callback?state=x&amp;code=abc', '/callback?state=x&amp;code=[masked: code]'],
  ['see h/a?b[password]=c and tokens[0]=d', 'see h/a?b[password]=[masked: password] and tokens[0]=d'],
  ['https:///me@h, //x:y@h', 'https:///[masked: credentials]@h, //[masked: credentials]@h'],
  ['http://h:80/a@b?c=d@e', 'http://h:80/a@b?c=d@e'],
  ['realm="a@b", code="x"', 'realm="a@b", code="x"'],
  ['max-age=1; key=a', 'max-age=1; key=a'],
  ["$.items[?(@.key=='EUR')].code", "$.items[?(@.key=='EUR')].code"],
  ["$.items[?@.code=='EUR']", "$.items[?@.code=='EUR']"],
])('a header such as %s is kept as %s', (value, kept) => {
  expect(maskUrls(value)).toBe(kept);
  expect(maskUrls(kept)).toBe(kept);
});

/** So many characters of each that a search would not end in the time of a test if it took the square of their number. */
const characters = 100_000;

test.each(
  [
    ...['@', 'http:', 'http:x@', '//', '//x', 'a@/', ' @', '\t@', 'http: ', '//a b@', '%', '%40', '=', 'a='],
    ...[
      '?',
      '?a',
      '?token=',
      '?token=a&',
      '"',
      '\\"',
      '\\u0040',
      '=\\',
      '@\\\\',
      '"a":',
      '"token":',
      '"token":"',
    ],
    ...['"token":[', '{"token":', '"password":{"a":"b"},', '"a" ', 'token', 'token1', '1'],
  ].map((piece) => [piece]),
)('a body of %j alone is masked in linear time', (piece) => {
  const text = piece.repeat(characters / piece.length);
  for (const body of [`${text}@`, JSON.stringify([`${text}=`, { [text]: text }])])
    expect(typeof none.jsonBody(body).text).toBe('string');
});
