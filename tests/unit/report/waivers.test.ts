import { describe, expect, test } from 'vitest';
import {
  conformingExchanges,
  deleteAnswer,
  operationNames,
  putAnswer,
  recordingOf,
  utf8Response,
  withAnswer,
  withBody,
} from '../../support/conforming.ts';
import { contract } from '../../support/engine.ts';
import { buildReport, type Exchange, type Report, type Waiver } from '../../support/subject.ts';

const open = { reason: 'agreed', owner: 'us', expires: '2030-01-01' };

function waiver(id: string, rest: Partial<Waiver> = {}): Waiver {
  return { id, ...open, ...rest };
}

type Header = Parameters<typeof recordingOf>[1];

function reportOf(exchanges: readonly Exchange[], waivers: readonly Waiver[], header: Header = {}): Report {
  return buildReport(contract, recordingOf(exchanges, { ...header, waivers }));
}

function verdictOf({ requirements }: Report, id: string): string | undefined {
  return requirements.find((row) => row.id === id)?.verdict;
}

const states = ({ waivers }: Report) => waivers.map(({ state }) => state);

function put(data: object): readonly Exchange[] {
  return withBody('put', JSON.stringify({ ...putAnswer, data: { ...putAnswer.data, ...data } }));
}

const { options } = recordingOf([]).header;
const enabled = 'put.data.enabled:type';
const wrong = put({ enabled: 'yes' });
const conforming = conformingExchanges();
const { data: _, ...noData } = putAnswer;
const withoutData = withBody('put', JSON.stringify(noData));

describe('a waiver', () => {
  test('covers a stated deviation, which stays in the report with its evidence', () => {
    const report = reportOf(wrong, [waiver(enabled)]);
    const stated = { waived: 1, deviates: 0 };
    expect(report.summary).toMatchObject({ outcome: 'conforms', exitCode: 0, stated });
    expect(report.summary.reasons.join('\n')).toContain(`${enabled} is accepted until`);
    expect(report.requirements.find(({ id }) => id === enabled)).toMatchObject({
      verdict: 'waived',
      waiver: 'agreed',
      counts: { deviates: 1 },
      evidence: [{ pointer: '/data/enabled', actual: '"yes"' }],
    });
    expect(report.waivers).toEqual([{ ...waiver(enabled), state: 'active', covers: [enabled] }]);
  });

  test('says nothing of other requirements', () => {
    const report = reportOf(put({ enabled: 'yes', name: 7 }), [waiver(enabled)]);
    expect(report.summary).toMatchObject({ exitCode: 1, stated: { waived: 1, deviates: 1 } });
    expect(report.summary.reasons[0]).toMatch(/^PUT: name is a number/);
  });

  test('of an id with a trailing * covers all that begins so', () => {
    const report = reportOf(put({ enabled: 'yes', entityId: 3 }), [waiver('put.data.en*')]);
    expect(report.summary.exitCode).toBe(0);
    expect(report.waivers[0]?.covers).toEqual(expect.arrayContaining([enabled, 'put.data.entityId:type']));
  });

  test('of a shown row counts under --strict', () => {
    const shown = put({ entityId: '' });
    const strict = { options: { ...options, strict: true } };
    expect(reportOf(shown, [], strict).summary.exitCode).toBe(1);
    const ids = ['put.data.entityId:value', 'put.data.entityId:echo'];
    const waivers = ids.map((id) => waiver(id));
    expect(reportOf(shown, waivers, strict).summary).toMatchObject({ exitCode: 0, shown: { waived: 2 } });
  });
});

