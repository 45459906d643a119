import { putAnswer, sentTransformer } from '../support/conforming.ts';
import type { FailureKind } from '../support/subject.ts';

/** Responses to a PUT; golden/contract/responses.txt has what each means, with the token and without. */

/** A body that is no text is sent as JSON. */
export type ResponseRow = readonly [what: string, status: number, body: unknown];

const { derivativeFactTransformerId, createdAt, updatedAt } = putAnswer.data;
const fewest = { derivativeFactTransformerId, createdAt, updatedAt };
const snake = { derivative_fact_transformer_id: 'x', created_at: 'y', updated_at: 'z' };
const kebab = { 'derivative-fact-transformer-id': 'x', 'Created-At': 'y', UPDATEDAT: 'z' };
const { enabled: _, ...unsent } = { ...putAnswer.data, deletedAt: '', status: '' };
const word = { status: 'success' };
const deep = '['.repeat(300);
const large = `[${'0,'.repeat(20_000)}0]`;
const emoji = '\ud83d\ude00';

const served: readonly ResponseRow[] = [
  ['the envelope', 200, putAnswer],
  ['the word alone', 200, word],
  ['the word beside an error', 200, { ...word, error: 'x', code: 500 }],
  ['the word, 404', 404, word],
  ['the word, 500', 500, word],
  ['the envelope, 401', 401, putAnswer],
  ['the envelope, 500', 500, putAnswer],
  ['the word in capitals', 200, { status: 'SUCCESS' }],
  ['an empty object', 200, {}],
  ['an empty object, 201', 201, {}],
];

const records: readonly ResponseRow[] = [
  ['a record in another envelope', 200, { result: { items: [fewest] } }],
  ['a record without an envelope', 200, fewest],
  ['a record in snake case', 200, { data: snake }],
  ['a record in kebab and upper case', 200, { data: kebab }],
  ['a record, 403', 403, { data: fewest }],
  ['a record, 500', 500, { data: fewest }],
  ['a record under a wrong status', 200, { status: 'failed', data: fewest }],
  ['a record under a number', 200, { status: 500, data: fewest }],
  ['a record beside a denial', 200, { error: 'partly', data: fewest }],
  ['a record beside a denial, 201', 201, { error: 'partly', data: fewest }],
  ['a record of fields that were not sent', 200, { data: unsent }],
  ['two fields of a record', 200, { derivativeFactTransformerId, createdAt }],
  ['no identifier', 200, { createdAt, updatedAt, enabled: true }],
  ['zeros', 200, { derivativeFactTransformerId: '', enabled: false, createdAt: 0 }],
  ['zeros as decimals', 200, '{"derivativeFactTransformerId":0.0,"createdAt":"x","updatedAt":"y"}'],
  ['empty containers', 200, { ...fewest, createdAt: [], updatedAt: {} }],
  ['an echo of the request', 200, { request: sentTransformer }],
  ['an echo beside an error', 200, { error: 'no', request: sentTransformer }],
];

const denials: readonly ResponseRow[] = [
  ['a code and a message', 200, { traceId: 'x', msg: 'please log in', code: 401 }],
  ['a status and a reason', 200, { status: 'error', data: { reason: 'no' } }],
  ['problem+json under 200', 200, { type: 'about:blank', title: 'No', status: 401 }],
  ['success: false', 200, { success: false, message: 'no' }],
  ['ok: false', 200, { a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, ok: false }],
  ['a key that is long', 200, { ['\u0000'.repeat(50)]: 1, ok: false }],
  ['an error that is long', 200, { error: emoji.repeat(100) }],
  ['an error that is an object', 200, { error: { code: 7, message: 'no' } }],
  ...'errors errorMessage error_description fault exception'
    .split(' ')
    .map((name): ResponseRow => [name, 200, { [name]: ['no'], reason: 'closed' }]),
  ...'statusCode errcode'
    .split(' ')
    .map((name): ResponseRow => [name, 200, { [name]: 300, title: 'No', detail: 'd' }]),
  ...'denied Unauthorized FORBIDDEN invalid failure err'
    .split(' ')
    .map((status): ResponseRow => [`status ${status}`, 200, { status, description: 'x' }]),
  ['a denial, 201', 201, { error: 'no' }],
  ...[0, 200, 299, 20_000].map((code): ResponseRow => [`code ${code}`, 200, { code }]),
  ...[199, 300].map((code): ResponseRow => [`code ${code}`, 200, { code }]),
  ['a code with decimals', 200, '{"code":500.0}'],
  ['a code that is text', 200, { code: '401' }],
  ['success: true', 200, { success: true, ok: null }],
  ['an empty error', 200, { error: '', errors: [] }],
  ['an error that is not in the root', 200, { meta: { error: 'x' } }],
  ['a 429', 429, { error: 'slow down' }],
  ['a 503', 503, { error: 'down' }],
  ['a page, 500', 500, '<html>'],
];

const others: readonly ResponseRow[] = [
  ['a redirect', 302, ''],
  ['an empty 401', 401, ''],
  ['a page, 404', 404, '<html>'],
  ['null, 404', 404, 'null'],
  ['an empty object, 404', 404, {}],
  ['an array, 404', 404, []],
  ['a page', 200, '<html>'],
  ['nothing', 200, ''],
  ['nothing, 202', 202, ''],
  ['nothing, 206', 206, ''],
  ['nothing, 201', 201, ''],
  ['nothing, 204', 204, ''],
  ['nothing, 205', 205, ''],
  ['a page, 201', 201, '<html>'],
  ['an array, 205', 205, '[]'],
  ['an array', 200, '[{"code":401}]'],
  ...['null', '17', '1.0', '"ok"', 'true'].map((text): ResponseRow => [text, 200, text]),
  ['too deep', 200, deep],
  ['too deep, 201', 201, deep],
  ['too deep, 400', 400, deep],
  ['too large', 200, large],
];

export const responseRows: readonly ResponseRow[] = [...served, ...records, ...denials, ...others];

/** Of an exchange that broke off: what came of the head, if anything, and whether the request was sent. */
export type FailureRow = readonly [FailureKind, status: number | null, sent: boolean];

const brokenOff = ['encoding', 'truncated', 'too-large', 'timeout', 'reset'] as const;

export const failureRows: readonly FailureRow[] = [
  ...brokenOff.flatMap((kind) => [403, 200, 429, 502].map((status): FailureRow => [kind, status, true])),
  ['proxy', 407, true],
  ['closed', null, true],
  ['closed', null, false],
  ['reset', null, true],
  ['timeout', null, true],
  ['refused', null, false],
];
