import { putAnswer, sentTransformer } from '../support/conforming.ts';
import type { BodyRecorded, Header, SentRequest } from '../support/subject.ts';

/** What clients send, in somebody else's recording: which requirements on requests deviate, and which are not exercised. */

export interface ClientRow {
  readonly what: string;
  readonly operation: 'put' | 'delete';
  readonly request?: Partial<SentRequest>;
  /** How the request was recorded; whole, with all headers, where nothing else is said. */
  readonly body?: BodyRecorded;
  readonly headers?: 'complete' | 'partial';
  readonly masked?: true;
  /** Ends of ids behind `put.request`. */
  readonly deviates?: string;
  readonly open?: readonly string[];
}

const json: Header = ['Content-Type', 'application/json; charset=utf-8'];
const authorization = (value: string): Header => ['Authorization', value];
const bearer = authorization('Bearer [masked: access token]');
export const usualHeaders = { put: [bearer, json], delete: [bearer] } as const;

const entity = 'http://127.0.0.1:1/entity/0123456789abcdef0123456789abcdef';
const transformer = '/valuation/derivative/fact/transformer';

const headerRow = (value: string, end: { deviates?: string; open?: readonly string[] }): ClientRow => ({
  what: `Authorization: ${value}`,
  operation: 'put',
  request: { headers: [json, authorization(value)] },
  ...end,
});

const urls = (operation: 'put' | 'delete', all: Readonly<Record<string, string | undefined>>) =>
  Object.entries(all).map(
    ([url, deviates]): ClientRow => ({
      what: `to ${url}`,
      operation,
      request: { url },
      ...(deviates === undefined ? {} : { deviates }),
    }),
  );

const put = (what: string, request: Partial<SentRequest>, more: Partial<ClientRow> = {}): ClientRow => ({
  ...{ what, operation: 'put', request },
  ...more,
});

const deleted = (body: string, more: Partial<ClientRow> = {}): ClientRow => ({
  ...{ what: `a DELETE with ${body === '' ? 'nothing' : body}`, operation: 'delete', request: { body } },
  ...more,
});

/** The body where nothing of it can be said. */
const noBody = [':json', ':type', '.name:type'];
const noFields = ['.name:type', '.action.amount:type'];

export const clientRows: readonly ClientRow[] = [
  { what: 'a PUT as the document shows it', operation: 'put' },
  { what: 'a DELETE as the document shows it', operation: 'delete' },
  put('further fields', { body: JSON.stringify({ ...sentTransformer, more: 1 }) }),
  put('no field', { body: '{}' }, { open: noFields }),
  put('a method in lower case', { method: 'put' }, { deviates: ':method' }),
  ...urls('put', { [entity + transformer]: ':path', [`/v1/entity/1${transformer}/?a=1#b`]: undefined }),
  ...urls('delete', {
    [`${entity}/automationRule/1/`]: ':path',
    'https://shop.example/v2/entity//automationRule/?trace=1#x': undefined,
    '/entity/1/automationRule/2': undefined,
    '/entity/1/2/automationRule/2': ':path',
  }),
  ...['Bearer  a-token', 'Bearer a'].map((value) => headerRow(value, {})),
  ...[
    '',
    ' ',
    'Bearer ',
    'bearer',
    'Basic c2VjcmV0',
    'Basic Bearer',
    'Token x',
    'eyJhbGciOi',
    'c2VjcmV0 hidden2',
  ].map((value) => headerRow(value, { deviates: ':bearer' })),
  ...['***', '[REDACTED]', 'xxxxx', '<hidden>', 'bearer abc'].map((value) =>
    headerRow(value, { open: [':bearer'] }),
  ),
  put('two schemes', { headers: [json, bearer, authorization('Token x')] }, { deviates: ':bearer' }),
  put('no Authorization', { headers: [json] }, { deviates: ':bearer' }),
  put('no Content-Type', { headers: [bearer] }, { deviates: ':content-type' }),
  put(
    'another type',
    { headers: [bearer, ['content-type', 'application/json+x']] },
    { deviates: ':content-type' },
  ),
  put(
    'no headers that are known',
    { headers: [] },
    { headers: 'partial', open: [':bearer', ':content-type'] },
  ),
  put('a form', { body: 'name=x' }, { deviates: ':json', open: noFields }),
  put('an empty body', { body: '' }, { deviates: ':json', open: noFields }),
  put('a list', { body: '[]' }, { deviates: ':type', open: noFields }),
  put(
    'a field of another type',
    { body: '{"conditions":{}}' },
    { deviates: '.conditions:type', open: ['.conditions.each:type'] },
  ),
  put('a body that ends in the middle', { body: '{"name":7,' }, { open: noBody }),
  ...(['cut', 'absent'] as const).flatMap((body) => [
    put(`a body recorded as ${body}`, { body: '{"name":7}' }, { body, open: noBody }),
    put(`nothing, recorded as ${body}`, {}, { body, open: noBody }),
    deleted('', { body, open: [':body'] }),
  ]),
  put('a body recorded as a value', {}, { body: 'parsed', open: [':json'] }),
  put('an empty value', { body: '' }, { body: 'parsed', open: [':json'] }),
  put('a body with a secret', { body: 'password=[masked: password]' }, { masked: true, open: noBody }),
  put('a body that a recorder replaced', { body: '[REDACTED]' }, { open: noBody }),
  deleted('{}', { deviates: ':body' }),
  deleted('{"a', { body: 'cut', deviates: ':body' }),
  deleted('[REDACTED]', { open: [':body'] }),
  ...['', '{}', 'null', '""'].map((text) => deleted(text, { body: 'parsed', open: [':body'] })),
  deleted('{"a":1}', { body: 'parsed', deviates: ':body' }),
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
