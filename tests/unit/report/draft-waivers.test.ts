import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { draftExpiry, draftWaivers } from '../../../src/report/draft-waivers.ts';
import { readWaivers } from '../../../src/settings/waivers-file.ts';
import {
  conformingExchanges,
  deleteAnswer,
  putAnswer,
  recordingOf,
  withBody,
} from '../../support/conforming.ts';
import { contract } from '../../support/engine.ts';
import { buildReport, type Exchange, type Report, type Waiver } from '../../support/subject.ts';

const day = '2026-12-31';

function reportOf(exchanges: readonly Exchange[], waivers: readonly Waiver[] = []): Report {
  return buildReport(contract, recordingOf(exchanges, { waivers }));
}

function put(data: object): readonly Exchange[] {
  return withBody('put', JSON.stringify({ ...putAnswer, data: { ...putAnswer.data, ...data } }));
}

/** What somebody who fills in a draft makes of it. */
function filled(report: Report): readonly Waiver[] {
  const { kept, added } = draftWaivers(report, day);
  const text = JSON.stringify({ waivers: [...kept, ...added] }).replaceAll('FILL IN', 'because of');
  const read = readWaivers(text, { today: '2026-01-01', contract });
  if ('problems' in read) throw new Error(read.problems.join('\n'));
  return read.value;
}

test('there is one for everything that deviates, stated or shown, and none for what follows from it', () => {
  const { data: _, ...noData } = putAnswer;
  const exchanges = withBody('put', JSON.stringify({ ...noData, requestId: 7 }));
  const { added, kept, stale } = draftWaivers(reportOf(exchanges), day);
  expect(added.map(({ id }) => id)).toEqual(['put.requestId:type', 'put.data:presence']);
  expect([kept, stale]).toEqual([[], []]);
  const shown = draftWaivers(reportOf(put({ entityId: '' })), day).added.map(({ id }) => id);
  expect(shown).toEqual(['put.data.entityId:value', 'put.data.entityId:echo']);
});

test('reason and owner are left to fill in, and refused before', () => {
  const { added } = draftWaivers(reportOf(put({ enabled: 'yes' })), day);
  expect(added).toEqual([
    {
      id: 'put.data.enabled:type',
      reason: 'FILL IN why this is accepted for now',
      owner: 'FILL IN who is responsible for it',
      expires: day,
      actual: '"yes"',
    },
  ]);
  const read = readWaivers(JSON.stringify({ waivers: added }), { today: '2026-01-01', contract });
  expect(read).toHaveProperty('problems', [
    expect.stringContaining('as its "reason"'),
    expect.stringContaining('as its "owner"'),
  ]);
});

const condition = putAnswer.data.conditions[0];
const createdAt = (value: unknown) =>
  withBody('delete', JSON.stringify({ ...deleteAnswer, data: { ...deleteAnswer.data, createdAt: value } }));

test.each([
  ['one value everywhere', put({ conditions: [0, 1].map(() => ({ ...condition, column: '3' })) }), '"3"'],
  ['two values', put({ conditions: ['3', '4'].map((column) => ({ ...condition, column })) }), undefined],
  ['a time', createdAt('2026-01-15T09:30:00'), undefined],
  ['a requestId', withBody('put', JSON.stringify({ ...putAnswer, requestId: 7 })), undefined],
  ['the id of the run', put({ name: 'cut run1' }), undefined],
  ['an identifier', put({ businessDataTypeId: 'deadbeefdeadbeef' }), undefined],
  [
    'more places than are listed',
    put({ conditions: Array(30).fill({ ...condition, column: '3' }) }),
    undefined,
  ],
])('actual is filled in for %s', (_, exchanges, actual) => {
  const { added } = draftWaivers(reportOf(exchanges), day);
  const drafted = added.find(({ id }) => !id.endsWith(':count'));
  expect(drafted?.actual).toBe(actual);
});

test('once filled in, it makes the same responses conform', () => {
  const { priority: _, ...record } = deleteAnswer.data;
  const deletes = withBody('delete', JSON.stringify({ ...deleteAnswer, data: record }));
  const puts = put({ enabled: 'yes', createdAt: 5, conditions: [{ ...condition, column: '3' }] });
  const both = [
    ...puts.filter(({ operation }) => operation !== 'delete'),
    ...deletes.filter(({ operation }) => operation === 'delete'),
  ];
  expect(reportOf(both).summary.exitCode).toBe(1);
  const report = reportOf(both, filled(reportOf(both)));
  expect(report.summary).toMatchObject({ outcome: 'conforms', exitCode: 0 });
  expect(report.waivers.every(({ state }) => state === 'active')).toBe(true);
});

test('the waivers of the run are kept, but for stale ones', () => {
  const open = { reason: 'agreed', owner: 'us', expires: day };
  const own: readonly Waiver[] = [
    { id: 'put.data.name:type', ...open },
    { id: 'put.data.enabled:type', ...open, actual: '"no"' },
    { id: 'put.data.status:type', ...open },
  ];
  const exchanges = put({ enabled: 'yes', status: 7 });
  const report = reportOf(exchanges, own);
  const { added, kept, stale } = draftWaivers(report, day);
  expect(kept).toEqual(own.slice(1));
  expect(stale).toEqual(['put.data.name:type']);
  expect(added).toMatchObject([{ id: 'put.data.enabled:type', actual: '"yes"' }]);
  expect(reportOf(exchanges, filled(report)).summary.exitCode).toBe(0);
});

test('nothing comes of a conforming run', () =>
  expect(draftWaivers(reportOf(conformingExchanges()), day)).toEqual({
    added: [],
    kept: [],
    stale: [],
    expired: [],
  }));

test('a draft of the last month of the calendar names its last day, one of no time is to be filled in', () => {
  expect(draftExpiry(Date.UTC(2026, 0, 1))).toBe('2026-01-31');
  expect(draftExpiry(Date.UTC(9999, 11, 20))).toBe('9999-12-31');
  expect(draftExpiry(Number.NaN)).toMatch(/^FILL IN/);
});

test('docs/waivers.md has the days for which a draft holds', () => {
  const documented = /holds for (\d+) days/.exec(readFileSync('docs/waivers.md', 'utf8'))?.[1];
  expect(draftExpiry(0)).toBe(new Date(Number(documented) * 86_400_000).toISOString().slice(0, 10));
});
