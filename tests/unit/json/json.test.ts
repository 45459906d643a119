import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type JsonNode,
  JsonSyntaxError,
  JsonTooComplexError,
  member,
  parseJson,
  visitJson,
} from '../../../src/json/json.ts';
import { pointerKeys, pointerToken } from '../../../src/json/pointer.ts';

function plain(node: JsonNode): unknown {
  switch (node.type) {
    case 'object':
      return Object.fromEntries([...node.members].map(([key, value]) => [key, plain(value)]));
    case 'array':
      return node.items.map(plain);
    case 'number':
      return Number(node.text);
    case 'null':
      return null;
    default:
      return node.value;
  }
}

function parses(read: (text: string) => unknown, text: string): boolean {
  try {
    read(text);
    return true;
  } catch {
    return false;
  }
}

describe('the JSON reader', () => {
  test('reads what JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(plain(parseJson(text).root)).toEqual(JSON.parse(text));
      }),
      { numRuns: 500 },
    );
  });

  test('accepts exactly what JSON.parse accepts', () => {
    const piece = fc.constantFrom(
      ...[
        '{',
        '}',
        '[',
        ']',
        ',',
        ':',
        '"',
        '\\',
        '"a"',
        '"\\u0041"',
        '\\u00',
        '0',
        '1',
        '-',
        '.',
        'e',
        'E',
        '+',
      ],
      ...[
        '1.5',
        '-0',
        '01',
        'true',
        'false',
        'null',
        'nul',
        ' ',
        '\n',
        '\t',
        '\u00a0',
        '\u0000',
        '\ufeff',
        'é',
      ],
      ...['\ud800', '//', "'"],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        expect(parses(parseJson, text), JSON.stringify(text)).toBe(parses(JSON.parse, text));
      }),
      { numRuns: 5_000 },
    );
  });

  test('accepts exactly what JSON.parse accepts, of texts with one character changed', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(), fc.string({ maxLength: 2 }), (value, at, insert) => {
        const text = JSON.stringify(value);
        const cut = at % (text.length + 1);
        const changed = text.slice(0, cut) + insert + text.slice(cut + 1);
        expect(parses(parseJson, changed), changed).toBe(parses(JSON.parse, changed));
      }),
      { numRuns: 2_000 },
    );
  });

  test('keeps the text of numbers', () => {
    const { root } = parseJson('[9007199254740993, 1e400, -0, 3.0]');
    const texts = root.type === 'array' && root.items.map((item) => item.type === 'number' && item.text);
    expect(texts).toEqual(['9007199254740993', '1e400', '-0', '3.0']);
  });

  test.each([
    ['{"a":1,"a":2}', ['/a']],
    ['{"a":1,"a":1}', ['/a']],
    ['{"a":1,"\\u0061":1}', ['/a']],
    ['{"x":[{"a/b":1,"a/b":1}]}', ['/x/0/a~1b']],
    ['{"a":1,"a":1,"a":1}', ['/a', '/a']],
    ['{"a":{"a":1},"A":1}', []],
  ])('finds keys that stand twice in %s', (text, pointers) =>
    expect(parseJson(text).duplicateKeys).toEqual(pointers),
  );

  test('keeps the last of two members, and takes __proto__ for a key like any other', () => {
    const { root } = parseJson('{"__proto__":{"x":1},"constructor":2,"a":1,"a":2}');
    expect(member(member(root, '__proto__'), 'x')).toMatchObject({ text: '1' });
    expect(member(root, 'a')).toMatchObject({ text: '2' });
    expect(member(root, 'toString')).toBeUndefined();
  });

  test('says where each value stands', () => {
    const text = ' {"a": [1, "b\\n"]} ';
    const item = member(parseJson(text).root, 'a');
    expect(text.slice(item?.start, item?.end)).toBe('[1, "b\\n"]');
  });

  test('stops at a depth, whatever follows', () => {
    expect(() => parseJson('['.repeat(200_000))).toThrow(JsonTooComplexError);
    expect(parseJson('[[1]]', { depth: 2 }).root.type).toBe('array');
    expect(() => parseJson('[[[1]]]', { depth: 2 })).toThrow(/deeper than 2/);
  });

  test.each([
    ['', 'the text ends too early at offset 0'],
    ['{"a":1} x', 'text after the end of the JSON value at offset 8'],
    ['[1', 'an array is not closed at offset 2'],
    ['{"a"', 'no colon after a key at offset 4'],
    ['{"a":1', 'an object is not closed at offset 6'],
    ['{a:1}', 'no key where an object needs one at offset 1'],
    ['"\n"', 'a character that a string may not hold at offset 1'],
    ['"a', 'a string is not closed at offset 2'],
    ['<', 'no JSON value at offset 0'],
    ['{"a":1,}', 'a comma before } at offset 7'],
    ['[1, ]', 'a comma before ] at offset 4'],
    ['{"a":1 "b":2}', 'no comma or } after a member at offset 7'],
    ['[1 2]', 'no comma or ] after an element at offset 3'],
    ["{'a':1}", 'a single quote at offset 1'],
    ['{"a":1, // one\n"b":2}', 'a comment at offset 8'],
    ['/* ok */{}', 'a comment at offset 0'],
    ['{"a":NaN}', 'NaN at offset 5'],
    ['{"a":-Infinity}', '-Infinity at offset 5'],
    ['{"a":None}', 'None at offset 5'],
    ['{"a":Nonesuch}', 'no JSON value at offset 5'],
  ])('says what is wrong with %j', (text, message) =>
    expect(() => parseJson(text)).toThrow(
      new JsonSyntaxError(message.replace(/ at offset.*/, ''), Number(/\d+$/.exec(message)?.[0])),
    ),
  );

  test('escapes tokens of JSON Pointers', () => {
    expect(pointerToken('a~/b')).toBe('a~0~1b');
    expect(pointerKeys('/a~0~1b/0')).toEqual(['a~/b', '0']);
    expect(pointerKeys('')).toEqual([]);
  });
});

