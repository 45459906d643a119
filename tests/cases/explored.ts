import { expect } from 'vitest';
import type { Arrived, Misdeed, Traits } from '../support/explored-service.ts';

/** What a service does, and what explore says of it. */

function isJson({ method, body }: Arrived): boolean {
  try {
    return method !== 'PUT' || JSON.parse(body) !== undefined;
  } catch {
    return false;
  }
}

const bodyOf = (one: Arrived) => (isJson(one) && one.method === 'PUT' ? JSON.parse(one.body) : {});
const isMalformed = (one: Arrived) => !isJson(one);
const isLong = (one: Arrived) => String(bodyOf(one).name).length > 60;

const shown: Readonly<Record<string, string>> = {
  ...{
    'action.type': 'FUTURE_UNREALIZED',
    'conditions.columnType': 'CURRENCY_TYPE',
    'conditions.operator': 'EQ',
  },
  ...{ 'conditions.type': 'CURRENCY_FIAT', derivativeType: 'FUTURE' },
};
const enumerations = Object.keys(shown);
const texts =
  'Chinese characters, accented letters, combining marks, emoji, line feeds, right-to-left letters, zero-width joiners'.split(
    ', ',
  );
const upTo = (largestAccepted: number) => ({ largestAccepted, smallestRefused: largestAccepted + 1 });
const unlimited = (largestAccepted: number) => ({ largestAccepted, smallestRefused: null });

const trace =
  'com.fasterxml.jackson.core.JsonParseException: Unexpected character\n' +
  '\tat com.example.transformer.TransformerController.put(TransformerController.java:42)\n' +
  'SQL: SELECT id FROM derivative_fact_transformer WHERE entity_id = ? -- db-7.internal:5432, /srv/app/config.yml';

function fits(value: unknown, least: number, most: number): boolean {
  const size = typeof value === 'string' || Array.isArray(value) ? value.length : value;
  return typeof size === 'number' && Number.isInteger(size) && size >= least && size <= most;
}

/** A service that decides in its own way what the document leaves open. */
export interface Decided {
  readonly traits: Traits;
  /** Fields that are not required. */
  readonly optional: readonly string[] | 'all but the name';
}

export const decided: Readonly<Record<'lenient' | 'strict' | 'legacy', Decided>> = {
  lenient: {
    traits: {
      ...{ readsAnything: true, furtherFields: 'returned', withoutSlash: 'served', schemeInAnyCase: true },
      ...{ creates: true, looksAtRuleAlone: true, statuses: { done: 201, deletedRule: 201 } },
      takes: (field, value) => {
        if (field === 'name') return fits(String(value ?? ''), 1, 1_000);
        if (value === undefined || value === null || typeof value === 'number') return true;
        return Array.isArray(value) ? (fits(value, 1, 50) ? null : value.length === 0) : null;
      },
    },
    optional: 'all but the name',
  },
  strict: {
    traits: {
      statuses: { invalid: 400, deletedRule: 410, otherEntity: 403 },
      takes: (field, value) => {
        if (value === undefined || value === null) return null;
        if (field === 'name')
          return typeof value === 'string' && fits(value, 1, 64) && /^[ -~]+$/.test(value);
        if (field === 'conditions') return fits(value, 1, 10) ? null : false;
        if (field === 'conditions.value') return fits(value, 0, 100) && typeof value === 'string';
        if (typeof value === 'number') return fits(value, 0, 2 ** 31 - 1) ? null : false;
        if (field === 'action.timezone') return value === 'Asia/Shanghai' || value === 'UTC';
        if (typeof value === 'string')
          return value === (shown[field] ?? value) && value !== '' ? null : false;
        return null;
      },
    },
    optional: ['conditions.jsonPath'],
  },
  legacy: {
    traits: {
      ...{ furtherFields: 'ignored', withoutSlash: 'redirected' },
      statuses: { malformed: 500, invalid: 400, unknownRule: 400, deletedRule: 400 },
      error: (what) => (what === 'the body is not JSON' ? trace : 'no'),
      takes: (field, value) => {
        if (value === undefined)
          return /^conditions$|^action\.(?:referenceNo|positionSide)$/.test(field) || null;
        if (value === null) return /^conditions$|^action\.referenceNo$/.test(field) || null;
        if (field === 'conditions') return fits(value, 1, 100) ? null : fits(value, 0, 0);
        if (field === 'conditions.value') return fits(value, 0, 41_234) && typeof value === 'string';
        if (typeof value === 'number') return fits(value, -(2 ** 31), 2 ** 31 - 1) ? null : false;
        if (field === 'action.timezone') return value !== 'Nowhere/Place' && value !== 'GMT+8' ? null : false;
        if (field === 'name')
          return typeof value === 'string' && fits(value, 1, 255) && /^[^\ud800-\udfff]*$/.test(value);
        return null;
      },
    },
    optional: ['conditions', 'conditions.jsonPath', 'action.referenceNo', 'action.positionSide'],
  },
};

const withNull = expect.arrayContaining(['action', 'action.amount', 'conditions.value']);
const ofOtherType = [
  ...['action.timezone', 'action.type', 'businessDataTypeId', 'conditions.columnType', 'conditions.jsonPath'],
  ...['conditions.operator', 'conditions.type', 'conditions.value', 'derivativeType', 'name'],
];
// Those that JavaScript has no number for come back as others.
const large = ['-1', '-2147483648', '0', '2147483647', '2147483648', '9007199254740991'];
const zones = ['+08:00', 'CST', 'Etc/GMT+8', 'UTC', 'asia/shanghai'];
const causes = (type: number | null, json: number | null, id: number) => [
  ...(type === null ? [] : [`another type: ${type}`]),
  ...(json === null ? [] : [`malformed JSON: ${json}`]),
  `unknown id: ${id}`,
];

