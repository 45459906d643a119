import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { centred, glue, padded, truncated, widthOf, wrap } from '../../../src/text/layout.ts';

describe('wrap', () => {
  test.each([
    ['one two three', 7, ['one two', 'three']],
    ['one two three', 13, ['one two three']],
    ['a-word-that-is-too-long b', 5, ['a-word-that-is-too-long', 'b']],
    ['名前 名前 x', 9, ['名前 名前', 'x']],
    ['名前 名前 x', 8, ['名前', '名前 x']],
    [`a${glue}b c`, 3, ['a b', 'c']],
    ['cafe\u0301 x', 4, ['cafe\u0301', 'x']],
    ['', 10, ['']],
  ])('%j in %i columns', (text, width, lines) => expect(wrap(text, width)).toEqual(lines));

  test('keeps every word as it came, and is wider only where one word is', () => {
    const words = fc.array(fc.string({ unit: 'grapheme', minLength: 1 }).filter((word) => !/\s/.test(word)));
    fc.assert(
      fc.property(words, fc.integer({ min: 1, max: 30 }), (all, width) => {
        const lines = wrap(all.join(' '), width);
        expect(lines.join(' ')).toBe(all.join(' '));
        for (const line of lines) expect(widthOf(line) <= width || !line.includes(' ')).toBe(true);
      }),
    );
  });
});

test('padded and centred fill cells, and leave what is wider', () =>
  expect([padded('名', 4), centred('名', 5), padded('long', 2), centred('long', 2)]).toEqual([
    '名  ',
    ' 名  ',
    'long',
    'long',
  ]));

test.each([
  ['abc', 3, 'abc'],
  ['abcd', 3, 'ab…'],
  ['名前名前', 6, '名前…'],
  ['名前名前', 8, '名前名前'],
  ['ab𠀀c', 4, 'ab…'],
])('%j truncated to %i cells', (text, width, wanted) => expect(truncated(text, width)).toBe(wanted));
