import { describe, expect, test } from 'vitest';
import { judge } from '../../../src/judge/judge.ts';
import type { Exchange, Header, RecordedMessage, SentRequest } from '../../../src/model/exchange.ts';
import type { Operation } from '../../../src/model/requirement.ts';
import { mutationsOf } from '../../../src/mutations/mutations.ts';
import { contract } from '../../../src/operations/index.ts';
import { exchangeOf, refusalBody, sentTransformer, utf8Response } from '../../support/conforming.ts';

const bearer: Header = ['authorization', 'Bearer [masked: access token]'];
const json: Header = ['Content-Type', 'application/json; charset=utf-8'];
const complete: RecordedMessage = { headers: 'complete', body: 'whole' };

/** A request that somebody recorded; what was answered makes no difference to it. */
function sent(operation: Operation, request: Partial<SentRequest> = {}, how = complete): Exchange {
  const made = exchangeOf(operation, 'authorised', utf8Response(refusalBody, 400));
  const headers = operation === 'put' ? [bearer, json] : [bearer];
  return {
    ...made,
    request: { ...made.request, headers, ...request },
    recorded: { request: how, response: complete },
  };
}

function findings(exchange: Exchange) {
  return judge(contract, [exchange], { side: 'request' }).findings;
}

function idsWith(exchange: Exchange, wanted: string): readonly string[] {
  return [...findings(exchange)].flatMap(([id, { verdict }]) => (verdict === wanted ? [id] : []));
}

const deviating = (exchange: Exchange) => idsWith(exchange, 'deviates');
const verdictOf = (exchange: Exchange, id: string) => findings(exchange).get(id)?.verdict;

const own = (operation: Operation) =>
  contract.requestRequirements.filter((requirement) => requirement.operation === operation);

describe('a request as the document shows it', () => {
  test.each(['put', 'delete'] as const)('conforms in every requirement: %s', (operation) =>
    expect(idsWith(sent(operation), 'conforms')).toEqual(own(operation).map(({ id }) => id)),
  );

  test('may have more than one space before its token', () => {
    const spaced: Header = ['authorization', 'Bearer  a-token'];
    expect(verdictOf(sent('put', { headers: [spaced, json] }), 'put.request:bearer')).toBe('conforms');
  });

  test('deviates in no field that it lacks', () => {
    const exchange = sent('put', { body: '{}' });
    expect(deviating(exchange)).toEqual([]);
    expect(verdictOf(exchange, 'put.request.name:type')).toBe('not-exercised');
  });

  test('may have further fields, a query, a prefix and empty identifiers', () => {
    const url = 'https://shop.example/v2/entity//automationRule/?trace=1#x';
    expect(deviating(sent('delete', { url }))).toEqual([]);
    expect(deviating(sent('delete', { url: '/entity/1/automationRule/2' }))).toEqual([]);
    expect(deviating(sent('put', { body: JSON.stringify({ ...sentTransformer, more: 1 }) }))).toEqual([]);
  });
});

const fields = own('put').filter(({ check, place }) => check.kind === 'schema' && place !== '/request');

describe('a field of another type', () => {
  test('can stand in each documented place', () => expect(fields).toHaveLength(20));

  test.each(fields.map((requirement) => [requirement.id, requirement] as const))(
    'deviates in its requirement alone: %s',
    (id, requirement) => {
      const place = (requirement.place ?? '').replace(/^\/request/, '');
      const bodies = mutationsOf(contract, requirement, place).map(({ edit }) =>
        edit(JSON.stringify(sentTransformer)),
      );
      const exchanges = bodies.map((body, at) => ({ ...sent('put', { body }), id: `e${at}` }));
      const found = judge(contract, exchanges, { side: 'request' }).findings;
      const ids = [...found].flatMap(([other, { verdict }]) => (verdict === 'deviates' ? [other] : []));
      expect(ids).toEqual([id]);
      expect(found.get(id)?.counts.deviates).toBe(bodies.length);
    },
  );
});

const root = 'http://127.0.0.1:1/entity/0123456789abcdef0123456789abcdef';

const mistakes: readonly (readonly [id: string, operation: Operation, request: Partial<SentRequest>])[] = [
  ['put.request:method', 'put', { method: 'put' }],
  ['put.request:path', 'put', { url: `${root}/valuation/derivative/fact/transformer` }],
  ['delete.request:path', 'delete', { url: `${root}/automationRule/1/` }],
  ['put.request:bearer', 'put', { headers: [json] }],
  ['put.request:bearer', 'put', { headers: [json, ['Authorization', 'Basic abc']] }],
  ['put.request:bearer', 'put', { headers: [json, ['Authorization', 'eyJhbGciOi']] }],
  ['put.request:bearer', 'put', { headers: [json, ['Authorization', 'Bearer ']] }],
  ['put.request:bearer', 'put', { headers: [json, bearer, ['authorization', 'Token x']] }],
  ['put.request:content-type', 'put', { headers: [bearer] }],
  ['put.request:content-type', 'put', { headers: [bearer, ['content-type', 'application/json+x']] }],
  ['put.request:json', 'put', { body: 'name=x' }],
  ['put.request:json', 'put', { body: '' }],
  ['put.request:type', 'put', { body: '[]' }],
  ['delete.request:body', 'delete', { body: '{}' }],
];

