import { describe, expect, test } from 'vitest';
import { isOfTheSame } from '../../../src/report/change.ts';
import { matrixOf, reduced } from '../../../src/report/matrix.ts';
import {
  conformingExchanges,
  deleteAnswer,
  putAnswer,
  recordingOf,
  withBody,
} from '../../support/conforming.ts';
import { reportOf } from '../../support/engine.ts';
import { changeOf, compareReports, type Report, withChange } from '../../support/subject.ts';

function put(changes: object, header: Parameters<typeof recordingOf>[1] = {}): Report {
  const body = JSON.stringify({ ...putAnswer, data: { ...putAnswer.data, ...changes } });
  return reportOf(recordingOf(withBody('put', body), header));
}

const sound = reportOf(recordingOf(conformingExchanges()));
const enabled = 'put.data.enabled:type';
const wrong = put({ enabled: 'yes' }, { runId: 'early', startedAt: '2025-01-01T00:00:00.000Z', label: 'v1' });

describe('the verdict, with its counts', () => {
  test.each([
    ['same', sound, sound, 'nothing changed'],
    ['same', wrong, put({ enabled: 'yes' }), '1 deviation as before'],
    ['worse', sound, wrong, '1 new deviation'],
    ['better', wrong, sound, '1 fixed'],
    ['mixed', wrong, put({ status: 1 }), '1 new deviation, 1 fixed'],
  ])('%s', (verdict, before, after, words) => {
    const change = changeOf(before, after, 'named');
    expect(change.verdict).toBe(verdict);
    expect(change.sentence).toContain(`: ${words}`);
  });

  test('not comparable where the runs have nothing in common', () => {
    const only = (operation: string) => ({
      scope: { operations: [operation], unauthorized: true, conditionsSent: true },
    });
    const change = changeOf(put({}, only('put')), put({}, only('delete')), 'named');
    expect(change).toMatchObject({ verdict: 'not-comparable', appeared: [], against: { runId: 'run1' } });
    expect(change.sentence).toMatch(/^Not comparable: the reports have no requirement in common/);
  });
});

test('names the run, its day, its build, and that its report is replaced', () =>
  expect(changeOf(wrong, sound, 'replaced').sentence).toMatch(
    /^Better than run early of 2025-01-01, build v1 \(report replaced\): /,
  ));

test('what only follows from another change is counted, and is no change of its own', () => {
  const { data: _, ...bare } = deleteAnswer;
  const change = changeOf(sound, reportOf(recordingOf(withBody('delete', JSON.stringify(bare)))), 'named');
  expect(change.appeared).toEqual(['delete.data:presence']);
  expect(change.lost).toEqual([]);
  expect(change.consequences).toBeGreaterThan(40);
});

test('a deviation that another one hides now is known, and not seen', () => {
  const { data: _, ...bare } = putAnswer;
  const change = changeOf(wrong, reportOf(recordingOf(withBody('put', JSON.stringify(bare)))), 'named');
  expect(change).toMatchObject({ appeared: ['put.data:presence'], unseen: [{ id: enabled }], fixed: [] });
});

test('a comparison and a matrix of two say the same of what only follows', () => {
  const { data: _, ...bare } = putAnswer;
  const { action: __, ...data } = putAnswer.data;
  const reports = [
    ...[sound, wrong, put({ enabled: 'yes', conditions: [] }), put({ action: 1 }), put({ status: 1 })],
    ...[bare, { ...putAnswer, data }].map((body) =>
      reportOf(recordingOf(withBody('put', JSON.stringify(body)))),
    ),
  ];
  for (const before of reports)
    for (const after of reports) {
      const { requirements } = matrixOf(
        [before, after].map((one) => reduced(one, null)),
        'as given',
      );
      const ids = (wanted: string) =>
        requirements.flatMap(({ id, difference }) => (difference === wanted ? [id] : [])).sort();
      const { flips, summary } = compareReports(before, after, { strict: false });
      expect(flips.map(({ id }) => id).sort()).toEqual(ids('columns'));
      expect(summary.consequences).toBe(ids('consequence').length);
    }
});

test('a deviation that stays is listed, with its value where that changed, and since when', () => {
  const later = put({ enabled: 'no' }, { runId: 'later', startedAt: '2025-02-01T00:00:00.000Z' });
  const first = changeOf(wrong, later, 'named');
  const since = { startedAt: '2025-01-01T00:00:00.000Z', label: 'v1' };
  expect(first.still).toEqual([{ id: enabled, since, value: { before: '"yes"', after: '"no"' } }]);
  const next = changeOf(withChange(later, first), put({ enabled: 'no' }), 'named');
  expect(next.still).toEqual([{ id: enabled, since, value: null }]);
});

test('what deviates in some responses only is flaky', () => {
  const body = JSON.stringify({ ...putAnswer, data: { ...putAnswer.data, enabled: 'yes' } });
  const again = withBody('put', body)
    .filter(({ credentials, operation }) => credentials === 'authorised' && operation === 'put')
    .map((exchange) => ({ ...exchange, id: 'put-authorised-2', probe: 'put-authorised-2' }));
  const report = reportOf(recordingOf([...conformingExchanges(), ...again]));
  expect(changeOf(sound, report, 'named').flaky).toContain(enabled);
  expect(report.conclusion.why.join('\n')).toContain('in 1 of 2 responses');
});

test('a report that is replaced counts only if it is of the same target and scope', () => {
  const elsewhere = put({}, { target: { baseUrl: 'http://127.0.0.1:2', reference: false } });
  expect([isOfTheSame(sound, sound), isOfTheSame(elsewhere, sound)]).toEqual([true, false]);
});
