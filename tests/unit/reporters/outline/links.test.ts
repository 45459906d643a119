import { expect, it } from 'vitest';
import { webLink } from '../../../../reporters/outline/words.ts';

it.each(['https://tickets.example/LED-4711', 'http://tickets.example/?id=4711#note'])(
  '%s is a link',
  (text) => expect(webLink(text)).toBe(text),
);

it.each([
  undefined,
  '',
  'LED-4711',
  'javascript:alert(1)',
  'JAVASCRIPT:alert(1)//https://a.example',
  'data:text/html,x',
  'file:///etc/passwd',
  '//tickets.example',
  'https://',
  'https://a.example/ b',
  'https://a.example/\u202e',
  'https://a.example/"><script>',
  'https://user:password@a.example/',
])('%s is none', (text) => expect(webLink(text)).toBeNull());
