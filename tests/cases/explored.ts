import { expect } from 'vitest';
import type { Arrived, Traits } from '../support/explored-service.ts';

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
const lacks = (name: string) => (one: Arrived) =>
  one.method === 'PUT' && isJson(one) && !(name in bodyOf(one));
const isLong = (one: Arrived) => String(bodyOf(one).name).length > 60;

/** What fails from time to time fails for no reason that a request has: the answers are those of the strict service. */
export const flaky: Readonly<Record<string, Traits>> = {
  'every third request: 500': { misdeed: ({ number }) => (number % 3 === 0 ? 500 : null) },
  'every third request: 503': { misdeed: ({ number }) => (number % 3 === 1 ? 503 : null) },
  'every third request: 429': { misdeed: ({ number }) => (number % 3 === 2 ? 429 : null) },
  'every third request: closed': { misdeed: ({ number }) => (number % 3 === 0 ? 'close' : null) },
  'every fifth request: 500 or closed': {
    misdeed: ({ number }) => (number % 5 > 0 ? null : number % 2 === 0 ? 500 : 'close'),
  },
};

/** What fails half of the time: an answer is that of the strict service, or there is none. */
export const failing: Readonly<Record<string, Traits>> = {
  'every second request: 500': { misdeed: ({ number }) => (number % 2 === 0 ? 500 : null) },
  'two of three requests: 500': { misdeed: ({ number }) => (number % 3 > 0 ? 500 : null) },
  'two of four requests: 429': { misdeed: ({ number }) => (number % 4 < 2 ? 429 : null) },
  'after the fifth: 500': { misdeed: ({ number }) => (number > 5 ? 500 : null) },
  'after the fifth: closed': { misdeed: ({ number }) => (number > 5 ? 'close' : null) },
};

/** Answers by the ends of ids; those that are not named are those of the strict service. */
export const answered: Readonly<
  Record<string, readonly [traits: Traits, answers: Readonly<Record<string, unknown>>]>
> = {
  'malformed JSON: 500': [
    { misdeed: (one) => (isMalformed(one) ? 500 : null) },
    {
      'put.malformed-json': 'fails with 500',
      'error.status-by-cause': ['another type: 422', 'malformed JSON: 500', 'unknown id: 404'],
    },
  ],
  'malformed JSON: 429': [
    { misdeed: (one) => (isMalformed(one) ? 429 : null) },
    {
      'put.malformed-json': 'fails with 429',
      'error.status-by-cause': ['another type: 422', 'malformed JSON: 429', 'unknown id: 404'],
    },
  ],
  'malformed JSON: closed': [
    { misdeed: (one) => (isMalformed(one) ? 'close' : null) },
    { 'put.malformed-json': 'fails without a response' },
  ],
  'no jsonPath: 500': [
    {
      misdeed: (one) => (isJson(one) && one.method === 'PUT' && !one.body.includes('jsonPath') ? 500 : null),
    },
    { 'put.required.conditions.jsonPath': 'fails with 500' },
  ],
  'no name: 503': [
    { misdeed: (one) => (lacks('name')(one) ? 503 : null) },
    { 'put.required.name': 'fails with 503' },
  ],
  'a rule that does not exist: 500': [
    { misdeed: ({ method, path }) => (method === 'DELETE' && !path.includes('rule-') ? 500 : null) },
    {
      'delete.unknown-id': 'fails with 500',
      'error.status-by-cause': ['another type: 422', 'malformed JSON: 400', 'unknown id: 500'],
    },
  ],
  'a name of more than 60 characters: 500': [
    { misdeed: (one) => (isLong(one) ? 500 : null) },
    { 'put.limit.name': { largestAccepted: 60, smallestRefused: 61 } },
  ],
  'malformed JSON: 500, then 502': [
    { misdeed: (one) => (isMalformed(one) ? (one.number % 2 === 0 ? 500 : 502) : null) },
    { 'put.malformed-json': expect.stringMatching(/^answers differed: /) },
  ],
  'errors that name no field': [{ error: () => 'no' }, { 'error.names-field': 'never' }],
  'errors that name a missing field alone': [
    { error: (what, field) => (what === 'is missing' ? field : 'no') },
    { 'error.names-field': 'sometimes' },
  ],
  'errors that name a null or wrong field alone': [
    { error: (what, field) => (what === 'is missing' ? 'no' : field) },
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
    { misdeed: (one) => (isMalformed(one) ? 'close and stop listening' : null) },
    'PUT with a body that is not JSON',
  ],
  'malformed JSON is refused first': [
    { misdeed: (one) => (isMalformed(one) ? 'stop listening' : null) },
    'PUT with a body that is not JSON',
  ],
  'a missing name': [
    { misdeed: (one) => (lacks('name')(one) ? 'close and stop listening' : null) },
    'PUT without name',
  ],
};
