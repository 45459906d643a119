import { describe, expect, test } from 'vitest';
import { exchangeOf, putAnswer, refusalBody, utf8Response } from '../support/conforming.ts';
import { type BodyRecorded, type Exchange, judge, limits, type RecordedMessage } from '../support/subject.ts';

/** What was not recorded of somebody else's exchanges proves nothing. Forms of bodies are in cases/recorded-bodies.ts. */

const whole: RecordedMessage = { headers: 'partial', body: 'whole' };
const complete: RecordedMessage = { headers: 'complete', body: 'whole' };
const bearer = [['Authorization', 'Bearer [masked: access token]']] as const;
const answered = (text: string, status = 200) => exchangeOf('put', 'authorised', utf8Response(text, status));
const served = answered(JSON.stringify(putAnswer));
const refused = exchangeOf('put', 'none', utf8Response(refusalBody, 401));

interface How {
  readonly request?: RecordedMessage;
  readonly body?: BodyRecorded;
  readonly headers?: typeof bearer;
}

/** @param headers of the request */
function recorded(exchange: Exchange, { request = whole, body = 'whole', headers }: How = {}): Exchange {
  return {
    ...exchange,
    request: { ...exchange.request, headers: headers ?? [] },
    recorded: { request, response: { ...whole, body } },
  };
}

function verdict(id: string, ...exchanges: readonly Exchange[]) {
  const numbered = exchanges.map((one, at) => ({ ...one, id: `e${at}` }));
  return judge(numbered).findings.get(id)?.verdict;
}

const deviating = (exchange: Exchange) =>
  [...judge([exchange]).findings].flatMap(([id, one]) => (one.verdict === 'deviates' ? [id] : []));

const bodiless: RecordedMessage = { headers: 'complete', body: 'absent' };

test.each<[what: string, refusal: RecordedMessage, How, verdict: string]>([
  ['no header was recorded of the one that was served', complete, {}, 'not-exercised'],
  ['its header was recorded', complete, { headers: bearer }, 'conforms'],
  ['all its headers were recorded', complete, { request: complete }, 'conforms'],
  ['their bodies were not recorded', bodiless, { request: bodiless, headers: bearer }, 'not-exercised'],
])('a refusal without credentials is about them: %s', (_, refusal, how, expected) =>
  expect(verdict('put:authorization', recorded(refused, { request: refusal }), recorded(served, how))).toBe(
    expected,
  ),
);

describe('a response', () => {
  const honest = JSON.stringify({ a: 'ab\\ü\u0007', b: [-1.5e-7, true, false, null], c: { d: '' } });

  test('that ends in the middle is no JSON where the suite received it, and not known where somebody recorded it', () => {
    for (let end = 1; end < honest.length; end += 1) {
      const text = honest.slice(0, end);
      expect([text, verdict('put:json', answered(text))]).toEqual([text, 'deviates']);
      expect([text, deviating(recorded(answered(text)))]).toEqual([text, []]);
    }
  });

  test.each(['{"a":1}}', '{"a":1}.', '{"a":1}e', '{"a" 1}', '<html>', 'nul!', '{"a":"\n"}'])(
    '%j could not go on',
    (text) => expect(deviating(recorded(answered(text)))).toEqual(['put:json']),
  );

  test.each<[number[], string[]]>([
    [[0xe2, 0x82], []],
    [[0xe2, 0x41], ['put:json']],
  ])('may end in a character: %j', (bytes, ids) => {
    const text = Buffer.from([0x7b, 0x22, ...bytes]).toString('base64');
    const response = { ...utf8Response(''), body: { encoding: 'base64' as const, text, bytes: 4 } };
    expect(deviating(recorded({ ...served, response }))).toEqual(ids);
  });

  test.each(['cut', 'absent', 'altered', 'attached'] as const)('deviates nowhere where it is %s', (body) => {
    expect(deviating(recorded(answered('{"status":"error"}'), { body }))).toEqual([]);
    const { unanswered, observations } = judge([recorded(answered('', 404), { body })]);
    expect(unanswered.map(({ kind }) => kind)).toEqual(['refusal']);
    expect(observations.map(({ id }) => id)).not.toContain('question.error.shape');
  });

  test('that is a value says nothing of its bytes, and everything of its fields', () => {
    const parsed = recorded(served, { body: 'parsed' });
    const ids = ['put:json', 'put:byte-order-mark', 'put:unique-keys', 'put.data.name:echo'];
    expect(ids.map((id) => verdict(id, parsed))).toEqual([...Array(3).fill('not-exercised'), 'conforms']);
    expect(deviating(recorded(answered('[]'), { body: 'parsed' }))).toEqual(['put:json']);
  });
});

describe('a request', () => {
  const data = { ...putAnswer.data, name: 'x', conditions: [] };
  const unlike = answered(JSON.stringify({ ...putAnswer, data }));
  const ends = ['name:echo', 'conditions:count', 'conditions.each.type:value', 'conditions.each.column:echo'];

  test.each(['cut', 'absent'] as const)('is compared with nothing where it is %s', (body) => {
    const how = { request: { ...whole, body } };
    const { findings } = judge([recorded(unlike, how), recorded(served, how)]);
    for (const end of ends) {
      const one = findings.get(`put.data.${end}`);
      expect([end, one?.verdict, one?.why?.because]).toEqual([end, 'not-exercised', undefined]);
    }
  });

  test('is compared with nothing where a secret was masked in it', () => {
    const masked = [{ part: 'request-body', at: '/name', what: 'password' } as const];
    expect(verdict('put.data.name:echo', recorded({ ...unlike, masked }))).toBe('not-exercised');
  });

  test('of more values than are read of a response is compared where it is our own', () => {
    const body = JSON.stringify({ name: putAnswer.data.name, more: Array(limits.values).fill(0) });
    const own = { ...served, request: { ...served.request, body } };
    expect(verdict('put.data.name:echo', own)).toBe('conforms');
    expect(verdict('put.data.name:echo', recorded(own))).toBe('not-exercised');
  });
});