describe('what was not exercised because of a waived row', () => {
  test('is covered with it, however far away', () => {
    const id = 'put.data:presence';
    expect(reportOf(withoutData, []).summary.exitCode).toBe(1);
    const report = reportOf(withoutData, [waiver(id)]);
    expect(report.summary).toMatchObject({ outcome: 'conforms', exitCode: 0 });
    const name = report.requirements.find((row) => row.id === 'put.data.name:echo');
    expect(name).toMatchObject({ verdict: 'not-exercised', because: expect.any(String), waiver: 'agreed' });
    expect(report.waivers[0]?.covers).toContain('put.data.action.amount:type');
    expect(report.summary.stated.notExercised).toBeGreaterThan(40);
  });

  test('is not covered where the row is only partly', () => {
    const report = reportOf(withoutData, [waiver('put.data:presence', { actual: 'null' })]);
    expect(report.summary.exitCode).toBe(1);
    expect(report.requirements.every((row) => row.waiver === undefined)).toBe(true);
  });

  test('is not covered where another response left it open for another reason', () => {
    const name = 'put.data.name:presence';
    const [first] = withoutData.filter(({ id }) => id === 'put-authorised');
    if (first === undefined) throw new Error('no authorised PUT');
    const refused = { ...first, id: 'put-authorised-2', response: utf8Response('{"status":"no"}', 422) };
    const report = reportOf([...withoutData, refused], [waiver('put.data:presence')]);
    expect(report.summary).toMatchObject({ outcome: 'incomplete', exitCode: 3 });
    const row = report.requirements.find(({ id }) => id === name);
    expect(row).toMatchObject({ verdict: 'not-exercised', because: 'put.data:presence' });
    expect(row?.waiver).toBeUndefined();
  });

  test('includes the requests whose response is the deviation: a DELETE that returns 204', () => {
    const empty = { ...utf8Response('', 204) };
    const bare = withAnswer('delete', empty);
    expect(reportOf(bare, []).summary.exitCode).toBe(1);
    const report = reportOf(bare, [waiver('delete:json')]);
    expect(report.summary).toMatchObject({ outcome: 'conforms', exitCode: 0 });
    expect(report.unanswered).toHaveLength(1);
  });

  test('includes refusals beyond those that are listed one by one', () => {
    const bare = withAnswer('delete', utf8Response('', 204));
    const [refusal] = bare.filter(({ id }) => id === 'delete-no-header');
    if (refusal === undefined) throw new Error('no refused DELETE');
    const more = Array.from({ length: 30 }, (_, at) => ({ ...refusal, id: `delete-no-header-${at + 2}` }));
    const report = reportOf([...bare, ...more], [waiver('delete:json')]);
    const row = report.requirements.find(({ id }) => id === 'delete:authorization');
    expect(row).toMatchObject({ waiver: 'agreed', counts: { notExercised: 31 } });
    expect(report.summary.exitCode).toBe(0);
  });

  test('is not a whole run', () => {
    const bare = conformingExchanges().map((one) =>
      one.credentials === 'authorised' ? { ...one, response: utf8Response('', 204) } : one,
    );
    const waivers = operationNames.map((name) => waiver(`${name}:json`));
    const report = reportOf(bare, waivers);
    expect(report.summary).toMatchObject({ outcome: 'incomplete', exitCode: 3 });
    expect(report.summary.reasons[0]).toBe('nothing conforms: all that was checked is accepted by waivers');
  });
});

describe('a narrowed waiver', () => {
  test('covers its value', () => {
    const report = reportOf(wrong, [waiver(enabled, { actual: '"yes"' })]);
    expect([report.summary.exitCode, ...states(report)]).toEqual([0, 'active']);
  });

  test('covers no other', () => {
    const report = reportOf(wrong, [waiver(enabled, { actual: '"no"' })]);
    expect(report.summary).toMatchObject({ exitCode: 1, reasons: [expect.stringContaining('enabled')] });
    expect(states(report)).toEqual(['other-value']);
  });

  const column = 'put.data.conditions.each.column:type';
  const conditions = (...columns: readonly unknown[]) =>
    put({ conditions: columns.map((value) => ({ ...putAnswer.data.conditions[0], column: value })) });

  test('leaves a row that deviates with another value as well', () => {
    const narrowed = waiver(column, { actual: '"3"' });
    expect(reportOf(conditions('3', '3'), [narrowed]).summary.exitCode).toBe(0);
    const report = reportOf(conditions('3', 1.5), [narrowed]);
    expect([report.summary.exitCode, ...states(report)]).toEqual([1, 'other-value']);
  });

  test('covers together with others of the same requirement; one that is not seen is no reason to fail', () => {
    const two = [waiver(column, { actual: '"3"' }), waiver(column, { actual: '1.5' })];
    const both = reportOf(conditions('3', 1.5), two);
    expect([both.summary.exitCode, ...states(both)]).toEqual([0, 'active', 'active']);
    const one = reportOf(conditions('3', '3'), two);
    expect([one.summary.exitCode, ...states(one)]).toEqual([0, 'active', 'other-value']);
  });

  test('is held against places that the evidence does not list', () => {
    const same = Array.from({ length: 30 }, () => '3');
    const narrowed = waiver(column, { actual: '"3"' });
    const listed = reportOf(conditions(...same), [narrowed]);
    expect(verdictOf(listed, column)).toBe('waived');
    const beyond = reportOf(conditions(...same, '4'), [narrowed]);
    const row = beyond.requirements.find(({ id }) => id === column);
    expect(row?.evidence.every(({ actual }) => actual === '"3"')).toBe(true);
    expect(row?.verdict).toBe('deviates');
    const both = reportOf(conditions(...same, '4'), [narrowed, waiver(column, { actual: '"4"' })]);
    expect(verdictOf(both, column)).toBe('waived');
  });

  test('covers nothing where a response has more values than are kept', () => {
    const values = Array.from({ length: 40 }, (_, index) => String(index));
    const each = values.map((value) => waiver(column, { actual: JSON.stringify(value) }));
    expect(verdictOf(reportOf(conditions(...values.slice(0, 20)), each), column)).toBe('waived');
    const again = [...values.slice(0, 10), ...values.slice(0, 20)];
    expect(verdictOf(reportOf(conditions(...again), each), column)).toBe('waived');
    expect(verdictOf(reportOf(conditions(...values), each), column)).toBe('deviates');
    expect(verdictOf(reportOf(conditions(...values), [waiver(column)]), column)).toBe('waived');
  });
});

