import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cut } from '../../../src/text/cut.ts';
import {
  clipped,
  markdownCode,
  markdownText,
  plainJson,
  visible,
  visibleDeep,
} from '../../../src/text/escape.ts';

const anyText = fc.string({
  unit: fc.oneof(fc.constantFrom(...'@#:/|`\\<>&[]*_~$.w \n\u001b\u202e'), fc.string()),
});

describe('visible', () => {
  it.each([
    ['\u001b[31m', '\\u{1b}[31m'],
    ['\u009b', '\\u{9b}'],
    ['\u202e', '\\u{202e}'],
    ['\u200b', '\\u{200b}'],
    ['\u00a0', '\\u{a0}'],
    ['\u115f', '\\u{115f}'],
    ['\ud800', '\\u{d800}'],
    ['\uffff', '\\u{ffff}'],
    ['\ufff9', '\\u{fff9}'],
    ['\u{e0041}', '\\u{e0041}'],
    ['a\nb', 'a\\u{a}b'],
    ['::error::x', ':\\u{3a}error::x'],
    ['x ::error', 'x :\\u{3a}error'],
    ['##[group]', '#\\u{23}[group]'],
    ['##vso[x]', '#\\u{23}vso[x]'],
  ])('shows %j as %s', (text, shown) => expect(visible(text)).toBe(shown));

  it.each(['plain text, "quoted"', 'http://[::1]:80/', 'Zürich – 東京 😀 ٣', '## heading'])(
    'leaves %j',
    (text) => expect(visible(text)).toBe(text),
  );

  it('reaches every string of a value and changes nothing else', () =>
    expect(visibleDeep({ a: ['\u0007', 1, null], b: { c: true } })).toEqual({
      a: ['\\u{7}', 1, null],
      b: { c: true },
    }));

  it('reaches a member whose name is that of the prototype', () => {
    const shown = visibleDeep(JSON.parse('{"__proto__": ["\\u0007"]}'));
    expect(JSON.stringify(shown)).toBe('{"__proto__":["\\\\u{7}"]}');
    expect(Object.getPrototypeOf(shown)).toBe(Object.prototype);
  });
});

it('plainJson is JSON text of the same value without unseen characters', () => {
  fc.assert(
    fc.property(fc.dictionary(anyText, anyText), (value) => {
      const text = plainJson(JSON.stringify(value, null, 2));
      expect(JSON.parse(text)).toEqual({ ...value });
      expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}]/u);
    }),
  );
});

describe('markdown', () => {
  it('leaves ordinary prose as it is', () =>
    expect(markdownText('data.name is the name (of 3: a, b)')).toBe('data.name is the name (of 3: a, b)'));

  it('leaves no active character in prose', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const rest = markdownText(text)
          .replaceAll(/&#\d+;/g, 'x')
          .replaceAll('<!-- -->', '-');
        expect(rest).not.toMatch(/[&<>`*_[\]|~\\$@#\n]|::|:\/|www\./);
      }),
    );
  });

  it('parts a mention, a reference, an emoji and an address from what follows', () =>
    expect(markdownText('@me #1 :x: www.a')).toBe(
      '&#64;<!-- -->me &#35;<!-- -->1 &#58;<!-- -->x: www<!-- -->.a',
    ));

  it('takes backquotes for code, and an element where they would not do', () => {
    expect(markdownCode('"@me <b> *"')).toBe('`"@me <b> *"`');
    expect(markdownCode('a|b')).toBe('<code>a&#124;b</code>');
    expect(markdownCode('`')).toBe('<code>&#96;</code>');
    expect(markdownCode(' a')).toBe('<code> a</code>');
    expect(markdownCode('')).toBe('');
  });
});

describe('clipped', () => {
  it('counts what it leaves out', () => {
    expect(clipped('😀😀😀', 3)).toBe('😀😀😀');
    expect(clipped('😀😀😀', 1)).toBe('😀… (2 more characters)');
  });

  it('tells the true length of a text that was cut before', () => {
    const long = 'x'.repeat(5028);
    expect(clipped(clipped(long, 400), 199)).toBe(`${'x'.repeat(199)}… (4829 more characters)`);
    const evidence = cut(long);
    expect(clipped(evidence, 200)).toMatch(/^x{200}… \(5028 characters, sha256 [0-9a-f]{16}…\)$/);
    expect(clipped(evidence, 400)).toBe(evidence);
    expect(clipped(`${'x'.repeat(300)}… (9000 characters)`, 10)).toBe(`${'x'.repeat(10)}… (9000 characters)`);
  });
});
