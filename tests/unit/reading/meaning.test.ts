import { describe, expect, test } from 'vitest';
import { judge } from '../../../src/judge/judge.ts';
import type { Credentials, Exchange, Failure } from '../../../src/model/exchange.ts';
import type { Meaning, ReadExchange } from '../../../src/model/reading.ts';
import { Read } from '../../../src/reading/meaning.ts';
import {
  conformingExchanges,
  deleteAnswer,
  exchangeOf,
  putAnswer,
  sentTransformer,
  utf8Response,
} from '../../support/conforming.ts';
import { contract } from '../../support/engine.ts';

const { derivativeFactTransformerId, createdAt, updatedAt } = putAnswer.data;
const fewest = { derivativeFactTransformerId, createdAt, updatedAt };

function read(exchange: Exchange): ReadExchange {
  return new Read(exchange, contract);
}

function meaningOf(body: unknown, status: number, credentials: Credentials): Meaning {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return read(exchangeOf('put', credentials, utf8Response(text, status))).meaning;
}

/** An answer, what it means to a request with the token, and what to one without. */
const cells: readonly (readonly [
  what: string,
  status: number,
  body: unknown,
  with_: Meaning,
  without: Meaning,
])[] = [
  ['the envelope', 200, putAnswer, 'success', 'success'],
  ['the word alone', 200, { status: 'success' }, 'success', 'success'],
  ['the word beside an error', 200, { status: 'success', error: 'x', code: 500 }, 'success', 'success'],
  ['the word, 404', 404, { status: 'success' }, 'success', 'refusal'],
  ['the word, 500', 500, { status: 'success' }, 'success', 'unclear'],
  ['the envelope, 401', 401, putAnswer, 'success', 'success'],
  ['the envelope, 500', 500, putAnswer, 'success', 'success'],
  ['the word in capitals', 200, { status: 'SUCCESS' }, 'success', 'unclear'],
  ['a record in another envelope', 200, { result: { items: [fewest] } }, 'success', 'success'],
  ['a record without an envelope', 200, fewest, 'success', 'success'],
  [
    'a record in snake case',
    200,
    { data: { derivative_fact_transformer_id: 'x', created_at: 'y', updated_at: 'z' } },
    'success',
    'success',
  ],
  ['a record, 403', 403, { data: fewest }, 'refusal', 'refusal'],
  ['a record, 500', 500, { data: fewest }, 'refusal', 'unclear'],
  ['a record under a wrong status', 200, { status: 'failed', data: fewest }, 'success', 'success'],
  ['a record under a number', 200, { status: 500, data: fewest }, 'success', 'success'],
  ['a record beside a denial', 200, { error: 'partly', data: fewest }, 'unclear', 'unclear'],
  ['two fields of a record', 200, { derivativeFactTransformerId, createdAt }, 'success', 'unclear'],
  ['no identifier', 200, { createdAt, updatedAt, enabled: true }, 'success', 'unclear'],
  [
    'a record of zeros',
    200,
    { derivativeFactTransformerId: '', enabled: false, createdAt: 0 },
    'success',
    'unclear',
  ],
  ['an echo of the request', 200, { request: sentTransformer }, 'success', 'unclear'],
  ['an echo beside an error', 200, { error: 'no', request: sentTransformer }, 'refusal', 'refusal'],
  ['a code and a message', 200, { code: 401, msg: 'please log in' }, 'refusal', 'refusal'],
  ['a status and a reason', 200, { status: 'error', data: { reason: 'no' } }, 'refusal', 'refusal'],
  ['problem+json under 200', 200, { type: 'about:blank', title: 'No', status: 401 }, 'refusal', 'refusal'],
  ['success: false', 200, { success: false }, 'refusal', 'refusal'],
  ['an empty object', 200, {}, 'success', 'unclear'],
  ['code 0', 200, { code: 0, msg: 'ok' }, 'success', 'unclear'],
  ['code 20000', 200, { code: 20_000 }, 'success', 'unclear'],
  ['a code that is text', 200, { code: '401' }, 'success', 'unclear'],
  ['an empty error', 200, { error: '', errors: [] }, 'success', 'unclear'],
  ['an error that is not in the root', 200, { meta: { error: 'x' } }, 'success', 'unclear'],
  ['a 429', 429, { error: 'slow down' }, 'refusal', 'unclear'],
  ['a 503', 503, { error: 'down' }, 'refusal', 'unclear'],
  ['a redirect', 302, '', 'refusal', 'refusal'],
  ['an empty 401', 401, '', 'refusal', 'refusal'],
  ['a page, 404', 404, '<html>', 'refusal', 'refusal'],
  ['a page', 200, '<html>', 'no-object', 'unclear'],
  ['nothing', 200, '', 'no-object', 'unclear'],
  ['nothing, 202', 202, '', 'no-object', 'unclear'],
  ['nothing, 206', 206, '', 'no-object', 'unclear'],
  ['nothing, 201', 201, '', 'no-object', 'success'],
  ['nothing, 204', 204, '', 'no-object', 'success'],
  ['nothing, 205', 205, '', 'no-object', 'success'],
  ['a page, 201', 201, '<html>', 'no-object', 'success'],
  ['an array, 205', 205, '[]', 'no-object', 'success'],
  ['an empty object, 201', 201, {}, 'success', 'success'],
  ['a denial, 201', 201, { error: 'no' }, 'refusal', 'refusal'],
  ['a record beside a denial, 201', 201, { error: 'partly', data: fewest }, 'unclear', 'unclear'],
  ['too deep, 201', 201, '['.repeat(300), 'unclear', 'unclear'],
  ['an array', 200, '[{"code":401}]', 'no-object', 'unclear'],
  ['too deep', 200, '['.repeat(300), 'unclear', 'unclear'],
  ['too deep, 400', 400, '['.repeat(300), 'refusal', 'refusal'],
  ['too large', 200, `[${'0,'.repeat(20_000)}0]`, 'unclear', 'unclear'],
];