describe('a waiver that covers nothing', () => {
  test('is stale where what it names conforms, and fails the run by name', () => {
    const report = reportOf(conforming, [waiver(enabled), waiver('put.data.entityId:value')]);
    const expected = { outcome: 'stale-waivers', exitCode: 1, actor: 'waiver-owner', retryMayHelp: false };
    expect(report.summary).toMatchObject(expected);
    expect(report.summary.reasons.slice(0, 2)).toEqual(report.conclusion.why);
    expect(states(report)).toEqual(['stale', 'stale']);
    expect(report.conclusion.verdict).toBe(
      'The service conforms; two waivers are no longer needed, which fails the run',
    );
    expect(report.conclusion.act).toBe('By us: remove the 2 waivers that are no longer needed');
  });

  test('is only told of where the operator wants it so', () => {
    const header = { options: { ...options, staleWaivers: 'warn' } } as const;
    const { summary, conclusion } = reportOf(conforming, [waiver(enabled)], header);
    expect(summary).toMatchObject({ outcome: 'conforms', exitCode: 0 });
    const why = `The waiver of ${enabled} (us) is no longer needed: what it accepts conforms now`;
    expect(conclusion.why).toEqual([why]);
    expect(summary.reasons).toContain(why);
  });

  test('is expired after its last day, covers nothing and stops nothing', () => {
    const report = reportOf(wrong, [waiver(enabled, { expires: '2025-01-06' })]);
    const stated = { waived: 0, deviates: 1 };
    expect(report.summary).toMatchObject({ outcome: 'deviates', exitCode: 1, stated });
    expect(states(report)).toEqual(['expired']);
    expect(report.summary.reasons).toContain(
      `The waiver of ${enabled} (us) expired on 2025-01-06 and accepts nothing`,
    );
    expect(report.conclusion.act).toMatch(/: fix what deviates\. By us: once it is fixed, remove /);
    expect(reportOf(conforming, [waiver(enabled, { expires: '2025-01-06' })]).summary.exitCode).toBe(0);
  });

  test.each([
    ['2025-01-07', true],
    ['2025-01-21', true],
    ['2025-01-22', false],
  ])('is announced to expire within 14 days: %s', (expires, isTold) => {
    const { summary } = reportOf(wrong, [waiver(enabled, { expires })]);
    expect(summary.exitCode).toBe(0);
    expect(summary.reasons.some((reason) => reason.includes('expires soon'))).toBe(isTold);
  });

  test('is not stale where it is flaky', () => {
    const report = reportOf(conforming, [waiver(enabled, { flaky: true })]);
    expect([report.summary.exitCode, ...states(report)]).toEqual([0, 'flaky']);
  });

  test('is dormant where what it names was not exercised', () => {
    const putOnly = conforming.filter(({ operation }) => operation === 'put');
    const scope = { operations: ['put'], unauthorized: true, conditionsSent: true } as const;
    const report = reportOf(putOnly, [waiver('delete.data.createdAt:format')], { scope });
    expect([report.summary.exitCode, ...states(report)]).toEqual([0, 'dormant']);
  });

  test('with a pattern is stale only when every stated requirement of it was exercised and conforms', () => {
    const all = reportOf(put({ deletedAt: '' }), [waiver('put.data.deletedAt*')]);
    expect(verdictOf(all, 'put.data.deletedAt:type')).toBe('conforms');
    expect(verdictOf(all, 'put.data.deletedAt:format')).toBe('not-exercised');
    expect(states(all)).toEqual(['stale']);
    const authorised = conforming.filter(({ credentials }) => credentials === 'authorised');
    const scope = { operations: operationNames, unauthorized: false, conditionsSent: true };
    const part = reportOf(authorised, [waiver('put:*')], { scope });
    expect([part.summary.exitCode, ...states(part)]).toEqual([0, 'dormant']);
    const one = reportOf(wrong, [waiver('put.data.enabled*')]);
    expect([one.summary.exitCode, ...states(one)]).toEqual([0, 'active']);
  });

  test('does not hide that the run could not be judged', () => {
    const refused = withAnswer('delete', utf8Response('{"status":"no"}', 422));
    const report = reportOf(refused, [waiver('delete.data.name:type')]);
    expect([report.summary.exitCode, ...states(report)]).toEqual([3, 'dormant']);
    const { summary } = reportOf(refused, [waiver(enabled)]);
    expect(summary).toMatchObject({ outcome: 'incomplete', exitCode: 3 });
  });
});

test('a report without waivers has an empty list of them', () => {
  const body = withBody('delete', JSON.stringify(deleteAnswer));
  expect(buildReport(contract, recordingOf(body)).waivers).toEqual([]);
});
