/** JSON texts, and what is wrong with them or twice in them. */

/** `null` where it is JSON. */
export type JsonRow = readonly [text: string, problem: string | null];

export const jsonRows: readonly JsonRow[] = [
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
  ['\u00a0{}', 'no JSON value at offset 0'],
  [' {"\\\\" : "\\u0000\\u000b\\u001f\\t", "b": [1e+21, -0, 1.50]} ', null],
  ['{"__proto__":{"x":1},"constructor":2,"toString":[]}', null],
];

/** Keys that occur more than once, as JSON Pointers. */
export const twiceRows: readonly (readonly [text: string, pointers: readonly string[]])[] = [
  ['{"a":1,"a":2}', ['/a']],
  ['{"a":1,"\\u0061":1}', ['/a']],
  ['{"x":[{"a/b":1,"a/b":1}]}', ['/x/0/a~1b']],
  ['{"a~":1,"a~":1,"a~":1}', ['/a~0', '/a~0']],
  ['{"a":{"a":1},"A":1}', []],
  ['{"a":1,"b":[{"c":1,"c":2}],"a":3}', ['/b/0/c', '/a']],
];

/** Numbers as they are written: whether each is an integer. */
export const integers = '0 -0 0.0 3.0 -7 1e2 1.5e1 1E+2 100e-2 1e400 9007199254740993 0e-9 120.50e1'.split(
  ' ',
);
export const fractions = '1.5 -0.1 1e-1 15e-1 1.0000000000000000001 0.1e-400 120.55e1 1e-400'.split(' ');

/** Values as they are written, what was sent and what came back, and whether they are the same. */
export const equalRows: readonly (readonly [sent: string, returned: string, same: boolean])[] = [
  ['1', '1.0', true],
  ['10', '1e1', true],
  ['16', '1.6e1', true],
  ['-0', '0', true],
  ['0', '0e999999', true],
  ['5', '50E-1', true],
  ['1e400', '10e399', true],
  ['1e400', '1e401', false],
  ['1', '-1', false],
  ['9007199254740993', '9007199254740992', false],
  ['9007199254740993', '9007199254740993.0', true],
];
