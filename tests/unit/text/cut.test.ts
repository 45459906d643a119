import { describe, expect, test } from 'vitest';
import { cut } from '../../../src/text/cut.ts';
import { putAnswer, withBody } from '../../support/conforming.ts';
import { findingsOf } from '../../support/engine.ts';

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

test('values that deviate are counted as distinct ones, however often each occurs', () => {
  const words = Array.from({ length: 10 }, (_, at) => `word ${at}`);
  const conditions = [...words, ...words, 'one more'].map((column) => ({ column }));
  const body = JSON.stringify({ ...putAnswer, data: { ...putAnswer.data, conditions } });
  const found = findingsOf(withBody('put', body)).get('put.data.conditions.each.column:type');
  expect(found?.actuals?.size).toBe(11);
});

test.each([
  ['what was sent', 'put.data.name:echo', { name: 'other' }, /^"FX revaluation"$/],
  ['a fixed word', 'put.status:value', null, /^"success"$/],
  ['a form, which many values have', 'put.data.createdAt:format', { createdAt: 'yesterday' }, null],
  ['what conforms', 'put.data.name:echo', {}, null],
])('evidence has the only value that is wanted: %s', (_, id, data, wanted) => {
  const status = data === null ? { status: 'SUCCESS' } : {};
  const body = JSON.stringify({ ...putAnswer, ...status, data: { ...putAnswer.data, ...data } });
  const [evidence] = findingsOf(withBody('put', body)).get(id)?.evidence ?? [];
  expect(evidence?.wanted ?? '').toMatch(wanted ?? /^$/);
  expect(evidence).toBeDefined();
});
