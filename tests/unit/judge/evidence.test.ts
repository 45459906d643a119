import { expect, test } from 'vitest';
import { bounds } from '../../../src/bounded/bounds.ts';
import { RequirementTally } from '../../../src/judge/tally.ts';
import { putAnswer, withBody } from '../../support/conforming.ts';
import { findingsOf } from '../../support/engine.ts';

test('values that deviate are counted as distinct ones, however often each occurs', () => {
  const words = Array.from({ length: 10 }, (_, at) => `word ${at}`);
  const conditions = [...words, ...words, 'one more'].map((column) => ({ column }));
  const body = JSON.stringify({ ...putAnswer, data: { ...putAnswer.data, conditions } });
  const found = findingsOf(withBody('put', body)).get('put.data.conditions.each.column:type');
  expect(found?.actuals?.size).toBe(11);
});

test('values that deviate are kept up to their limit, and none beyond it', () => {
  const tally = new RequirementTally();
  const most = Array.from({ length: bounds.actuals }, (_, at) => `value ${at}`);
  tally.addActuals(most);
  expect(tally.findings().actuals).toEqual(new Set(most));
  tally.addActuals(['one more']);
  expect(tally.findings().actuals).toBeNull();
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
