import { expect, test } from 'vitest';
import { urlOf } from '../../../src/text/url.ts';

test.each([
  ['https://staging.example.com/api', 'https://staging.example.com/api'],
  ['https://bücher.example', 'https://xn--bcher-kva.example/'],
  ['staging.example.com', undefined],
  ['https://', undefined],
])('%s', (text, href) => expect(urlOf(text)?.href).toBe(href));

test('is asked as often as one likes', () => {
  const asked = Array.from({ length: 20_000 }, () => urlOf('https://bücher.example'));
  expect(asked.filter((url) => url === null)).toEqual([]);
});