describe('a mistake of a client', () => {
  test.each(mistakes)('deviates in %s alone: %s %j', (id, operation, request) =>
    expect(deviating(sent(operation, request))).toEqual([id]),
  );

  test('is shown without a token', () => {
    const shown = (value: string) => {
      const headers: Header[] = [json, ['Authorization', value]];
      const found = findings(sent('put', { headers })).get('put.request:bearer');
      return found?.evidence.map(({ actual }) => actual);
    };
    expect(shown('Basic c2VjcmV0')).toEqual(['the scheme Basic']);
    expect(shown('c2VjcmV0 hidden2')).toEqual(['another value']);
    expect(shown('c2VjcmV0')).toEqual(['another value']);
  });

  test('that breaks the body is the cause of what cannot be judged below', () => {
    const broken = findings(sent('put', { body: 'name=x' })).get('put.request.name:type');
    expect(broken?.why?.because).toBe('put.request:json');
    const list = findings(sent('put', { body: '{"conditions":{}}' })).get('put.request.conditions.each:type');
    expect(list?.why?.because).toBe('put.request.conditions:type');
  });
});

const partial: RecordedMessage = { headers: 'partial', body: 'whole' };

describe('what was not recorded of a request', () => {
  test('headers that may be missing deviate nowhere', () => {
    const exchange = sent('put', { headers: [] }, partial);
    for (const id of ['put.request:bearer', 'put.request:content-type'])
      expect([id, verdictOf(exchange, id)]).toEqual([id, 'not-exercised']);
  });

  test.each(['***', '[REDACTED]', 'xxxxx', '<hidden>', 'bearer abc'])('is no scheme: %s', (value) => {
    const exchange = sent('put', { headers: [json, ['Authorization', value]] });
    expect(verdictOf(exchange, 'put.request:bearer')).toBe('not-exercised');
  });

  test.each(['cut', 'absent'] as const)('is no deviation of the body: %s', (body) => {
    const how = { headers: 'complete', body } as const;
    const { body: _, ...bodiless } = sent('put').request;
    for (const request of [{ body: '{"name":7' }, bodiless, { body: '{"name":7}' }])
      expect(deviating({ ...sent('put', {}, how), request: { ...bodiless, ...request } })).toEqual([]);
    const unread = findings({ ...sent('put', {}, how), request: bodiless }).get('put.request.name:type');
    expect(unread?.why).toEqual({ reason: 'the request has no JSON body that could be read' });
    expect(verdictOf(sent('delete', {}, how), 'delete.request:body')).toBe('not-exercised');
  });

  test('but a part of a body shows that there was one', () => {
    const how = { headers: 'complete', body: 'cut' } as const;
    expect(deviating(sent('delete', { body: '{"a' }, how))).toEqual(['delete.request:body']);
  });

  test('a body that ends in the middle is no deviation', () =>
    expect(deviating(sent('put', { body: '{"name":7,' }))).toEqual([]));

  test('a value says nothing of the text, nor of its absence', () => {
    const how = { headers: 'complete', body: 'parsed' } as const;
    expect(verdictOf(sent('put', {}, how), 'put.request:json')).toBe('not-exercised');
    expect(verdictOf(sent('put', { body: '' }, how), 'put.request:json')).toBe('not-exercised');
    expect(verdictOf(sent('put', {}, how), 'put.request.name:type')).toBe('conforms');
    for (const body of ['', '{}', 'null', '""'])
      expect(verdictOf(sent('delete', { body }, how), 'delete.request:body'), body).toBe('not-exercised');
    expect(verdictOf(sent('delete', { body: '{"a":1}' }, how), 'delete.request:body')).toBe('deviates');
  });

  test('a body in which a secret was masked may be no JSON any more', () => {
    const masked = [{ part: 'request-body', at: '', what: 'password' } as const];
    expect(deviating({ ...sent('put', { body: 'password=[masked: password]' }), masked })).toEqual([]);
  });
});

describe('sides', () => {
  const idsOf = (side?: 'request' | 'response' | 'both') => [
    ...judge(contract, [sent('put')], side === undefined ? {} : { side }).findings.keys(),
  ];
  const answers = contract.requirements.map(({ id }) => id);
  const requests = contract.requestRequirements.map(({ id }) => id);

  test('are judged as asked, responses where nothing is', () => {
    expect(idsOf()).toEqual(answers);
    expect(idsOf('response')).toEqual(answers);
    expect(idsOf('request')).toEqual(requests);
    expect(idsOf('both')).toEqual([...answers, ...requests]);
  });

  test('that the suite left out on purpose are no mistake of a client', () => {
    const { recorded: _, ...ours } = sent('put', { headers: [json] });
    expect(deviating({ ...ours, credentials: 'none' })).toEqual([]);
    expect(deviating(ours)).toEqual(['put.request:bearer']);
  });
});

test.each<[string, readonly Header[], string]>([
  ['none', [json], 'no Authorization header'],
  ['the scheme alone', [['authorization', 'Bearer '], json], 'Bearer without a token'],
  ['another scheme with that word behind it', [['authorization', 'Basic Bearer'], json], 'the scheme Basic'],
  ['no scheme', [['authorization', 'abc123'], json], 'another value'],
])('what is said of an Authorization header that is no Bearer token: %s', (_, headers, said) => {
  const found = findings(sent('put', { headers })).get('put.request:bearer');
  expect(found?.evidence.map(({ actual }) => actual)).toEqual([said]);
});
