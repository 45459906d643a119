import { putAnswer, sentTransformer } from '../support/conforming.ts';
import type { FailureKind } from '../support/subject.ts';

/** What a response to a PUT means, to a request with the token, and to one without. */

/** `mixed`: a record beside a denial. */
export type WithToken = 'success' | 'refusal' | 'no-object' | 'mixed' | 'unclear';
export type WithoutToken = 'served' | 'refused' | 'unclear';

/** A body that is no text is sent as JSON. */
export type ResponseRow = readonly [what: string, status: number, body: unknown, WithToken, WithoutToken];

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
  ['the envelope', 200, putAnswer, 'success', 'served'],
  ['the word alone', 200, word, 'success', 'served'],
  ['the word beside an error', 200, { ...word, error: 'x', code: 500 }, 'success', 'served'],
  ['the word, 404', 404, word, 'success', 'refused'],
  ['the word, 500', 500, word, 'success', 'unclear'],
  ['the envelope, 401', 401, putAnswer, 'success', 'served'],
  ['the envelope, 500', 500, putAnswer, 'success', 'served'],
  ['the word in capitals', 200, { status: 'SUCCESS' }, 'success', 'unclear'],
  ['an empty object', 200, {}, 'success', 'unclear'],
  ['an empty object, 201', 201, {}, 'success', 'served'],
];

const records: readonly ResponseRow[] = [
  ['a record in another envelope', 200, { result: { items: [fewest] } }, 'success', 'served'],
  ['a record without an envelope', 200, fewest, 'success', 'served'],
  ['a record in snake case', 200, { data: snake }, 'success', 'served'],
  ['a record in kebab and upper case', 200, { data: kebab }, 'success', 'served'],
  ['a record, 403', 403, { data: fewest }, 'refusal', 'refused'],
  ['a record, 500', 500, { data: fewest }, 'refusal', 'unclear'],
  ['a record under a wrong status', 200, { status: 'failed', data: fewest }, 'success', 'served'],
  ['a record under a number', 200, { status: 500, data: fewest }, 'success', 'served'],
  ['a record beside a denial', 200, { error: 'partly', data: fewest }, 'mixed', 'unclear'],
  ['a record beside a denial, 201', 201, { error: 'partly', data: fewest }, 'mixed', 'unclear'],
  ['a record of fields that were not sent', 200, { data: unsent }, 'success', 'served'],
  ['two fields of a record', 200, { derivativeFactTransformerId, createdAt }, 'success', 'unclear'],
  ['no identifier', 200, { createdAt, updatedAt, enabled: true }, 'success', 'unclear'],
  ['zeros', 200, { derivativeFactTransformerId: '', enabled: false, createdAt: 0 }, 'success', 'unclear'],
  [
    'zeros as decimals',
    200,
    '{"derivativeFactTransformerId":0.0,"createdAt":"x","updatedAt":"y"}',
    'success',
    'unclear',
  ],
  ['empty containers', 200, { ...fewest, createdAt: [], updatedAt: {} }, 'success', 'unclear'],
  ['an echo of the request', 200, { request: sentTransformer }, 'success', 'unclear'],
  ['an echo beside an error', 200, { error: 'no', request: sentTransformer }, 'refusal', 'refused'],
];

