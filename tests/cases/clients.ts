import { putAnswer, sentTransformer } from '../support/conforming.ts';
import type { BodyRecorded, Header, SentRequest } from '../support/subject.ts';

/** What clients send, in somebody else's recording; golden/contract/clients.txt has what deviates, and what cannot be said. */

export interface ClientRow {
  readonly what: string;
  readonly operation: 'put' | 'delete';
  readonly request?: Partial<SentRequest>;
  /** How the request was recorded; whole, with all headers, where nothing else is said. */
  readonly body?: BodyRecorded;
  readonly headers?: 'partial';
  readonly masked?: true;
}

const json: Header = ['Content-Type', 'application/json; charset=utf-8'];
const authorization = (value: string): Header => ['Authorization', value];
const bearer = authorization('Bearer [masked: access token]');
export const usualHeaders = { put: [bearer, json], delete: [bearer] } as const;

const entity = 'http://127.0.0.1:1/entity/0123456789abcdef0123456789abcdef';
const transformer = '/valuation/derivative/fact/transformer';

const put = (what: string, request: Partial<SentRequest>, more: Partial<ClientRow> = {}): ClientRow => ({
  ...{ what, operation: 'put', request },
  ...more,
});
const remove = (what: string, request: Partial<SentRequest>, more: Partial<ClientRow> = {}): ClientRow =>
  put(what, request, { operation: 'delete', ...more });

const authorizations = [
  ...[
    'Bearer  a-token',
    'Bearer a',
    '',
    ' ',
    'Bearer ',
    'bearer',
    'Basic c2VjcmV0',
    'Basic Bearer',
    'Token x',
  ],
  ...['eyJhbGciOi', 'c2VjcmV0 hidden2', '***', '[REDACTED]', 'xxxxx', '<hidden>', 'bearer abc'],
];
const deleteUrls = [
  ...[`${entity}/automationRule/1/`, 'https://shop.example/v2/entity//automationRule/?trace=1#x'],
  ...['/entity/1/automationRule/2', '/entity/1/2/automationRule/2'],
];

export const clientRows: readonly ClientRow[] = [
  put('a PUT as the document shows it', {}),
  remove('a DELETE as the document shows it', {}),
  put('further fields', { body: JSON.stringify({ ...sentTransformer, more: 1 }) }),
  put('no field', { body: '{}' }),
  put('a method in lower case', { method: 'put' }),
  ...[entity + transformer, `/v1/entity/1${transformer}/?a=1#b`].map((url) => put(`to ${url}`, { url })),
  ...deleteUrls.map((url) => remove(`to ${url}`, { url })),
  ...authorizations.map((value) => put(`Authorization: ${value}`, { headers: [json, authorization(value)] })),
  put('two schemes', { headers: [json, bearer, authorization('Token x')] }),
  put('no Authorization', { headers: [json] }),
  put('no Content-Type', { headers: [bearer] }),
  put('another type', { headers: [bearer, ['content-type', 'application/json+x']] }),
  put('no headers that are known', { headers: [] }, { headers: 'partial' }),
  put('a form', { body: 'name=x' }),
  put('an empty body', { body: '' }),
  put('a list', { body: '[]' }),
  put('a field of another type', { body: '{"conditions":{}}' }),
  put('a body that ends in the middle', { body: '{"name":7,' }),
  ...(['cut', 'absent'] as const).flatMap((body) => [
    put(`a body recorded as ${body}`, { body: '{"name":7}' }, { body }),
    put(`nothing, recorded as ${body}`, {}, { body }),
    remove(`nothing, recorded as ${body}, of a DELETE`, { body: '' }, { body }),
  ]),
  put('a body recorded as a value', {}, { body: 'parsed' }),
  put('an empty value', { body: '' }, { body: 'parsed' }),
  put('a body with a secret', { body: 'password=[masked: password]' }, { masked: true }),
  put('a body that a recorder replaced', { body: '[REDACTED]' }),
  ...['{}', '[REDACTED]'].map((body) => remove(`a DELETE with ${body}`, { body })),
  remove('a DELETE with {"a, cut', { body: '{"a' }, { body: 'cut' }),
  ...['', '{}', 'null', '""', '{"a":1}'].map((body) =>
    remove(`a DELETE with the value ${body}`, { body }, { body: 'parsed' }),
  ),
];

/** What was sent as an amount, what came back, and which requirement deviates: because of what was sent, or not. */
export type AmountRow = readonly [
  what: string,
  sent: unknown,
  returned: unknown,
  facet: 'type' | 'echo',
  own?: 'own',
];

export const amountRows: readonly AmountRow[] = [
  ['comes back as it was meant', '16', 16, 'echo'],
  ['comes back as it is', '16', '16', 'type'],
  ['is true, and comes back', true, true, 'type'],
  ['is false, and comes back', false, false, 'type'],
  ['is null, and comes back', null, null, 'type'],
  ['is a fraction, and comes back', 16.5, 16.5, 'type'],
  ['is true, and the other one comes back', true, false, 'type', 'own'],
  ['is null, and a boolean comes back', null, false, 'type', 'own'],
  ['means nothing, and another one comes back', 'many', 0, 'echo'],
  ['is not an integer, and is rounded', 16.5, 16, 'echo'],
  ['is an object, and a number comes back', { n: 16 }, 16, 'echo'],
  ['comes back as another value than was meant', '16', 17, 'echo', 'own'],
  ['comes back with another type', '16', true, 'type', 'own'],
  ['comes back as another text', '16', '17', 'type', 'own'],
  ['is as the document has it, and comes back as a text', 16, '16', 'type', 'own'],
  ['is as the document has it, and is another one', 16, 17, 'echo', 'own'],
];

/** Columns of two conditions that were sent and came back, and whose deviation it is. */
export const columnRows: readonly (readonly [
  sent: readonly unknown[],
  returned: readonly unknown[],
  own: boolean,
])[] = [
  [[3, '4'], [3, '4'], false],
  [['3', 4], [3, '4'], true],
  [['3', 4], ['3', '4'], true],
];

export const withColumns = (columns: readonly unknown[]) => ({
  sent: sentTransformer.conditions.map((one, at) => ({ ...one, column: columns[at] })),
  returned: putAnswer.data.conditions.map((one, at) => ({ ...one, column: columns[at] })),
});
