import { describe, expect, test } from 'vitest';
import { isOrdinaryHeader } from '../../../src/http/ordinary-header.ts';
import { isDocumented, isOwnWord } from '../../../src/secrets/ordinary-text.ts';
import { contract } from '../../support/engine.ts';

describe("a header's value", () => {
  test.each([
    '2024-01-02',
    '2024-01-02T03:04:05Z',
    '2024-01-02 03:04:05.123+01:00',
    'Tue, 02 Jan 2024 03:04:05 GMT',
    ...'03:04:05 42 -1.5 123456789012345 10.20.30.40 v2.10 true staging Production EUROPE'.split(' '),
    ...'eu-west blue/green text/plain JOURNAL data'.split(' '),
  ])('%s tells nothing', (value) => expect(isOrdinaryHeader(['X-Anything', value])).toBe(true));

  test.each([
    '1234567890123456',
    '4111 1111 1111 1111',
    '550e8400-e29b-41d4-a716-446655440000',
    '0123456789abcdef0123456789abcdef',
    'correct-horse-battery-staple',
    'qWeRtYuIoPaSdFgH',
    'hunter2',
    'gate-0815',
    'a@b.example',
  ])('%s may be a secret', (value) => expect(isOrdinaryHeader(['X-Anything', value])).toBe(false));

  test('under a name that says secret is one', () => {
    for (const name of ['X-Api-Key', 'X-Access-Token', 'X-Password', 'Cookie']) {
      expect(isOrdinaryHeader([name, 'swordfish'])).toBe(false);
      expect(isOrdinaryHeader([name, '12345678'])).toBe(false);
      expect(isOrdinaryHeader([name, 'JOURNAL'])).toBe(false);
    }
  });
});

test('a word that is not of the document may be a token', () => {
  expect(isDocumented('swordfish', contract)).toBe(false);
  expect(isDocumented('2024-01-02', contract)).toBe(false);
  expect(isDocumented('2026', contract)).toBe(true);
  expect(isDocumented('automation', contract)).toBe(true);
});

test("a word of our formats is no token, and may be another's secret", () => {
  expect(['background', 'testcase', 'Properties', 'swordfish'].map(isOwnWord)).toEqual([
    true,
    true,
    true,
    false,
  ]);
  expect(isDocumented('background', contract)).toBe(false);
});