describe('what a response means', () => {
  test.each(cells)('%s, with the token', (_, status, body, meaning) =>
    expect(meaningOf(body, status, 'authorised')).toBe(meaning),
  );

  test.each(cells)('%s, without', (_what, status, body, _with, meaning) => {
    expect(meaningOf(body, status, 'none')).toBe(meaning);
    expect(meaningOf(body, status, 'made-up')).toBe(meaning);
  });

  test('a field that this request sent makes no record, and one that it did not may', () => {
    const { enabled: _, ...data } = putAnswer.data;
    const response = utf8Response(JSON.stringify({ data: { ...data, deletedAt: '', status: '' } }));
    const meaning = (sent: unknown) => read(exchangeOf('put', 'none', response, sent)).meaning;
    expect(meaning(sentTransformer)).toBe('success');
    expect(meaning({ ...sentTransformer, created_at: 'x' })).toBe('unclear');
    expect(meaning({ ...sentTransformer, nested: [{ DERIVATIVEFACTTRANSFORMERID: 'x' }] })).toBe('unclear');
  });

  test("the identifiers of a DELETE's path make no record of an error", () => {
    const { automationRuleId, entityId, createdAt: at, deletedAt } = deleteAnswer.data;
    const echo = { automationRuleId, entityId, type: 'error', name: 'NotFound', createdAt: at, deletedAt };
    expect(read(exchangeOf('delete', 'none', utf8Response(JSON.stringify(echo)))).meaning).toBe('unclear');
  });
});

describe('a response that did not arrive whole', () => {
  function failed(failure: Failure, credentials: Credentials = 'none') {
    const { response: _, ...exchange } = exchangeOf('put', credentials, utf8Response(''));
    return read({ ...exchange, failure });
  }
  const withHead = (status: number, kind: Failure['kind'] = 'truncated'): Failure => ({
    kind,
    message: 'it broke off',
    sent: true,
    head: { status, reason: '', headers: [] },
  });

  test.each(['encoding', 'truncated', 'too-large', 'timeout', 'reset'] as const)(
    '%s: a 4xx refuses',
    (kind) => {
      const reason = 'the service returned 403; it broke off';
      expect(failed(withHead(403, kind))).toMatchObject({ meaning: 'refusal', reason });
      expect(failed(withHead(403, kind), 'authorised')).toMatchObject({ meaning: 'refusal', reason });
      expect(failed(withHead(200, kind)).meaning).toBe('unclear');
      expect(failed(withHead(429, kind)).meaning).toBe('unclear');
      expect(failed(withHead(502, kind)).meaning).toBe('unclear');
    },
  );

  test("a proxy's 407 says nothing of the service", () =>
    expect(failed(withHead(407, 'proxy')).meaning).toBe('unclear'));

  test('a connection that was closed unanswered refuses, one that never was does not', () => {
    const closed = { kind: 'closed', message: 'closed', sent: true } as const;
    expect(failed(closed).meaning).toBe('refusal');
    expect(failed({ ...closed, sent: false }).meaning).toBe('unclear');
    expect(failed(closed, 'authorised').meaning).toBe('unclear');
    expect(failed({ ...closed, kind: 'timeout' }).meaning).toBe('unclear');
  });

  test('a body over the limit is said to be too large to judge', () =>
    expect(failed(withHead(200, 'too-large'), 'authorised').reason).toBe(
      'the response is too large to judge: it broke off',
    ));
});

