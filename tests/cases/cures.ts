import {
  deleteAnswer,
  putAnswer,
  automationRuleId as ruleId,
  sentTransformer,
} from '../support/conforming.ts';
import { answer, change, type Run, record, run } from '../support/runs.ts';
import type { Exchange } from '../support/subject.ts';

/** One mistake of a service each; golden/readings/cures.txt has its cause, its title and its cure. */

type Changes = Readonly<Record<string, unknown>>;
const absent = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, undefined]));
const { data, ...envelope } = putAnswer;
const { action, ...others } = data;
const { createdAt, updatedAt } = deleteAnswer.data;
const asText = Object.fromEntries(
  Object.entries(action).map(([name, value]) => [name, typeof value === 'number' ? `${value}` : value]),
);

/** Other members of the record, one case a line. */
const puts: readonly Changes[] = [
  absent('enabled'),
  absent('name', 'businessDataTypeId', 'enabled', 'derivativeType'),
  absent('conditions'),
  { conditions: undefined, rules: data.conditions },
  { action: undefined, links: [] },
  { action: asText },
  { conditions: [data.conditions[0], null] },
  { conditions: [...data.conditions, ...data.conditions] },
  { conditions: data.conditions.slice(1) },
  { name: 'FX' },
  { createdAt: 1736072430 },
  { enabled: 'true' },
  { deletedAt: '0000-00-00' },
];

const deletes: readonly Changes[] = [
  absent('createdAt'),
  absent('enableAutomationJournalApproved'),
  absent('enabled', 'deletedAt'),
  { automationRuleId: undefined, id: ruleId },
  { journalTypeId: undefined, typeId: 'a'.repeat(32) },
  { name: undefined, description: 'x' },
  { integrationId: undefined, journalTypeId: undefined, id: 'a'.repeat(32) },
  { integrationId: 4711 },
  { createdAt: undefined, gmtCreate: createdAt },
  { createdAt: undefined, created_at: createdAt },
  { createdAt: undefined, updatedAt: undefined, createTime: createdAt, updateTime: updatedAt },
  { deletedAt: null },
  { createdAt: '2025-02-29 10:20:30' },
];

/** Another body of the PUT. */
const bodies: readonly unknown[] = [
  { ...putAnswer, requestId: undefined },
  { data },
  { ...envelope, data: { ...others, ...action } },
  { ...envelope, result: data },
  { ...envelope, data: { error: 'x' } },
  { ...envelope, data: { a: 1, b: 2, c: 3, d: 4, e: 5 } },
  { response: putAnswer },
  data,
  [putAnswer],
];

/** No JSON: a byte order mark before it changes nothing. */
export const noJson: readonly (readonly string[])[] = [
  ['<!DOCTYPE html><html></html>'],
  ['<!-- app -->\n<html></html>'],
  ['<?xml version="1.0"?><!DOCTYPE html PUBLIC ""><html></html>'],
  ['<app-root></app-root>', 'text/html; charset=utf-8'],
  ['OK', 'text/plain'],
  ['{"status": "success"'],
  ['{"status":"success"}{"status":"success"}'],
  ['{"status":"success",}'],
  ['{"status":"success"/*1*/}'],
  ['{"status":"success" "data":1}'],
  ["{'status': 'success'}"],
  ['{"status":NaN}'],
  ['{"status":None}'],
  ['{"status":success}'],
];

/** What the run sent is in a form that the document excludes. */
const uuid = '01234567-89ab-cdef-0123-456789abcdef';
const hex = uuid.replaceAll('-', '');
const sent = (name: string, value: string) =>
  change('delete', ({ request }) => ({
    request: { ...request, addressed: { ...request.addressed, [name]: value } },
  }));
const ownBody = (changes: Changes) =>
  change('put', ({ request }: Exchange) => ({
    request: { ...request, body: JSON.stringify({ ...sentTransformer, ...changes }) },
  }));
const exactly = (amount: string, at: 'request' | 'response') =>
  change('put', ({ request, response }) => {
    const text = (was = '') => was.replace('"amount":16', `"amount":${amount}`);
    if (at === 'request') return { request: { ...request, body: text(request.body) } };
    return answer('*', 200, text(JSON.stringify(putAnswer)))([{ request, response } as Exchange])[0] ?? {};
  });
const mars = { action: { ...sentTransformer.action, timezone: 'Mars/Olympus' } };

const others_: Readonly<Record<string, Run>> = {
  'nothing in both': run(answer('both', 200, {})),
  'nothing in one, status in the other': run(
    answer('both', 200, {}),
    answer('put', 200, { status: 'success' }),
  ),
  'one level too deep': run(answer('delete', 200, { ...deleteAnswer, data: { rule: deleteAnswer.data } })),
  '204': run(answer('delete', 204, '', [])),
  '205': run(answer('delete', 205, '', [])),
  rounded: run(exactly('12345678901234567890', 'request'), exactly('12345678901234567000', 'response')),
  'an id of a setting': run(sent('entityId', uuid), record('delete', { entityId: uuid })),
  'an id of a command': run(sent('automationRuleId', uuid), record('delete', { automationRuleId: uuid })),
  'an id in the right form': run(sent('entityId', uuid), record('delete', { entityId: hex })),
  'a body of the operator: Mars': run(ownBody(mars), record('put', mars)),
  'a body of the operator: empty': run(
    ownBody({ businessDataTypeId: '' }),
    record('put', { businessDataTypeId: '' }),
  ),
};

const text = (_: string, value: unknown) => (value === undefined ? '(absent)' : value);
const named = (prefix: string, all: readonly unknown[], made: (one: never) => Run) =>
  Object.fromEntries(all.map((one) => [`${prefix} ${JSON.stringify(one, text)}`, made(one as never)]));

export const noJsonRun = ([body = '', type = 'application/json']: readonly string[], mark = ''): Run =>
  run(answer('put', 200, `${mark}${body}`, [['content-type', type]]));

export const cures: Readonly<Record<string, Run>> = {
  ...named('PUT record', puts, (changes: Changes) => run(record('put', changes))),
  ...named('DELETE record', deletes, (changes: Changes) => run(record('delete', changes))),
  ...named('PUT body', bodies, (body: unknown) => run(answer('put', 200, body))),
  ...named('PUT', noJson, (one: readonly string[]) => noJsonRun(one)),
  ...others_,
};