const denials: readonly ResponseRow[] = [
  ['a code and a message', 200, { traceId: 'x', msg: 'please log in', code: 401 }, 'refusal', 'refused'],
  ['a status and a reason', 200, { status: 'error', data: { reason: 'no' } }, 'refusal', 'refused'],
  ['problem+json under 200', 200, { type: 'about:blank', title: 'No', status: 401 }, 'refusal', 'refused'],
  ['success: false', 200, { success: false, message: 'no' }, 'refusal', 'refused'],
  ['ok: false', 200, { a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, ok: false }, 'refusal', 'refused'],
  ['a key that is long', 200, { ['\u0000'.repeat(50)]: 1, ok: false }, 'refusal', 'refused'],
  ['an error that is long', 200, { error: emoji.repeat(100) }, 'refusal', 'refused'],
  ['an error that is an object', 200, { error: { code: 7, message: 'no' } }, 'refusal', 'refused'],
  ...'errors errorMessage error_description fault exception'
    .split(' ')
    .map((name): ResponseRow => [name, 200, { [name]: ['no'], reason: 'closed' }, 'refusal', 'refused']),
  ...'statusCode errcode'
    .split(' ')
    .map((name): ResponseRow => [name, 200, { [name]: 300, title: 'No', detail: 'd' }, 'refusal', 'refused']),
  ...'denied Unauthorized FORBIDDEN invalid failure err'
    .split(' ')
    .map(
      (status): ResponseRow => [`status ${status}`, 200, { status, description: 'x' }, 'refusal', 'refused'],
    ),
  ['a denial, 201', 201, { error: 'no' }, 'refusal', 'refused'],
  ...[0, 200, 299, 20_000].map((code): ResponseRow => [`code ${code}`, 200, { code }, 'success', 'unclear']),
  ...[199, 300].map((code): ResponseRow => [`code ${code}`, 200, { code }, 'refusal', 'refused']),
  ['a code with decimals', 200, '{"code":500.0}', 'refusal', 'refused'],
  ['a code that is text', 200, { code: '401' }, 'success', 'unclear'],
  ['success: true', 200, { success: true, ok: null }, 'success', 'unclear'],
  ['an empty error', 200, { error: '', errors: [] }, 'success', 'unclear'],
  ['an error that is not in the root', 200, { meta: { error: 'x' } }, 'success', 'unclear'],
  ['a 429', 429, { error: 'slow down' }, 'refusal', 'unclear'],
  ['a 503', 503, { error: 'down' }, 'refusal', 'unclear'],
  ['a page, 500', 500, '<html>', 'refusal', 'unclear'],
];

const others: readonly ResponseRow[] = [
  ['a redirect', 302, '', 'refusal', 'refused'],
  ['an empty 401', 401, '', 'refusal', 'refused'],
  ['a page, 404', 404, '<html>', 'refusal', 'refused'],
  ['null, 404', 404, 'null', 'refusal', 'refused'],
  ['an empty object, 404', 404, {}, 'refusal', 'refused'],
  ['an array, 404', 404, [], 'refusal', 'refused'],
  ['a page', 200, '<html>', 'no-object', 'unclear'],
  ['nothing', 200, '', 'no-object', 'unclear'],
  ['nothing, 202', 202, '', 'no-object', 'unclear'],
  ['nothing, 206', 206, '', 'no-object', 'unclear'],
  ['nothing, 201', 201, '', 'no-object', 'served'],
  ['nothing, 204', 204, '', 'no-object', 'served'],
  ['nothing, 205', 205, '', 'no-object', 'served'],
  ['a page, 201', 201, '<html>', 'no-object', 'served'],
  ['an array, 205', 205, '[]', 'no-object', 'served'],
  ['an array', 200, '[{"code":401}]', 'no-object', 'unclear'],
  ...['null', '17', '1.0', '"ok"', 'true'].map(
    (text): ResponseRow => [text, 200, text, 'no-object', 'unclear'],
  ),
  ['too deep', 200, deep, 'unclear', 'unclear'],
  ['too deep, 201', 201, deep, 'unclear', 'unclear'],
  ['too deep, 400', 400, deep, 'refusal', 'refused'],
  ['too large', 200, large, 'unclear', 'unclear'],
];

export const responseRows: readonly ResponseRow[] = [...served, ...records, ...denials, ...others];

/** The same of an exchange that broke off: what came of the head, if anything, and whether the request was sent. */
export type FailureRow = readonly [
  FailureKind,
  status: number | null,
  sent: boolean,
  WithToken,
  WithoutToken,
];

const brokenOff = ['encoding', 'truncated', 'too-large', 'timeout', 'reset'] as const;

export const failureRows: readonly FailureRow[] = [
  ...brokenOff.flatMap((kind): readonly FailureRow[] => [
    [kind, 403, true, 'refusal', 'refused'],
    [kind, 200, true, 'unclear', 'unclear'],
    [kind, 429, true, 'refusal', 'unclear'],
    [kind, 502, true, 'unclear', 'unclear'],
  ]),
  ['proxy', 407, true, 'unclear', 'unclear'],
  ['closed', null, true, 'unclear', 'refused'],
  ['closed', null, false, 'unclear', 'unclear'],
  ['reset', null, true, 'unclear', 'refused'],
  ['timeout', null, true, 'unclear', 'unclear'],
  ['refused', null, false, 'unclear', 'unclear'],
];