describe('what is said of it', () => {
  const said = (body: unknown, status = 200) =>
    read(
      exchangeOf(
        'put',
        'authorised',
        utf8Response(typeof body === 'string' ? body : JSON.stringify(body), status),
      ),
    ).reason;

  test.each([
    [{ traceId: 'x', msg: 'please log in', code: 500 }, 'with code 500, msg "please log in" (also: traceId)'],
    [{ status: 'error', data: { reason: 'no' } }, 'with status "error" (also: data)'],
    [{ error: { code: 7, message: 'no' } }, 'with error {"code":7,"message":"no"}'],
    [{ error: 'x', data: fewest }, 'with a record beside a denial: error "x" (also: data)'],
    [{ a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, ok: false }, 'with ok false (also: a, b, c, d and 2 more)'],
    [{ error: '\ud83d\ude00'.repeat(100) }, `with error "${'\ud83d\ude00'.repeat(49)}…`],
    [{ ['\u0000'.repeat(50)]: 1, ok: false }, `with ok false (also: "${'\\u0000'.repeat(40)}…")`],
    ['', '; the body is empty'],
    ['[]', 'with a JSON array'],
    ['null', 'with null'],
    ['{}', 'with an empty object'],
  ])('%j', (body, words) =>
    expect(said(body)).toBe(`the service returned 200${words.startsWith(';') ? '' : ' '}${words}`),
  );

  test('a page under 404', () =>
    expect(said('<html>', 404)).toMatch(/^the service returned 404; the body is not JSON: /));
});

describe('the same bytes for everybody', () => {
  const answered =
    (text: string, status = 200) =>
    (exchange: Exchange) => ({
      ...exchange,
      response: utf8Response(text, status),
    });
  const judged = (exchanges: readonly Exchange[]) => {
    const { unanswered, findings } = judge(contract, exchanges);
    const verdictOf = (id: string) => findings.get(id)?.verdict;
    return { unanswered, json: verdictOf('put:json'), open: verdictOf('put:authorization') };
  };
  const all = (change: (exchange: Exchange) => Exchange) => judged(conformingExchanges().map(change));

  test.each(['', '<html>Sign in</html>', '[]'])('%j is probably not the service', (text) => {
    const { unanswered, json } = all(answered(text));
    expect(json).toBe('not-exercised');
    expect(unanswered).toHaveLength(contract.operations.length);
    for (const { kind, reason } of unanswered) {
      expect(kind).toBe('unclear');
      expect(reason).toMatch(
        /unauthorised requests got the same response, so the base URL is probably not that of the service$/,
      );
    }
  });

  test.each([201, 204, 205])('that say %i serve the unauthorised all the same', (status) =>
    expect(all(answered('', status))).toMatchObject({ json: 'not-exercised', open: 'deviates' }),
  );

  test('is another matter where one request got something else, or none was unauthorised', () => {
    const page = answered('<html>');
    const other = all((exchange) => (exchange.id === 'delete-no-header' ? exchange : page(exchange)));
    const status = all((exchange) =>
      answered('', exchange.credentials === 'authorised' ? 204 : 401)(exchange),
    );
    const alone = judged(
      conformingExchanges()
        .filter(({ credentials }) => credentials === 'authorised')
        .map(page),
    );
    for (const { json, unanswered } of [other, status, alone]) {
      expect(json).toBe('deviates');
      const kinds = unanswered.map(({ kind }) => kind);
      expect(kinds).toEqual(contract.operations.map(() => 'no-object'));
    }
  });

  test('that hold an object are judged', () =>
    expect(all(answered('{}'))).toMatchObject({ unanswered: [], json: 'conforms' }));
});
