import { describe, expect, test } from 'vitest';
import {
  failureRows,
  type ResponseRow,
  responseRows,
  type WithoutToken,
  type WithToken,
} from '../cases/responses.ts';
import { deleteAnswer, exchangeOf, putAnswer, sentTransformer, utf8Response } from '../support/conforming.ts';
import { contract, type Exchange, type Failure, judge } from '../support/subject.ts';

/** What a response means, with the token and without, as the judge shows it. */

const sound = exchangeOf('put', 'authorised', utf8Response(JSON.stringify(putAnswer)));
const credentials = { none: 'put:authorization', 'made-up': 'put:made-up-token' } as const;
const meanings = { deviates: 'served', conforms: 'refused', 'not-exercised': 'unclear' } as const;

/** What one exchange with the token means, what becomes of the row on JSON and of the data, and the reason. */
function withToken(exchange: Exchange) {
  const { unanswered, findings, effects } = judge(contract, [exchange]);
  const [open] = unanswered;
  return {
    meaning: open?.kind ?? 'success',
    json: findings.get('put:json')?.verdict,
    effect: effects[0]?.state ?? 'none',
    said: open?.reason ?? '',
  };
}

/** The same exchange without the token, beside one that succeeds with it: what both kinds of credentials come to. */
function withoutToken(exchange: Exchange) {
  const found = Object.entries(credentials).map(([name, id]) => {
    const { findings } = judge(contract, [{ ...exchange, credentials: name as 'none' }, sound]);
    const { verdict = 'not-exercised', evidence = [], why = null } = findings.get(id) ?? {};
    return {
      meaning: meanings[verdict],
      said: [...evidence.map(({ actual }) => actual), why?.reason ?? ''].join(''),
    };
  });
  return { meanings: found.map(({ meaning }) => meaning), said: found[0]?.said ?? '' };
}

/** What follows for the row on JSON, and for the data of the service. */
function following(meaning: WithToken, status: number | null, sent: boolean) {
  const json = { success: 'conforms', 'no-object': 'deviates' } as Readonly<Record<string, string>>;
  const isRefused = status === 429 || (meaning === 'refusal' && status !== null && status < 500);
  const effect = meaning === 'success' ? 'confirmed' : isRefused || !sent ? 'none' : 'unknown';
  return { meaning, json: json[meaning] ?? 'not-exercised', effect };
}

const named = (row: ResponseRow) => [row[0], row] as const;
const exchangeFor = ([, status, body]: ResponseRow) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return exchangeOf('put', 'authorised', utf8Response(text, status));
};

test.each(responseRows.map(named))('%s', (_, row) => {
  const [, status, , meaning, without] = row;
  const { said, ...found } = withToken(exchangeFor(row));
  expect(found).toEqual(following(meaning, status, true));
  expect(withoutToken(exchangeFor(row)).meanings).toEqual([without, without]);
});

function failed(failure: Failure): Exchange {
  const { response: _, ...rest } = sound;
  return { ...rest, failure };
}

const failures = failureRows.map(([kind, status, sent, meaning, without]) => {
  const head = status === null ? {} : { head: { status, reason: '', headers: [] } };
  const name = `${kind} ${status ?? 'without a head'}${sent ? '' : ', not sent'}`;
  return {
    name,
    status,
    sent,
    meaning,
    without,
    exchange: failed({ kind, message: 'it broke off', sent, ...head }),
  };
});

test.each(failures)('$name', ({ status, sent, meaning, without, exchange }) => {
  const { said, ...found } = withToken(exchange);
  expect(found).toEqual(following(meaning, status, sent));
  expect(withoutToken(exchange).meanings).toEqual([without, without]);
});

test('what is said of each of them', async () => {
  const all = [
    ...responseRows.map((row) => [row[0], exchangeFor(row)] as const),
    ...failures.map(({ name, exchange }) => [name, exchange] as const),
  ];
  const lines = all.map(([name, exchange]) => {
    const short = (text: string) => text.replace('it is not known whether the operation is protected: ', '');
    return `${name} | ${withToken(exchange).said} | ${short(withoutToken(exchange).said)}\n`;
  });
  await expect(lines.join('')).toMatchFileSnapshot('../cases/golden/contract/responses.txt');
});

describe('what an error can have taken from its request makes no record', () => {
  const { enabled: _, ...data } = putAnswer.data;
  const record = { data: { ...data, deletedAt: '', status: '' } };
  const { automationRuleId, entityId, createdAt, deletedAt } = deleteAnswer.data;
  const failing = { type: 'error', name: 'NotFound', automationRuleId, entityId, createdAt, deletedAt };
  const deeper = { ...sentTransformer, nested: [{ DERIVATIVEFACTTRANSFORMERID: 'x' }] };
  const rows: readonly (readonly [string, 'put' | 'delete', unknown, object, WithoutToken])[] = [
    ['nothing of it was sent', 'put', sentTransformer, record, 'served'],
    ['a field was sent', 'put', { ...sentTransformer, created_at: 'x' }, record, 'unclear'],
    ['an id was sent, deeper', 'put', deeper, record, 'unclear'],
    ['the path had the ids', 'delete', undefined, failing, 'unclear'],
  ];
  test.each(rows)('%s', (_what, operation, sent, body, meaning) => {
    const exchange = exchangeOf(operation, 'none', utf8Response(JSON.stringify(body)), sent);
    const found = judge(contract, [exchange]).findings.get(`${operation}:authorization`);
    expect(found?.verdict).toBe(meaning === 'served' ? 'deviates' : 'not-exercised');
  });
});
