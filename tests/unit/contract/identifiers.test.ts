import { describe, expect, test } from 'vitest';
import { identifierListProblems, identifierProblem } from '../../../src/contract/identifiers.ts';
import { requestPath } from '../../../src/run/plan.ts';

const pathOf = (id: string) => requestPath(new URL('http://host'), '/entity/{id}/x', { id });

const refused: readonly (readonly [string, string, RegExp])[] = [
  ['nothing', '', /empty/],
  ['a dot', '.', /dot segment/],
  ['two dots', '..', /dot segment/],
  ['a slash', 'a/b', /slash/],
  ['a slash at its end', 'a/', /slash/],
  ['a backslash', 'a\\b', /slash/],
  ['an encoded slash', 'a%2fb', /mean something in a URL/],
  ['encoded dots', '%2e%2e', /mean something in a URL/],
  ['a query', 'a?b', /mean something in a URL/],
  ['a fragment', 'a#b', /mean something in a URL/],
  ['a space', 'a b', /white space/],
  ['only a space', ' ', /white space/],
  ['a line feed at its end', 'a\n', /white space/],
  ['a tab', 'a\tb', /white space/],
  ['a no-break space', 'a\u00a0b', /white space/],
  ['an ideographic space', 'a\u3000b', /white space/],
  ['NUL', 'a\u0000b', /control/],
  ['DEL', 'a\u007fb', /control/],
  ['a C1 control', 'a\u0085b', /control/],
  ['a zero-width space', 'a\u200bb', /invisible/],
  ['a bidirectional override', 'a\u202eb', /invisible/],
  ['a lone high surrogate', 'a\ud800', /surrogate/],
  ['a lone low surrogate', '\udc00a', /surrogate/],
  ['257 characters', 'a'.repeat(257), /longer than 256/],
];

test.each(refused)('identifiers that could change the path: %s is refused', (_, value, problem) => {
  expect(identifierProblem(value)).toMatch(problem);
  expect(() => pathOf(value)).toThrow(problem);
});

test.each([
  ['0123456789abcdef0123456789abcdef', '0123456789abcdef0123456789abcdef'],
  ['a'.repeat(256), 'a'.repeat(256)],
  ['...', '...'],
  ['.a', '.a'],
  ['a;b:c@d&e=f+g,h$', 'a%3Bb%3Ac%40d%26e%3Df%2Bg%2Ch%24'],
  ['ä', '%C3%A4'],
  ['規則😀', '%E8%A6%8F%E5%89%87%F0%9F%98%80'],
])('identifiers that stay one segment: %s', (value, segment) => {
  expect(identifierProblem(value)).toBeNull();
  expect(pathOf(value)).toBe(`/entity/${segment}/x`);
  expect(new URL(pathOf(value), 'http://host').pathname).toBe(`/entity/${segment}/x`);
});

describe('lists of identifiers', () => {
  test('are fine when each is and none stands twice', () =>
    expect(identifierListProblems(['a', 'b', 'A'])).toEqual([]));

  test('name every broken one by its position, and every repeated one once', () =>
    expect(identifierListProblems(['a', '', 'b', 'a', 'a', '..', ''])).toEqual([
      'identifier 2 of 7 is empty',
      'identifier 6 of 7 is a dot segment, which changes the path',
      'identifier 7 of 7 is empty',
      '"a" appears more than once',
    ]));
});
