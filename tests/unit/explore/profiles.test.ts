import { describe, expect, test } from 'vitest';
import { profiles } from '../../../reference/profiles.ts';
import { allFields, topFields } from '../../../src/explore/fields.ts';
import { isAsked } from '../../../src/explore/probes.ts';
import { contract } from '../../../src/operations/index.ts';
import { explored } from './explored.ts';

/**
 * Every profile of the embedded service is asked every question: each answer is the one that the profile was made with.
 * The profiles say it by hand here, so that a mistake in a probe does not agree with itself.
 */

const fields = allFields(topFields(contract, contract.operation('put'))).map(({ name }) => name);
const without = (...names: readonly string[]) => fields.filter((field) => !names.includes(field)).sort();

const enumerations = [
  ...['action.type', 'conditions.columnType', 'conditions.operator', 'conditions.type', 'derivativeType'],
];
const texts = [
  ...['Chinese characters', 'accented letters', 'combining marks', 'emoji', 'line feeds'],
  ...['right-to-left letters', 'zero-width joiners'],
];
const upTo = (largestAccepted: number) => ({ largestAccepted, smallestRefused: largestAccepted + 1 });
const unlimited = (largestAccepted: number) => ({ largestAccepted, smallestRefused: null });

interface Expected {
  /** Fields that are not required. */
  readonly optional: readonly string[];
  readonly answers: Readonly<Record<string, unknown>>;
  /** Requests that it takes to ask all. */
  readonly requests: number;
}

const expected: Readonly<Record<string, Expected>> = {
  usual: {
    optional: [],
    requests: 101,
    answers: {
      'put.success-status': ['200'],
      'put.create-or-replace': 'replace',
      'put.null-fields': [],
      'put.other-type-fields': [],
      'put.unknown-fields': 'refused',
      'put.malformed-json': 'refused',
      'put.other-content-type': 'refused',
      'put.accepted-values': enumerations,
      'put.empty-texts': 'refused',
      'put.empty-conditions': 'served',
      'put.limit.name': unlimited(65_536),
      'put.limit.conditions': unlimited(1_000),
      'put.limit.conditions.value': unlimited(65_536),
      'put.integers': [
        ...['-1', '-2147483648', '0', '2147483647', '2147483648', '9007199254740991'],
        ...['9007199254740993', '9223372036854775807', '9223372036854775808'],
      ],
      'put.time-zones': ['CST', 'Etc/GMT+8', 'UTC', 'asia/shanghai'],
      'put.unicode': texts,
      'put.without-trailing-slash': 'refused',
      'authorization.scheme-case': 'served',
      'delete.unknown-id': 'not-found',
      'delete.second-time': 'not-found',
      'delete.other-entity': 'not-found',
      'error.status-by-cause': ['another type: 422', 'malformed JSON: 400', 'unknown id: 404'],
      'error.names-field': 'always',
      'error.leaks': [],
    },
  },
  lenient: {
    optional: without('name'),
    requests: 113,
    answers: {
      'put.success-status': ['201'],
      'put.create-or-replace': 'create',
      'put.null-fields': without('name'),
      'put.other-type-fields': [
        ...['action.timezone', 'action.type', 'businessDataTypeId', 'conditions.columnType'],
        ...['conditions.jsonPath', 'conditions.operator', 'conditions.type', 'conditions.value'],
        ...['derivativeType', 'name'],
      ],
      'put.unknown-fields': 'returned',
      'put.malformed-json': 'served',
      'put.other-content-type': 'served',
      'put.accepted-values': enumerations,
      'put.empty-texts': 'served',
      'put.empty-conditions': 'served',
      'put.limit.name': upTo(1_000),
      'put.limit.conditions': upTo(50),
      'put.limit.conditions.value': unlimited(65_536),
      'put.integers': [
        ...['-1', '-2147483648', '0', '2147483647', '2147483648', '9007199254740991'],
        ...['9007199254740993', '9223372036854775807'],
      ],
      'put.time-zones': ['+08:00', 'CST', 'Etc/GMT+8', 'GMT+8', 'Nowhere/Place', 'UTC', 'asia/shanghai'],
      'put.unicode': texts,
      'put.without-trailing-slash': 'served',
      'authorization.scheme-case': 'served',
      'delete.unknown-id': 'not-found',
      'delete.second-time': 'served',
      'delete.other-entity': 'served',
      'error.status-by-cause': ['unknown id: 404'],
      'error.names-field': 'always',
      'error.leaks': [],
    },
  },
  strict: {
    optional: ['conditions.jsonPath'],
    requests: 120,
    answers: {
      'put.success-status': ['201'],
      'put.create-or-replace': 'replace',
      'put.null-fields': [],
      'put.other-type-fields': [],
      'put.unknown-fields': 'refused',
      'put.malformed-json': 'refused',
      'put.other-content-type': 'refused',
      'put.accepted-values': [],
      'put.empty-texts': 'refused',
      'put.empty-conditions': 'refused',
      'put.limit.name': upTo(64),
      'put.limit.conditions': upTo(10),
      'put.limit.conditions.value': upTo(100),
      'put.integers': ['0', '2147483647'],
      'put.time-zones': ['CST', 'Etc/GMT+8', 'UTC', 'asia/shanghai'],
      'put.unicode': [],
      'put.without-trailing-slash': 'refused',
      'authorization.scheme-case': 'refused',
      'delete.unknown-id': 'not-found',
      'delete.second-time': 'gone',
      'delete.other-entity': 'refused',
      'error.status-by-cause': ['another type: 400', 'malformed JSON: 400', 'unknown id: 404'],
      'error.names-field': 'always',
      'error.leaks': [],
    },
  },
  legacy: {
    optional: ['conditions', 'action.referenceNo', 'action.positionSide'],
    requests: 122,
    answers: {
      'put.success-status': ['200'],
      'put.create-or-replace': 'replace',
      'put.null-fields': ['action.referenceNo', 'conditions'],
      'put.other-type-fields': [],
      'put.unknown-fields': 'ignored',
      'put.malformed-json': 'fails with 500',
      'put.other-content-type': 'refused',
      'put.accepted-values': enumerations,
      'put.empty-texts': 'served',
      'put.empty-conditions': 'served',
      'put.limit.name': upTo(255),
      'put.limit.conditions': upTo(100),
      'put.limit.conditions.value': upTo(4_000),
      'put.integers': ['-1', '-2147483648', '0', '2147483647'],
      'put.time-zones': ['+08:00', 'CST', 'Etc/GMT+8', 'UTC', 'asia/shanghai'],
      'put.unicode': texts.filter((kind) => kind !== 'emoji'),
      'put.without-trailing-slash': 'redirected',
      'authorization.scheme-case': 'refused',
      'delete.unknown-id': 'refused',
      'delete.second-time': 'refused',
      'delete.other-entity': 'not-found',
      'error.status-by-cause': ['another type: 400', 'malformed JSON: 500', 'unknown id: 400'],
      'error.names-field': 'never',
      'error.leaks': ['SQL', 'internal host', 'stack trace'],
    },
  },
};

