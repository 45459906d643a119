import { expect, test } from 'vitest';
import { webAddress } from '../../../src/settings/report-url.ts';

/** A report makes a link of it. */

test.each([
  ['https://wiki.example.com/a%20b?c=d#e', 'https://wiki.example.com/a%20b?c=d#e'],
  ['http://host/a b<c>', 'http://host/a%20b%3Cc%3E'],
])('%s is an address', (given, value) => expect(webAddress.parse(given, {} as never)).toEqual({ value }));

test.each([
  'javascript:alert(1)',
  'file:///etc/passwd',
  'wiki.example.com',
  'https://',
  'https://a b',
  'https://a\u202e.example',
  'https://user:secret@wiki.example.com/',
])('%s is none', (given) => {
  const parsed = webAddress.parse(given, {} as never);
  expect(parsed).toHaveProperty('problems');
  expect(JSON.stringify(parsed)).not.toContain('secret');
});
