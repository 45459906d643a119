import { expect, test } from 'vitest';
import type { Exchange, Response } from '../../../src/model/exchange.ts';
import type { RequirementResult } from '../../../src/model/report.ts';
import { buildReport } from '../../../src/report/build.ts';
import {
  conformingExchanges,
  deleteAnswer,
  exchangeOf,
  putAnswer,
  recordingOf,
  refusalBody,
  sentTransformer,
  utf8Response,
  withAnswer,
  withBody,
} from '../../support/conforming.ts';
import { contract } from '../../support/engine.ts';

/** Nothing conforms because it was absent: what was not there to be looked at is not exercised, with the reason. */

function reportOf(exchanges: readonly Exchange[], changes?: Parameters<typeof recordingOf>[1]) {
  return buildReport(contract, recordingOf(exchanges, changes));
}

function row(exchanges: readonly Exchange[], id: string): RequirementResult {
  const found = reportOf(exchanges).requirements.find((requirement) => requirement.id === id);
  if (found === undefined) throw new Error(`no requirement ${id}`);
  return found;
}

function putWith(data: object): readonly Exchange[] {
  return withBody('put', JSON.stringify({ ...putAnswer, data: { ...putAnswer.data, ...data } }));
}

function without(key: keyof typeof putAnswer.data): readonly Exchange[] {
  const { [key]: _, ...data } = putAnswer.data;
  return withBody('put', JSON.stringify({ ...putAnswer, data }));
}

function unauthorised(response: Response): readonly Exchange[] {
  return conformingExchanges().map((exchange) =>
    exchange.id === 'delete-no-header' ? exchangeOf('delete', 'none', response) : exchange,
  );
}

const noData = withBody('put', JSON.stringify({ status: 'success', requestId: putAnswer.requestId }));
const arrayData = withBody('put', JSON.stringify({ ...putAnswer, data: [] }));

const conditions = 'put.data.conditions';
const ofTexts = putWith({ conditions: ['a', 'b'] });
const fewer = putWith({ conditions: putAnswer.data.conditions.slice(1) });
const notKnown = /^it is not known whether the operation is protected: .* the body is /;

type Open = readonly [exchanges: readonly Exchange[], id: string, reason: RegExp, because?: string];

const open: readonly Open[] = [
  [noData, 'put.data.name:presence', /data is absent/, 'put.data:presence'],
  [noData, 'put.data.action.amount:type', /data is absent/, 'put.data:presence'],
  [arrayData, 'put.data.name:presence', /data has the wrong type/, 'put.data:type'],
  [without('action'), 'put.data.action:type', /is absent/, 'put.data.action:presence'],
  [without('conditions'), `${conditions}.each.jsonPath:absence`, /is absent/, `${conditions}:presence`],
  [putWith({ conditions: [] }), `${conditions}.each.column:presence`, /no elements/, `${conditions}:count`],
  [ofTexts, `${conditions}.each.column:type`, /has the wrong type/, `${conditions}.each:type`],
  [fewer, `${conditions}.each.column:echo`, /a different length/, `${conditions}:count`],
  [putWith({ createdAt: 7 }), 'put.data.createdAt:format', /has the wrong type/, 'put.data.createdAt:type'],
  [putWith({ name: null }), 'put.data.name:echo', /has the wrong type/, 'put.data.name:type'],
  [putWith({ deletedAt: '' }), 'put.data.deletedAt:format', /is empty/],
  [withAnswer('put', utf8Response('', 204)), 'put.status:presence', /not a JSON object/, 'put:json'],
  [withBody('put', '[]'), 'put.status:presence', /not a JSON object/, 'put:json'],
  [withAnswer('put', utf8Response('{}', 422)), 'put.status:presence', /returned 422/],
  [withAnswer('put', utf8Response('<html>', 500)), 'put:json', /returned 500/],
  [
    withAnswer('put', utf8Response('{"status":"error","data":{}}')),
    'put.data:presence',
    /returned 200 with status "error" .also: data.$/,
  ],
  [withBody('put', '['.repeat(300)), 'put:json', /^the response is too deep to judge: it is nested deeper/],
  [conformingExchanges().slice(0, 3), 'put.requestId:uniqueness', /only one response has/],
  [unauthorised(utf8Response('', 202)), 'delete:authorization', notKnown],
  [unauthorised(utf8Response('<html>', 200)), 'delete:authorization', notKnown],
  [unauthorised(utf8Response(refusalBody, 429)), 'delete:authorization', /429/],
  [unauthorised(utf8Response(refusalBody, 503)), 'delete:authorization', /503/],
  [
    withAnswer('delete', utf8Response(refusalBody, 404), unauthorised(utf8Response(refusalBody, 404))),
    'delete:authorization',
    /the request with the token failed too/,
  ],
  [conformingExchanges().slice(0, 3), 'delete:json', /interrupted before/],
];