test('every question that is asked by requests of its own is asked of every profile, and no profile is left out', () => {
  const asked = contract.questions.filter(isAsked).map(({ id }) => id.replace('question.', ''));
  const required = fields.map((field) => `put.required.${field}`);
  for (const { answers } of Object.values(expected))
    expect([...Object.keys(answers), ...required].sort()).toEqual([...asked, 'put.success-status'].sort());
  expect(Object.keys(expected)).toEqual(profiles.map(({ name }) => name));
});

test('each question has different answers for at least two profiles', () => {
  const [first, ...others] = Object.values(expected).map(({ answers }) => answers);
  const alike = Object.entries(first ?? {}).filter(([id, answer]) =>
    others.every((answers) => JSON.stringify(answers[id]) === JSON.stringify(answer)),
  );
  expect(alike).toEqual([]);
});

describe.each(profiles.map(({ name }) => name))('the profile %s', (profile) => {
  test('is told right from outside, in as few requests as it takes', async () => {
    const { optional, answers, requests } = expected[profile] as Expected;
    const found = await explored(profile);
    const seen = Object.fromEntries(Object.keys(answers).map((id) => [id, found.told(id)]));
    expect(seen).toEqual(answers);
    const isRequired = fields.filter((field) => found.told(`put.required.${field}`) === 'required');
    expect(isRequired).toEqual(fields.filter((field) => !optional.includes(field)));
    expect([found.requests, found.received.length]).toEqual([requests, requests]);
  }, 60_000);
});

test('what a response shows of the inside is a security observation, with the exchange', async () => {
  const { leaks } = await explored('legacy', { allowed: ['refusal'], servedBefore: ['put'] });
  expect(leaks).toEqual([
    { what: 'stack trace', exchange: 'question.put.malformed-json-1' },
    { what: 'SQL', exchange: 'question.put.malformed-json-1' },
    { what: 'internal host', exchange: 'question.put.malformed-json-1' },
  ]);
  expect((await explored('strict', { allowed: ['refusal'], servedBefore: ['put'] })).leaks).toEqual([]);
});
