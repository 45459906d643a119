import { afterEach, describe, expect, test, vi } from 'vitest';
import { parseJson } from '../../src/json/json.ts';
import { Judge } from '../../src/judge/judge.ts';
import { OrdinaryJudge } from '../../src/judge/ordinary/ordinary-judge.ts';
import type { BodyRecorded, Credentials, Exchange, Recorded } from '../../src/model/exchange.ts';
import type { Operation } from '../../src/model/requirement.ts';
import { contract } from '../../src/operations/index.ts';
import { exchangeOf, refusalBody, sentTransformer, utf8Response } from '../support/conforming.ts';
import { before, inOrder, judgesAfter, known, resultsOf, withHeaders } from './both-judges.ts';

type Changes = Partial<Exchange['request']>;

const text = JSON.stringify(sentTransformer);
const bodies: readonly (readonly [what: string, body: string | undefined])[] = [
  ['plain', text],
  ['with white space', JSON.stringify(sentTransformer, null, 1)],
  ['a number in another spelling', text.replace('"amount":16', '"amount":1.6e1')],
  ['a key that stands twice', text.replace('{', '{"name":7,')],
  ['further members', text.replace('{', '{"password":"x","further":[{"a":1}],')],
  ['another type', text.replace('"amount":16', '"amount":"16"')],
  ['another type in an array', text.replace('"column":4', '"column":null')],
  ['null in place of an object', text.replace(/"action":\{[^}]*\}/, '"action":null')],
  ['no conditions', text.replace(/"conditions":\[.*?\]/, '"conditions":[]')],
  ['little', '{"name":"little"}'],
  ['nothing', '{}'],
  ['an array', '[]'],
  ['null', 'null'],
  ['a byte order mark', `\ufeff${text}`],
  ['more than is read', text.replace('{', `{"deep":${'['.repeat(256)}${']'.repeat(256)},`)],
  ['a part', text.slice(0, 60)],
  ['no JSON', 'name=x'],
  ['an empty text', ''],
  ['none', undefined],
];

const changes: readonly Changes[] = [
  {},
  { headers: [] },
  { headers: [['authorization', 'bearer x']] },
  {
    headers: [
      ['Authorization', 'Basic x'],
      ['content-type', 'text/plain'],
    ],
  },
  { method: 'POST' },
  { url: 'http://127.0.0.1:1/another' },
];

const recordings: readonly (Recorded | undefined)[] = [
  undefined,
  ...(['whole', 'parsed', 'cut', 'absent'] as const).flatMap((body: BodyRecorded) =>
    (['complete', 'partial'] as const).map((headers) => ({
      request: { headers, body },
      response: { headers, body: 'whole' as const },
    })),
  ),
];

const endings: readonly Pick<Exchange, 'response' | 'failure'>[] = [
  { response: utf8Response('{"code":404,"msg":"there is none"}', 404) },
  { response: utf8Response('{"status":"success"}') },
  { response: utf8Response('<html>', 502) },
  { failure: { kind: 'timeout', message: 'no answer within 5 s', sent: true } },
];

function refused(operation: Operation, credentials: Credentials, change: Changes = {}): Exchange {
  const made = withHeaders(exchangeOf(operation, credentials, utf8Response(refusalBody, 401)));
  return { ...made, request: { ...made.request, ...change } };
}

function isReadable(body: string): boolean {
  try {
    parseJson(body);
    return true;
  } catch {
    return false;
  }
}

/** What we sent ourselves is JSON that can be read, and only complete headers tell with which credentials somebody else sent it. */
function isPossible({ request: { body }, recorded, credentials }: Exchange): boolean {
  if (recorded === undefined) return body === undefined || isReadable(body);
  return credentials === 'authorised' || recorded.request.headers === 'complete';
}

function allOf(operation: Operation): readonly Exchange[] {
  const credentials = ['authorised', 'none', 'made-up'] as const;
  const all = recordings.flatMap((recorded, of) =>
    bodies.flatMap(([, body], at) =>
      changes.map((change, by) => {
        const { body: _, ...rest } = refused(operation, credentials[(at + by) % 3] ?? 'none', change).request;
        const { response: __, ...made } = refused(operation, credentials[(at + by) % 3] ?? 'none');
        const masked = [[], [], ['/name'], ['']][(of + at + by) % 4] ?? [];
        return {
          ...made,
          ...endings[(of + by) % endings.length],
          request: { ...rest, ...(body === undefined ? {} : { body }) },
          ...(recorded === undefined ? {} : { recorded }),
          masked: masked.map((where) => ({ part: 'request-body', at: where, what: 'x' }) as const),
        };
      }),
    ),
  );
  return all.filter(isPossible).map((one, at) => ({ ...one, id: `${one.id}-${at}` }));
}

afterEach(() => vi.restoreAllMocks());

describe('the request of an answer that is judged in full', () => {
  test.each(['put', 'delete'] as const)('of a %s is judged as the full judge judges it', (operation) => {
    const all = allOf(operation);
    expect(inOrder('ordinary', all)).toStrictEqual(inOrder('inFull', all));
  });

  test.each([
    ['is ordinary', refused('put', 'authorised'), true],
    ['is ordinary without a body', refused('delete', 'authorised'), true],
    ['is ordinary with a made-up token', refused('put', 'made-up'), true],
    [
      'has a place that was masked',
      { ...refused('put', 'authorised'), masked: [{ part: 'request-body', at: '/name', what: 'x' }] },
      false,
    ],
    ['deviates', refused('put', 'authorised', { method: 'POST' }), false],
    ['has a body of another type', refused('put', 'authorised', { body: '[]' }), false],
    ['lacks a body', refused('put', 'authorised', { body: '' }), false],
  ] as const)('that %s', (_, exchange, isOrdinary) => {
    const ask = vi.spyOn(OrdinaryJudge.prototype, 'addRequest');
    judgesAfter('ordinary')().add(exchange, 1);
    expect(ask.mock.results.map(({ value }) => value)).toStrictEqual([isOrdinary]);
  });

  test('is judged as it may be shown', () => {
    const shown = (one: Exchange): Exchange => ({ ...one, request: { ...one.request, method: 'POST' } });
    const judge = new Judge(contract, { side: 'both', shown });
    judge.merge(known.ordinary);
    expect(judge.add(refused('put', 'authorised'), 1).deviates).toStrictEqual(['put.request:method']);
    expect(resultsOf(judge, []).findings.get('put.request:method')?.counts).toMatchObject({
      conforms: before.length / 2,
      deviates: 1,
    });
  });

  test('is not looked at where no requests are judged', () => {
    const ask = vi.spyOn(OrdinaryJudge.prototype, 'addRequest');
    new Judge(contract).add(refused('put', 'authorised'), 1);
    expect(ask).not.toHaveBeenCalled();
  });
});