test.for(open.map((one) => [one[1], one[2], one] as const))(
  'is not exercised: %s: %s',
  ([, , [exchanges, id, reason, because]]) => {
    const { verdict, evidence, strength, ...result } = row(exchanges, id);
    expect([verdict, evidence, result.because]).toEqual(['not-exercised', [], because]);
    expect(result.reason).toMatch(reason);
    const { outcome } = reportOf(exchanges).summary;
    if (strength === 'stated' && id !== 'put.data.deletedAt:format') expect(outcome).not.toBe('conforms');
    else if (!exchanges.some(({ operation }) => operation === 'delete')) expect(outcome).toBe('incomplete');
  },
);

test('an empty array is out of the gate when the operator sent none, and in it when two were sent', () => {
  const none = { ...sentTransformer, conditions: [] };
  const answer = utf8Response(JSON.stringify({ ...putAnswer, data: { ...putAnswer.data, conditions: [] } }));
  const exchanges = conformingExchanges().map((exchange) =>
    exchange.id === 'put-authorised' ? exchangeOf('put', 'authorised', answer, none) : exchange,
  );
  const twins = exchanges.map((exchange) =>
    exchange.operation === 'put'
      ? { ...exchange, request: { ...exchange.request, body: JSON.stringify(none) } }
      : exchange,
  );
  const scope = { operations: ['put', 'delete'] as const, unauthorized: true, conditionsSent: false };
  expect(reportOf(twins, { scope }).summary).toMatchObject({ outcome: 'conforms' });
  expect(row(twins, 'put.data.conditions.each:type')).toMatchObject({
    verdict: 'not-exercised',
    reason: 'data.conditions has no elements',
  });
  expect(reportOf(putWith({ conditions: [] })).summary).toMatchObject({ outcome: 'incomplete', exitCode: 3 });
});

test('one failed repeat among good ones leaves the run incomplete, and its rows judged', () => {
  const [first] = conformingExchanges().filter(({ id }) => id === 'put-authorised');
  if (first === undefined) throw new Error('no PUT');
  const { response: _, ...rest } = first;
  const failed: Exchange = {
    ...rest,
    id: 'put-authorised-2',
    probe: 'put-authorised-2',
    failure: { kind: 'timeout', message: 'no response within 10 ms', sent: true },
  };
  const { summary, requirements } = reportOf([...conformingExchanges(), failed]);
  expect(summary).toMatchObject({
    outcome: 'incomplete',
    exitCode: 3,
    reasons: ['put-authorised-2: no response within 10 ms'],
  });
  expect(requirements.find(({ id }) => id === 'put.data.name:type')).toMatchObject({
    verdict: 'conforms',
    counts: { conforms: 1, deviates: 0, notExercised: 1 },
  });
});

test('several faults at once are all reported', () => {
  const data = {
    ...deleteAnswer.data,
    createdAt: '2025-02-30 10:20:30',
    priority: '1',
    enabled: 'true',
    conditions: null,
  };
  const { requirements } = reportOf(
    withBody('delete', JSON.stringify({ ...deleteAnswer, status: 'OK', data })),
  );
  expect(requirements.filter(({ verdict }) => verdict === 'deviates').map(({ id }) => id)).toEqual([
    'delete.status:value',
    'delete.data.conditions:type',
    'delete.data.priority:type',
    'delete.data.enabled:type',
    'delete.data.createdAt:format',
  ]);
});

test('no exchange at all is incomplete, not conforming', () => {
  const { summary } = reportOf([]);
  expect(summary).toMatchObject({ outcome: 'incomplete', stated: { conforms: 0, deviates: 0 } });
});

test('an envelope that says success is judged whatever the HTTP status', () => {
  const { summary, observations } = reportOf(
    withAnswer(
      'put',
      utf8Response(JSON.stringify({ ...putAnswer, data: { ...putAnswer.data, enabled: 1 } }), 500),
    ),
  );
  expect(summary).toMatchObject({ outcome: 'deviates' });
  expect(observations.find(({ id }) => id === 'question.response.contradictory-status')).toMatchObject({
    prominent: true,
    answer: 'yes: put-authorised returned 500',
  });
});
