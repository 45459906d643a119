import { putAnswer, refusalBody } from '../support/conforming.ts';
import { answer, change, type Edit, only, type Run, record, run } from '../support/runs.ts';

/** What was not there to be looked at, a requirement that is not exercised, and the run. The golden file has the cause. */
export type SilentRow = readonly [what: string, id: string, given: Run];

const conditions = 'put.data.conditions';
const [first, second] = putAnswer.data.conditions;
const refused = (where: string, status: number): Edit => answer(where, status, refusalBody);
const noHeader = 'delete-no-header';
const otherTypes = [{ type: 'A' }, { type: 'B' }];
const sentText = (body: string) => change('put', ({ request }) => ({ request: { ...request, body } }));
const sent = (body: unknown) => sentText(JSON.stringify(body));
const elsewhere = change('delete', ({ request }) => ({ request: { ...request, url: `${request.url}x` } }));
const unsent = change('put', ({ request: { body: _, ...request } }) => ({ request }));
const masked = (at: string, part: 'body' | 'request-body' = 'body') =>
  change('put', () => ({ masked: [{ part, at, what: 'password' }] }));

const column = `${conditions}.each.column`;

const ofRecords: readonly SilentRow[] = [
  ['no data', 'put.data.name:presence', run(record('put', {}, { data: undefined }))],
  ['no data, deeper', 'put.data.action.amount:type', run(record('put', {}, { data: undefined }))],
  ['data is a list', 'put.data.name:presence', run(record('put', {}, { data: [] }))],
  ['no action', 'put.data.action:type', run(record('put', { action: undefined }))],
  ['no conditions', `${conditions}.each.jsonPath:absence`, run(record('put', { conditions: undefined }))],
  ['conditions is a text', `${column}:type`, run(record('put', { conditions: 'none' }))],
  ['no elements', `${column}:presence`, run(record('put', { conditions: [] }))],
  ['elements are texts', `${column}:type`, run(record('put', { conditions: ['a', 'b'] }))],
  ['a text, then an empty object', `${column}:type`, run(record('put', { conditions: ['a', {}] }))],
  ['an element fewer', `${column}:echo`, run(record('put', { conditions: [second] }))],
  [
    'an element fewer, its word',
    `${conditions}.each.type:value`,
    run(record('put', { conditions: [first] })),
  ],
  ['createdAt is a number', 'put.data.createdAt:format', run(record('put', { createdAt: 7 }))],
  ['name is null', 'put.data.name:echo', run(record('put', { name: null }))],
  ['an empty deletedAt', 'put.data.deletedAt:format', run(record('put', { deletedAt: '' }))],
  ['a requestId that is a number', 'put.requestId:uniqueness', run(record('put', {}, { requestId: 7 }))],
  ['none were sent', `${column}:presence`, run(sent({ conditions: [] }), record('put', { conditions: [] }))],
  ['another type was sent', `${conditions}.each.type:value`, run(sent({ conditions: otherTypes }))],
  ['no array was sent', `${conditions}:count`, run(sent({ conditions: 'none' }))],
  ['the name was not sent', 'put.data.name:echo', run(sent({}))],
  ['nothing was sent', 'put.data.name:echo', run(unsent)],
  ['what was sent is no JSON', 'put.data.name:echo', run(sentText('name=x'))],
  ['a secret in the field', 'put.data.name:echo', run(masked('/data/name'))],
  ['secrets everywhere', 'put.data.createdAt:format', run(masked(''))],
  ['a secret in the requestId', 'put.requestId:uniqueness', run(masked('/requestId'))],
];

const ofResponses: readonly SilentRow[] = [
  ['204', 'put.status:presence', run(answer('put', 204, ''))],
  ['a list', 'put.status:presence', run(answer('put', 200, '[]'))],
  ['422', 'put.status:presence', run(answer('put', 422, {}))],
  ['a page, 500', 'put:json', run(answer('put', 500, '<html>'))],
  ['an error under 200', 'put.data:presence', run(answer('put', 200, { status: 'error', data: {} }))],
  ['too deep', 'put:json', run(answer('put', 200, '['.repeat(300)))],
  ['the PUT alone', 'put.requestId:uniqueness', run(only('put*'))],
  ['the PUT alone, the other operation', 'delete:json', run(only('put*'))],
  ['nothing, 202, without credentials', 'delete:authorization', run(answer(noHeader, 202, ''))],
  ['a page without credentials', 'delete:authorization', run(answer(noHeader, 200, '<html>'))],
  ['429 without credentials', 'delete:authorization', run(refused(noHeader, 429))],
  ['503 without credentials', 'delete:authorization', run(refused(noHeader, 503))],
  ['500 for a made-up token', 'delete:made-up-token', run(refused('delete-made-up-token', 500))],
  ['404 for everybody', 'delete:authorization', run(refused('delete', 404), refused(noHeader, 404))],
  ['401, then no JSON', 'delete:authorization', run(refused(noHeader, 401), answer('delete', 204, ''))],
  ['the DELETE elsewhere', 'delete:authorization', run(elsewhere)],
  ['no exchange at all', 'put:json', run(only('nothing'))],
];

export const silentRows: readonly SilentRow[] = [...ofRecords, ...ofResponses];

const wrong = { createdAt: '2025-02-30 10:20:30', priority: '1', enabled: 'true', conditions: null };

/** Several faults at once. */
export const faulty = run(record('delete', wrong, { status: 'OK' }));
