/** What the embedded service returns to whom: it is strict, so that clients can be built against it. */

export interface ReferenceCall {
  readonly method?: string;
  /** `E` is the service's entity, `R` its first rule. */
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string | string[] | null>>;
  /** A text as it is; anything else as JSON. */
  readonly body?: unknown;
}

export const put = { method: 'PUT', path: '/entity/E/valuation/derivative/fact/transformer/' };
export const remove = { method: 'DELETE', path: '/entity/E/automationRule/R' };

const currency = { columnType: 'CURRENCY_TYPE', type: 'CURRENCY_FIAT', operator: 'EQ' } as const;
const conditions = [
  { column: 3, ...currency, value: 'USD', jsonPath: '$.a' },
  { column: 4, ...currency, value: 'EUR', jsonPath: '$.b' },
] as const;
const columns = { datetime: 1, referenceNo: 2, assetName: 3, positionSide: 4, currency: 5, amount: 6 };
const action = { ...columns, timezone: 'Europe/Paris', type: 'FUTURE_UNREALIZED' };
const about = { name: 'Füllung 1', businessDataTypeId: 'b0' };
export const transformer = { ...about, conditions, derivativeType: 'FUTURE', action };
const text = JSON.stringify(transformer);
const noObject = 'f'.repeat(32);

type Value = string | string[] | null;
const token = (authorization: Value) => ({ ...remove, headers: { authorization } });
const known = 'Bearer reference-token-that-protects-nothing';
const typed = (type: Value, more = {}) => ({
  ...put,
  body: text,
  headers: { 'content-type': type, ...more },
});
const sent = (body: string) => ({ ...put, body });
const at = (method: string, path: string) => ({ method, path });
const transformerAt = (entity: string) => put.path.replace('/E/', entity);

/** What is refused, by the code that its error has; nothing is done. */
export const refusals: readonly (readonly [code: string, status: number, call: ReferenceCall])[] = [
  ['credentials_missing', 401, token(null)],
  ['token_unknown', 401, token('Bearer a-made-up-token')],
  ['token_unknown', 401, token(`${known}2`)],
  ['credentials_malformed', 401, token('Bearer')],
  ['credentials_malformed', 401, token(known.slice('Bearer '.length))],
  ['credentials_malformed', 401, token(known.replace('Bearer', 'Basic'))],
  ['credentials_malformed', 401, token(`${known} x`)],
  ['credentials_malformed', 401, token([known, 'Bearer x'])],
  ['path_unknown', 404, at('PUT', put.path.slice(0, -1))],
  ['path_unknown', 404, at('PUT', transformerAt('/E/x/../'))],
  ['path_unknown', 404, at('PUT', transformerAt('/%zz/'))],
  ['path_unknown', 404, at('DELETE', `${remove.path}/`)],
  ['entity_unknown', 404, at('DELETE', '/entity//automationRule/')],
  ['entity_unknown', 404, at('DELETE', `/entity/${noObject}/automationRule/R`)],
  ['entity_unknown', 404, { ...put, path: transformerAt('//'), body: text }],
  ['automation_rule_unknown', 404, at('DELETE', `/entity/E/automationRule/${noObject}`)],
  ['automation_rule_unknown', 404, at('DELETE', '/entity/E/automationRule/')],
  ['method_not_allowed', 405, at('GET', remove.path)],
  ['method_not_allowed', 405, at('DELETE', put.path)],
  ['content_type_not_json', 415, typed(null)],
  ['content_type_not_json', 415, typed('application/jsonp')],
  ['content_type_not_json', 415, typed('application/json; charset=iso-8859-1')],
  ['content_coding_unknown', 415, typed('application/json', { 'content-encoding': 'gzip' })],
  ['body_not_json', 400, sent('')],
  ['body_not_json', 400, sent(text + text)],
  ['body_not_json', 400, sent(`\ufeff${text}`)],
  ['body_not_json', 400, sent(text.replace('}]', '},]'))],
  ['body_not_json', 400, sent(text.replace('"amount":6', '"amount":06'))],
  ['body_not_json', 400, sent('['.repeat(500_000))],
  ['body_too_long', 413, sent(text.padEnd(1024 * 1024 + 1, ' '))],
  ['body_not_expected', 400, { ...remove, body: '{}' }],
];

const without = (name: string) => ({ ...transformer, [name]: undefined });
const withAction = (members: object) => ({ ...transformer, action: { ...action, ...members } });
const withCondition = (members: object) => {
  return { ...transformer, conditions: [conditions[0], { ...conditions[1], ...members }] };
};
const written = (amount: string) => text.replace('"amount":6', `"amount":${amount}`);

/** Transformers that are not valid, by the place of the one problem. */
export const problems: readonly (readonly [pointer: string, body: unknown])[] = [
  ...Object.keys(transformer).map((name) => [`/${name}`, without(name)] as const),
  ...Object.keys(action).map((name) => [`/action/${name}`, withAction({ [name]: undefined })] as const),
  ...Object.keys(conditions[1]).map(
    (name) => [`/conditions/1/${name}`, withCondition({ [name]: undefined })] as const,
  ),
  ['', []],
  ['/name', { ...transformer, name: '' }],
  ['/conditions', { ...transformer, conditions: {} }],
  ['/conditions/1/column', withCondition({ column: '3' })],
  ['/derivativeType', { ...transformer, derivativeType: ['FUTURE'] }],
  ['/action', { ...transformer, action: [] }],
  ['/action/timezone', withAction({ timezone: 'Mars/Olympus_Mons' })],
  ['/action/timezone', withAction({ timezone: '+01:00' })],
  ['/enabled', { ...transformer, enabled: true }],
  ['/a~1~0', { ...transformer, 'a/~': 1 }],
  ...['9007199254740993.5', '1e-1', '1.50', '-0.1', 'true', '"6"'].map(
    (amount) => ['/action/amount', written(amount)] as const,
  ),
];

/** Integers by value, each given back as it was written. */
export const integers = '-7 0.0 0e-5 1e2 1.5E+1 10e-1 1e400 9007199254740993'.split(' ');
