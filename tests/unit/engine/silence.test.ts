import { describe, expect, test } from 'vitest';
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

const open: readonly {
  readonly name: string;
  readonly exchanges: readonly Exchange[];
  readonly id: string;
  readonly reason: RegExp;
  readonly because?: string;
}[] = [
  {
    name: 'absent parent',
    exchanges: noData,
    id: 'put.data.name:presence',
    reason: /data is absent/,
    because: 'put.data:presence',
  },
  {
    name: 'absent parent, two levels up',
    exchanges: noData,
    id: 'put.data.action.amount:type',
    reason: /data is absent/,
    because: 'put.data:presence',
  },
  {
    name: 'parent of another type',
    exchanges: arrayData,
    id: 'put.data.name:presence',
    reason: /data has the wrong type/,
    because: 'put.data:type',
  },
  {
    name: 'absent member',
    exchanges: without('action'),
    id: 'put.data.action:type',
    reason: /is absent/,
    because: 'put.data.action:presence',
  },
  {
    name: 'absent array',
    exchanges: without('conditions'),
    id: 'put.data.conditions.each.jsonPath:absence',
    reason: /is absent/,
    because: 'put.data.conditions:presence',
  },
  {
    name: 'empty array',
    exchanges: putWith({ conditions: [] }),
    id: 'put.data.conditions.each.column:presence',
    reason: /has no elements/,
    because: 'put.data.conditions:count',
  },
  {
    name: 'element of another type',
    exchanges: putWith({ conditions: ['a', 'b'] }),
    id: 'put.data.conditions.each.column:type',
    reason: /has the wrong type/,
    because: 'put.data.conditions.each:type',
  },
  {
    name: 'fewer elements than sent',
    exchanges: putWith({ conditions: putAnswer.data.conditions.slice(1) }),
    id: 'put.data.conditions.each.column:echo',
    reason: /a different length/,
    because: 'put.data.conditions:count',
  },
  {
    name: 'format of another type',
    exchanges: putWith({ createdAt: 7 }),
    id: 'put.data.createdAt:format',
    reason: /has the wrong type/,
    because: 'put.data.createdAt:type',
  },
  {
    name: 'echo of another type',
    exchanges: putWith({ name: null }),
    id: 'put.data.name:echo',
    reason: /has the wrong type/,
    because: 'put.data.name:type',
  },
  {
    name: 'an empty deletedAt',
    exchanges: putWith({ deletedAt: '' }),
    id: 'put.data.deletedAt:format',
    reason: /is empty/,
  },
  {
    name: 'empty body',
    exchanges: withAnswer('put', utf8Response('', 204)),
    id: 'put.status:presence',
    reason: /not a JSON object/,
    because: 'put:json',
  },
  {
    name: 'no object',
    exchanges: withBody('put', '[]'),
    id: 'put.status:presence',
    reason: /not a JSON object/,
    because: 'put:json',
  },
  {
    name: 'refused',
    exchanges: withAnswer('put', utf8Response('{}', 422)),
    id: 'put.status:presence',
    reason: /returned 422/,
  },
  {
    name: 'refused, no JSON',
    exchanges: withAnswer('put', utf8Response('<html>', 500)),
    id: 'put:json',
    reason: /returned 500/,
  },
  {
    name: 'refused with 2xx',
    exchanges: withAnswer('put', utf8Response('{"status":"error","data":{}}')),
    id: 'put.data:presence',
    reason: /returned 200 with status "error", data$/,
  },
  {
    name: 'nested too deep to be read',
    exchanges: withBody('put', '['.repeat(300)),
    id: 'put:json',
    reason: /^the response is too deep to judge: it is nested deeper/,
  },
  {
    name: 'one requestId alone',
    exchanges: conformingExchanges().slice(0, 3),
    id: 'put.requestId:uniqueness',
    reason: /no other response/,
  },
  {
    name: 'an unauthorised 202',
    exchanges: unauthorised(utf8Response('', 202)),
    id: 'delete:authorization',
    reason: /^it is not known whether the operation is protected: .* the body is /,
  },
  {
    name: 'an unauthorised HTML page',
    exchanges: unauthorised(utf8Response('<html>', 200)),
    id: 'delete:authorization',
    reason: /^it is not known whether the operation is protected: .* the body is /,
  },
  {
    name: 'an unauthorised 429',
    exchanges: unauthorised(utf8Response(refusalBody, 429)),
    id: 'delete:authorization',
    reason: /429/,
  },
  {
    name: 'an unauthorised 503',
    exchanges: unauthorised(utf8Response(refusalBody, 503)),
    id: 'delete:authorization',
    reason: /503/,
  },
  {
    name: 'a 404 for everyone',
    exchanges: withAnswer(
      'delete',
      utf8Response(refusalBody, 404),
      unauthorised(utf8Response(refusalBody, 404)),
    ),
    id: 'delete:authorization',
    reason: /did not succeed either/,
  },
  {
    name: 'no such exchange',
    exchanges: conformingExchanges().slice(0, 3),
    id: 'delete:json',
    reason: /ended before/,
  },
];

describe('is not exercised', () => {
  test.each(open)('$name: $id', ({ exchanges, id, reason, because }) => {
    const { verdict, evidence, ...result } = row(exchanges, id);
    expect(verdict).toBe('not-exercised');
    expect(result.reason).toMatch(reason);
    expect(result.because).toBe(because);
    expect(evidence).toEqual([]);
  });

  test.each(open)('$name: the run does not come out as conforming', ({ name, exchanges, id }) => {
    const { summary, requirements } = reportOf(exchanges);
    const shownOnly =
      name === 'an empty deletedAt' ||
      requirements.find((requirement) => requirement.id === id)?.strength === 'shown';
    if (shownOnly && !exchanges.some(({ operation }) => operation === 'delete'))
      return expect(summary.outcome).toBe('incomplete');
    if (!shownOnly) expect(summary.outcome).not.toBe('conforms');
  });
});

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
  expect(observations.find(({ id }) => id === 'contradictory-status')).toMatchObject({
    prominent: true,
    answer: 'yes: put-authorised returned 500',
  });
});
