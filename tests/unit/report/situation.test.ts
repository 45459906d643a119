import { describe, expect, test } from 'vitest';
import { judge } from '../../../src/judge/judge.ts';
import type { Exchange, Failure } from '../../../src/model/exchange.ts';
import { situationOf } from '../../../src/report/situation.ts';
import {
  conformingExchanges,
  deleteAnswer,
  operationNames,
  recordingOf,
  utf8Response,
  withAnswer,
} from '../../support/conforming.ts';
import { contract, reportOf } from '../../support/engine.ts';

const all = conformingExchanges();

function situation(exchanges: readonly Exchange[]) {
  const { isSamePage } = judge(contract, exchanges);
  return situationOf({ ...reportOf(recordingOf(exchanges)), isSamePage });
}

/** The exchanges fail, one kind after another. */
function failing(...kinds: readonly Pick<Failure, 'kind' | 'sent'>[]) {
  return situation(
    all.map(({ response: _, ...exchange }, at) => {
      const failure = kinds[at % kinds.length] as Pick<Failure, 'kind' | 'sent'>;
      return { ...exchange, failure: { message: 'so', ...failure } };
    }),
  );
}

const refused = { kind: 'refused', sent: false } as const;
const noTls = { kind: 'tls', sent: false } as const;
const timeout = { kind: 'timeout', sent: true } as const;

test.each([
  ['unreachable', [refused]],
  ['no-connection', [refused, noTls]],
  ['no-connection', [noTls]],
  ['no-answer', [refused, timeout]],
  ['no-answer', [timeout]],
] as const)('the situation of a run without a response is %s', (expected, kinds) =>
  expect(failing(...kinds)).toBe(expected),
);

test.each([
  ['same-page', '<html>Sign in</html>'],
  ['ordinary', '{"error":"out of order"}'],
] as const)('the situation where everybody gets the same bytes is %s for %s', (expected, text) =>
  expect(situation(all.map((one) => ({ ...one, response: utf8Response(text, 500) })))).toBe(expected),
);

/** The authorised answers: one to the PUT, one to all others. */
function answering(put: object, remove: object) {
  const text = (body: object) => utf8Response(JSON.stringify(body));
  const exchanges = operationNames.reduce(
    (all, name) => withAnswer(name, text(name === 'put' ? put : remove), all),
    conformingExchanges(),
  );
  return situation(exchanges);
}

const foreign = { ok: true, result: [] };

describe('the situation of a run with responses', () => {
  test('is another API where no response has anything of the envelope', () =>
    expect(answering(foreign, foreign)).toBe('other-api'));

  test('is ordinary where one of them conforms', () =>
    expect(answering(foreign, deleteAnswer)).toBe('ordinary'));

  test('is ordinary where one of them has a member of the envelope', () =>
    expect(answering(foreign, { ...foreign, requestId: deleteAnswer.requestId })).toBe('ordinary'));

  test('is ordinary where one response of several to the same request has the envelope', () => {
    const answers = withAnswer('put', utf8Response(JSON.stringify({ ...foreign, data: {} })));
    const others = withAnswer('put', utf8Response(JSON.stringify(foreign)));
    const again = others
      .filter(({ id }) => id === 'put-authorised')
      .map((one) => ({ ...one, id: 'put-2', probe: 'put-2' }));
    const removed = utf8Response(JSON.stringify(foreign));
    expect(situation(withAnswer('delete', removed, [...answers, ...again]))).toBe('ordinary');
  });

  test('is ordinary where the record is without its envelope', () =>
    expect(answering(foreign, deleteAnswer.data)).toBe('ordinary'));
});