/** What explore says of each, by the ends of ids. */
export const decidedAnswers: Readonly<
  Record<string, readonly [lenient: unknown, strict: unknown, legacy: unknown]>
> = {
  'put.success-status': [['201'], ['200'], ['200']],
  'put.create-or-replace': ['create', 'replace', 'replace'],
  'put.null-fields': [withNull, [], ['action.referenceNo', 'conditions']],
  'put.other-type-fields': [ofOtherType, [], []],
  'put.unknown-fields': ['returned', 'refused', 'ignored'],
  'put.malformed-json': ['served', 'refused', 'fails with 500'],
  'put.other-content-type': ['served', 'refused', 'refused'],
  'put.accepted-values': [enumerations, [], enumerations],
  'put.empty-texts': ['served', 'refused', 'served'],
  'put.empty-conditions': ['served', 'refused', 'served'],
  'put.limit.name': [upTo(1_000), upTo(64), upTo(255)],
  'put.limit.conditions': [upTo(50), upTo(10), upTo(100)],
  'put.limit.conditions.value': [unlimited(65_536), upTo(100), upTo(41_234)],
  'put.integers': [large, ['0', '2147483647'], large.slice(0, 4)],
  'put.time-zones': [[...zones, 'GMT+8', 'Nowhere/Place'].sort(), ['UTC'], zones],
  'put.unicode': [texts, [], texts.filter((kind) => kind !== 'emoji')],
  'put.without-trailing-slash': ['served', 'refused', 'redirected'],
  'authorization.scheme-case': ['served', 'refused', 'refused'],
  'delete.unknown-id': ['not-found', 'not-found', 'refused'],
  'delete.second-time': ['served', 'gone', 'refused'],
  'delete.other-entity': ['served', 'refused', 'not-found'],
  'error.status-by-cause': [causes(null, null, 404), causes(400, 400, 404), causes(400, 500, 400)],
  'error.names-field': ['always', 'always', 'never'],
  'error.leaks': [[], [], ['SQL', 'file path', 'internal host', 'stack trace']],
};

const failsAt = (isHit: (number: number) => boolean, misdeed: Misdeed): Traits => ({
  misdeed: ({ number }) => (isHit(number) ? misdeed : null),
});

/** What fails from time to time fails for no reason that a request has: the answers are those of the strict service. */
export const flaky: Readonly<Record<string, Traits>> = {
  'every third request: 500': failsAt((number) => number % 3 === 0, 500),
  'every third request: closed': failsAt((number) => number % 3 === 0, 'close'),
  'every third request: 429': failsAt((number) => number % 3 === 2, 429),
};

/** What fails half of the time: an answer is that of the strict service, or there is none. */
export const failing: Readonly<Record<string, Traits>> = {
  'every second request: 500': failsAt((number) => number % 2 === 0, 500),
  'after the fifth: 500': failsAt((number) => number > 5, 500),
  'after the fifth: closed': failsAt((number) => number > 5, 'close'),
};

/** The same for requests of one kind. */
const failsFor = (isHit: (one: Arrived) => boolean, misdeed: Misdeed): Traits => ({
  misdeed: (one) => (isHit(one) ? misdeed : null),
});
const statusByCause = (json: number, id: number) => causes(422, json, id);

/** Answers by the ends of ids; those that are not named are those of the strict service. */
export const answered: Readonly<
  Record<string, readonly [traits: Traits, answers: Readonly<Record<string, unknown>>]>
> = {
  'malformed JSON: 500': [
    failsFor(isMalformed, 500),
    { 'put.malformed-json': 'fails with 500', 'error.status-by-cause': statusByCause(500, 404) },
  ],
  'malformed JSON: closed': [
    failsFor(isMalformed, 'close'),
    { 'put.malformed-json': 'fails without a response' },
  ],
  'no jsonPath: 500': [
    failsFor((one) => isJson(one) && one.method === 'PUT' && !one.body.includes('jsonPath'), 500),
    { 'put.required.conditions.jsonPath': 'fails with 500' },
  ],
  'a rule that does not exist: 500': [
    failsFor(({ method, path }) => method === 'DELETE' && !path.includes('rule-'), 500),
    { 'delete.unknown-id': 'fails with 500', 'error.status-by-cause': statusByCause(400, 500) },
  ],
  'a name of more than 60 characters: 500': [failsFor(isLong, 500), { 'put.limit.name': upTo(60) }],
  'malformed JSON: 500, then 502': [
    { misdeed: (one) => (isMalformed(one) ? (one.number % 2 === 0 ? 500 : 502) : null) },
    { 'put.malformed-json': expect.stringMatching(/^answers differed: /) },
  ],
  'errors that name a missing field alone': [
    { error: (what, field) => (what === 'is missing' ? field : 'no') },
    { 'error.names-field': 'sometimes' },
  ],
  'a DELETE looks at the rule alone': [
    { looksAtRuleAlone: true },
    { 'delete.other-entity': 'served', 'delete.second-time': 'not-found' },
  ],
};

/** What stops listening, and after which request. */
export const dying: Readonly<Record<string, readonly [traits: Traits, after: string]>> = {
  'malformed JSON closes the connection': [
    failsFor(isMalformed, 'close and stop listening'),
    'PUT with a body that is not JSON',
  ],
  'malformed JSON is refused first': [
    failsFor(isMalformed, 'stop listening'),
    'PUT with a body that is not JSON',
  ],
};
