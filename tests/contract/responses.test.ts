import { describe, expect, test } from 'vitest';
import { failureRows, responseRows } from '../cases/responses.ts';
import { deleteAnswer, exchangeOf, putAnswer, sentTransformer, utf8Response } from '../support/conforming.ts';
import { type Exchange, judge } from '../support/subject.ts';

/** What a response means, with the token and without, as the judge shows it. */

const sound = exchangeOf('put', 'authorised', utf8Response(JSON.stringify(putAnswer)));
const meanings = { deviates: 'served', conforms: 'refused', 'not-exercised': 'unclear' } as const;

/** What an exchange without the token comes to, beside one that succeeds with it. */
function withoutToken(exchange: Exchange, credentials: 'none' | 'made-up') {
  const { findings } = judge([{ ...exchange, credentials }, sound]);
  const id = credentials === 'none' ? 'put:authorization' : 'put:made-up-token';
  const { verdict = 'not-exercised', evidence = [], why = null } = findings.get(id) ?? {};
  return {
    means: meanings[verdict],
    said: [...evidence.map(({ actual }) => actual), why?.reason ?? ''].join(''),
  };
}

/** What follows for the row on JSON, and for the data of the service. */
function following(means: string, status: number | null, isSent: boolean) {
  const json = { success: 'conforms', 'no-object': 'deviates' } as Readonly<Record<string, string>>;
  const isRefused = status === 429 || (means === 'refusal' && status !== null && status < 500);
  const effect = means === 'success' ? 'confirmed' : isRefused || !isSent ? 'none' : 'unknown';
  return { json: json[means] ?? 'not-exercised', effect };
}

const { response: _, ...unanswered } = sound;
const all = [
  ...responseRows.map(([what, status, body]) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const exchange = exchangeOf('put', 'authorised', utf8Response(text, status));
    return { what, status, isSent: true, exchange };
  }),
  ...failureRows.map(([kind, status, sent]) => {
    const head = status === null ? {} : { head: { status, reason: '', headers: [] } };
    const what = `${kind} ${status ?? 'without a head'}${sent ? '' : ', not sent'}`;
    const failure = { kind, message: 'it broke off', sent, ...head };
    return { what, status, isSent: sent, exchange: { ...unanswered, failure } };
  }),
];

test('what each means, and what is said of it', async () => {
  const lines = all.map(({ what, status, isSent, exchange }) => {
    const { unanswered: open, findings, effects } = judge([exchange]);
    const { kind = 'success', reason = '' } = open[0] ?? {};
    const found = { json: findings.get('put:json')?.verdict, effect: effects[0]?.state ?? 'none' };
    expect([what, found]).toEqual([what, following(kind, status, isSent)]);
    const without = withoutToken(exchange, 'none');
    expect([what, withoutToken(exchange, 'made-up').means]).toEqual([what, without.means]);
    const said = without.said.replace('it is not known whether the operation is protected: ', '');
    return `${what} | ${kind} | ${reason} | ${without.means} | ${said}\n`;
  });
  await expect(lines.join('')).toMatchFileSnapshot('../cases/golden/contract/responses.txt');
});

describe('what an error can have taken from its request makes no record', () => {
  // With just as many fields that no request has as make a record.
  const { derivativeFactTransformerId, createdAt: created, updatedAt } = putAnswer.data;
  const ids = { derivativeFactTransformerId, entityId: putAnswer.data.entityId };
  const record = { data: { ...sentTransformer, ...ids, createdAt: created, updatedAt } };
  const { automationRuleId, entityId, createdAt, deletedAt } = deleteAnswer.data;
  const failing = { type: 'error', name: 'NotFound', automationRuleId, entityId, createdAt, deletedAt };
  const deeper = { ...sentTransformer, nested: [{ DERIVATIVEFACTTRANSFORMERID: 'x' }] };
  test.each([
    ['nothing of it was sent', 'put', sentTransformer, record, 'deviates'],
    ['a field was sent', 'put', { ...sentTransformer, created_at: 'x' }, record, 'not-exercised'],
    ['an id was sent, deeper', 'put', deeper, record, 'not-exercised'],
    ['the path had the ids', 'delete', undefined, failing, 'not-exercised'],
  ])('%s', (_what, operation, sent, body, verdict) => {
    const exchange = exchangeOf(operation, 'none', utf8Response(JSON.stringify(body)), sent);
    expect(judge([exchange]).findings.get(`${operation}:authorization`)?.verdict).toBe(verdict);
  });
});
