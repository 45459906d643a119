import { describe, expect, test } from 'vitest';
import { cut } from '../../../src/text/cut.ts';

describe('a long text', () => {
  test('is cut, with its length and a hash; a short one is left as it is', () => {
    expect(cut('abcdef', 6)).toBe('abcdef');
    expect(cut('abcdefg', 6)).toMatch(/^abcdef… \(7 characters, sha256 [0-9a-f]{16}…\)$/);
  });

  test.each([
    ['a surrogate pair', 'ab\u{1f600}\u{1f600}', 'ab'],
    ['an escaped tilde of a JSON Pointer', '/a~0~0~0', '/a'],
    ['an escaped slash of a JSON Pointer', '/a~1~1~1', '/a'],
  ])('is not cut in the middle of %s', (_, text, kept) => {
    expect(cut(text, kept.length + 1).split('…')[0]).toBe(kept);
    expect(cut(text, kept.length + 2).split('…')[0]).toBe(text.slice(0, kept.length + 2));
  });
});