/** What is visited, as type, text, key and pointer. */
function visited(text: string): string[] {
  const found: string[] = [];
  const isJson = visitJson(text, ({ type, start, end, key, pointer }) => {
    found.push(`${type} ${text.slice(start, end)} ${key} ${pointer}`);
  });
  expect(isJson).toBe(true);
  return found;
}

describe('the keys and scalars of a JSON text', () => {
  test('are visited in their order, doubles too, with the place where they stand', () => {
    expect(visited(' {"a/b" : [1 , "x\\"" , [] , {} , [ true ]], "c":{"d~":null} ,"c" :-2.5e+3} ')).toEqual([
      'key "a/b" a/b /a~1b',
      'number 1 null /a~1b/0',
      'string "x\\"" null /a~1b/1',
      'boolean true null /a~1b/4/0',
      'key "c" c /c',
      'key "d~" d~ /c/d~0',
      'null null d~ /c/d~0',
      'key "c" c /c',
      'number -2.5e+3 c /c',
    ]);
    expect(visited('"a"')).toEqual(['string "a" null ']);
  });

  test('are found in what is JSON, no deeper than it is read', () => {
    const nested = (depth: number) => `${'[{"a":'.repeat(depth / 2)}1${'}]'.repeat(depth / 2)}`;
    expect(visitJson(nested(256), () => undefined)).toBe(true);
    expect(visitJson(nested(258), () => undefined)).toBe(false);
    for (const text of ['', '{"a":1,}', '[1', '[]]', '{"a"}'])
      expect(visitJson(text, () => undefined)).toBe(false);
  });

  test('a visitor that throws is not taken for a text that is no JSON', () => {
    const fail = () => {
      throw new Error('mine');
    };
    expect(() => visitJson('1', fail)).toThrow('mine');
  });
});

test('the punctuation between values is visited where it is', () => {
  const text = '{ "a" : [ 1 , 2 ] , "b" : { } }';
  const found: string[] = [];
  visitJson(
    text,
    () => undefined,
    ({ start, end, pointer }) => found.push(`${pointer} ${text.slice(start, end)}`),
  );
  expect(found.map((one) => one.split(' ')[1]).join('')).toBe('{:[,],:{}}');
});
