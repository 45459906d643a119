import fc from 'fast-check';
import { hostileTexts } from '../../unit/reporters/hostile.ts';

/** Pieces that mean something to a terminal, to markup, to a build service or to a parser. */
const pieces = [
  ...hostileTexts,
  '\u001b[31m',
  '\u001b]8;;https://evil.example\u0007',
  '\u009b2J',
  '\u202e',
  '\u2066',
  '\u200b',
  '\ufeff',
  '\ud800',
  '\udfff',
  '\ufffe',
  '\u0000',
  '\n',
  '\r\n',
  '\n::error::x',
  '\n| a | b |',
  '\n```\n',
  '\n# heading',
  '\n<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '</code>',
  ']]>',
  '<!--',
  '-->',
  '&amp;',
  '&#0;',
  '%0A::error::x',
  '`',
  '``',
  '|',
  '\\',
  '\\|',
  "'",
  ...'" ~ ~0~1/ __proto__ constructor toString ❌ 👩‍👩‍👧'.split(' '),
] as const;

/** Text as nobody would want it: any characters at all, or pieces that are meant to do harm, short or long. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: 'binary' }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme' }) },
  {
    weight: 5,
    arbitrary: fc
      .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 4 })
      .map((some) => some.join('')),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(...pieces), fc.integer({ min: 2, max: 300 }))
      .map(([piece, times]) => piece.repeat(times).slice(0, 1_500)),
  },
);

/** The same as a client reads it that takes header bytes for Latin-1; without what ends a line. */
export const anyHeaderText: fc.Arbitrary<string> = anyText.map((text) =>
  Buffer.from(text)
    .toString('latin1')
    .replaceAll(/[\r\n\0]/g, ''),
);
