import { deleteAnswer, operationNames, putAnswer, recordingOf } from '../support/conforming.ts';
import { again, answer, type Changed, type Edit, only, type Run, record, run } from '../support/runs.ts';
import type { Waiver } from '../support/subject.ts';

/** Runs in which something is accepted, or was; the golden file has what becomes of each waiver and of the run. */

export interface WaivedRun {
  readonly run: Run;
  readonly waivers: readonly Waiver[];
}

const w = (id: string, rest: Partial<Waiver> = {}): Waiver => ({
  ...{ id, reason: 'agreed', owner: 'us', expires: '2030-01-01' },
  ...rest,
});
const waived = (edits: readonly (Edit | Changed)[], ...waivers: readonly Waiver[]): WaivedRun => ({
  run: run(...edits),
  waivers,
});

const { options } = recordingOf([]).header;
const strict: Changed = { options: { ...options, strict: true } };
const warned: Changed = { options: { ...options, staleWaivers: 'warn' } };
const scope = (operations: readonly string[], unauthorized: boolean): Changed => ({
  scope: { operations, unauthorized, conditionsSent: true },
});

const enabled = 'put.data.enabled:type';
const column = 'put.data.conditions.each.column:type';
const json = (value: unknown) => JSON.stringify(value);
const wrong = record('put', { enabled: 'yes' });
const bare = record('put', {}, { data: undefined });
const empty = answer('delete', 204, '');
const refused = answer('delete', 422, { status: 'no' });
const columns = (...values: readonly unknown[]) =>
  record('put', { conditions: values.map((value) => ({ ...putAnswer.data.conditions[0], column: value })) });
const numbers = Array.from({ length: 40 }, (_, at) => String(at));
const each = numbers.map((value) => w(column, { actual: json(value) }));
const same = Array.from({ length: 30 }, () => '3');
const { priority: _, ...withoutPriority } = deleteAnswer.data;

/** The refused DELETE without credentials, thirty times more. */
const moreRefusals: Edit = (all) => [
  ...all,
  ...all
    .filter(({ id }) => id === 'delete-no-header')
    .flatMap((one) => Array.from({ length: 30 }, (_, at) => ({ ...one, id: `${one.id}-${at + 2}` }))),
];

export const waivedRuns: Readonly<Record<string, WaivedRun>> = {
  'a stated deviation': waived([wrong], w(enabled)),
  'all ids that begin so': waived([record('put', { enabled: 'yes', entityId: 3 })], w('put.data.en*')),
  'what is only shown, strict': waived(
    [record('put', { entityId: '' }), strict],
    w('put.data.entityId:value'),
    w('put.data.entityId:echo'),
  ),
  'what a missing member blocks': waived([bare], w('put.data:presence')),
  'a missing member, beside a refusal': waived(
    [bare, again('put-authorised', answer('*', 422, { status: 'no' }))],
    w('put.data:presence'),
  ),
  'a DELETE that returns 204': waived([empty], w('delete:json')),
  'a DELETE that returns 204, beside more refusals than are listed': waived(
    [empty, moreRefusals],
    w('delete:json'),
  ),
  'a whole run': waived([answer('both', 204, '')], ...operationNames.map((name) => w(`${name}:json`))),
  'its value': waived([wrong], w(enabled, { actual: '"yes"' })),
  'another value': waived([wrong], w(enabled, { actual: '"no"' })),
  'a value in two places': waived([columns('3', '3')], w(column, { actual: '"3"' })),
  'one of two values': waived([columns('3', 1.5)], w(column, { actual: '"3"' })),
  'two values, of which one is not seen': waived(
    [columns('3', '3')],
    w(column, { actual: '"3"' }),
    w(column, { actual: '1.5' }),
  ),
  'a value in more places than are listed, another behind them': waived(
    [columns(...same, '4')],
    w(column, { actual: '"3"' }),
  ),
  'twenty values': waived([columns(...numbers.slice(0, 20))], ...each),
  'more values than are kept': waived([columns(...numbers)], ...each),
  'what conforms': waived([], w(enabled), w('put.data.entityId:value')),
  'what conforms, only told': waived([warned], w(enabled)),
  'what conforms, flaky': waived([], w(enabled, { flaky: true })),
  'expired, what conforms': waived([], w(enabled, { expires: '2025-01-06' })),
  'expired, what deviates': waived([wrong], w(enabled, { expires: '2025-01-06' })),
  'until the day of the run': waived([wrong], w(enabled, { expires: '2025-01-07' })),
  'for two weeks': waived([wrong], w(enabled, { expires: '2025-01-21' })),
  'what was not in scope': waived([only('put*'), scope(['put'], true)], w('delete.data.createdAt:format')),
  'a pattern, of which one was not exercised': waived(
    [record('put', { deletedAt: '' })],
    w('put.data.deletedAt*'),
  ),
  'a pattern, of which some were not in scope': waived(
    [only('both'), scope(operationNames, false)],
    w('put:*'),
  ),
  'what could not be judged': waived([refused], w('delete.data.name:type')),
  'some kept, one stale, one with another value': waived(
    [record('put', { enabled: 'yes', status: 7 })],
    w('put.data.name:type'),
    w(enabled, { actual: '"no"' }),
    w('put.data.status:type'),
  ),
};

/** Runs for which waivers are drafted; the golden file has the drafts. */
export const draftedRuns: Readonly<Record<string, Run>> = {
  'nothing deviates': run(),
  'what follows from a missing member': run(record('put', {}, { data: undefined, requestId: 7 })),
  'one value': run(wrong),
  'both operations': run(
    record('put', { enabled: 'yes', createdAt: 5 }),
    answer('delete', 200, { ...deleteAnswer, data: withoutPriority }),
  ),
};
