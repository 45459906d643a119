import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { visitLiterals } from '../../../src/target/json-literals.ts';
import { limits } from '../../../src/target/limits.ts';

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** What is visited, as kind, text and pointer. */
function visited(text: string): string[] {
  const found: string[] = [];
  const accepted = visitLiterals(text, ({ kind, start, end, key, pointer }) => {
    found.push(`${kind} ${text.slice(start, end)} ${key} ${pointer((name) => name.toUpperCase())}`);
  });
  expect(accepted).toBe(true);
  return found;
}

describe('the literals of a JSON text', () => {
  test('are visited in their order, with the place where they stand', () => {
    expect(visited(' {"a/b" : [1 , "x\\"" , [] , {} , [ true ]], "c":{"d~":null} ,"c" :-2.5e+3} ')).toEqual([
      'key "a/b" a/b /A~1B',
      'bare 1 null /A~1B/0',
      'string "x\\"" null /A~1B/1',
      'bare true null /A~1B/4/0',
      'key "c" c /C',
      'key "d~" d~ /C/D~0',
      'bare null d~ /C/D~0',
      'key "c" c /C',
      'bare -2.5e+3 c /C',
    ]);
    expect(visited('"a"')).toEqual(['string "a" null ']);
  });

  test('are found in exactly the texts that JSON.parse accepts', () => {
    const texts = [
      '',
      ' ',
      '{',
      '}',
      '[',
      ']',
      ',',
      '[1,]',
      '[,1]',
      '[1 2]',
      '{"a"}',
      '{"a":}',
      '{"a":1,}',
      '{,}',
      '{1:2}',
      '{"a" 1}',
      '[]]',
      '{}{}',
      '"',
      '"\\"',
      '"\\x41"',
      '"\\u00g0"',
      '"\n"',
      "'a'",
      'nul',
      'nullx',
      'true false',
      '01',
      '-',
      '1.',
      '.5',
      '1e',
      '+1',
      '0x1',
      'NaN',
      '[1}',
      '{"a":1]',
      '\u00a01',
      '\ufeff1',
      '{"a":1,"b":[{"c":[]}]}',
      '[[],[[]],{}]',
      '-0.0E-1',
    ];
    for (const text of texts)
      expect([text, visitLiterals(text, () => undefined)]).toEqual([text, isJson(text)]);
  });

  test('of any other text, too', () => {
    const symbols = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"',
      '\\',
      '1',
      '-',
      'e',
      'null',
      ' ',
      '\n',
    );
    const text = fc.oneof(
      fc.array(symbols, { maxLength: 12 }).map((parts) => parts.join('')),
      fc.json(),
    );
    const property = fc.property(text, (candidate) => {
      expect(visitLiterals(candidate, () => undefined)).toBe(isJson(candidate));
    });
    fc.assert(property, { numRuns: 3000 });
  });

  test('are not looked for deeper than the limit', () => {
    const nested = (depth: number) => `${'[{"a":'.repeat(depth / 2)}1${'}]'.repeat(depth / 2)}`;
    expect(visitLiterals(nested(limits.depth), () => undefined)).toBe(true);
    expect(visitLiterals(nested(limits.depth + 2), () => undefined)).toBe(false);
  });

  test('a visitor that throws is not taken for a text that is no JSON', () => {
    const fail = () => {
      throw new Error('mine');
    };
    expect(() => visitLiterals('1', fail)).toThrow('mine');
  });
});
