import { describe, expect, test } from 'vitest';
import { readJson } from '../../../src/json/text.ts';
import { judge } from '../../../src/judge/judge.ts';
import type {
  BodyRecorded,
  Exchange,
  Header,
  Recorded,
  RecordedMessage,
} from '../../../src/model/exchange.ts';
import { contract } from '../../../src/operations/index.ts';
import { readBody } from '../../../src/reading/bodies.ts';
import {
  exchangeOf,
  putAnswer,
  refusalBody,
  sentTransformer,
  utf8Response,
} from '../../support/conforming.ts';

const whole: RecordedMessage = { headers: 'partial', body: 'whole' };
const bearer: Header = ['Authorization', 'Bearer [masked: access token]'];

/** An exchange of somebody else's recording. */
function recorded(
  exchange: Exchange,
  known: Partial<Recorded> = {},
  headers: readonly Header[] = [],
): Exchange {
  return {
    ...exchange,
    request: { ...exchange.request, headers },
    recorded: { request: whole, response: whole, ...known },
  };
}

function found(exchanges: readonly Exchange[], id: string) {
  const numbered = exchanges.map((one, at) => ({ ...one, id: `e${at}` }));
  return judge(contract, numbered).findings.get(id);
}

const served = exchangeOf('put', 'authorised', utf8Response(JSON.stringify(putAnswer)));
const refused = exchangeOf('put', 'none', utf8Response(refusalBody, 401));
const complete: Partial<Recorded> = { request: { headers: 'complete', body: 'whole' } };

describe('a request of which no Authorization header was recorded', () => {
  test('does not show that a refusal was about credentials', () => {
    const twins = [recorded(refused, complete), recorded(served)];
    expect(found(twins, 'put:authorization')?.verdict).toBe('not-exercised');
  });

  test.each([
    ['its header was recorded', {}, [bearer]],
    ['all headers were recorded', complete, []],
  ])('shows it where %s', (_, known, headers) => {
    const twins = [recorded(refused, complete), recorded(served, known, headers)];
    expect(found(twins, 'put:authorization')?.verdict).toBe('conforms');
  });
});

function deviating(exchange: Exchange): readonly string[] {
  const { findings } = judge(contract, [exchange]);
  return [...findings].flatMap(([id, { verdict }]) => (verdict === 'deviates' ? [id] : []));
}

function answered(text: string, status = 200): Exchange {
  return exchangeOf('put', 'authorised', utf8Response(text, status));
}

function withBody(body: RecordedMessage['body']): Recorded {
  return { request: whole, response: { ...whole, body } };
}

describe('a response that was not recorded whole', () => {
  const honest = JSON.stringify({ a: 'ab\\ü\u0007', b: [-1.5e-7, true, false, null], c: { d: '' } });
  const prefixes = Array.from({ length: honest.length - 1 }, (_, at) => honest.slice(0, at + 1));
  const kindOf = (text: string, how?: BodyRecorded) => readBody(utf8Response(text).body, readJson, how).kind;

  test('is not held to be JSON, wherever it ends', () => {
    for (const text of prefixes) expect([text, kindOf(text, 'whole')]).toEqual([text, 'not-recorded']);
  });

  test('is no JSON where the suite received it', () => {
    for (const text of prefixes) expect([text, kindOf(text)]).toEqual([text, 'not-json']);
  });

  test('deviates nowhere', () => {
    const text = JSON.stringify(putAnswer).slice(0, -1);
    expect(deviating(answered(text))).toEqual(['put:json']);
    expect(deviating(recorded(answered(text)))).toEqual([]);
  });

  test.each(['{"a":1}}', '{"a":1}.', '{"a":1}e', '{"a" 1}', '<html>', 'nul!', '{"a":"\n"}'])(
    'is no JSON where it could not go on: %s',
    (text) => expect(kindOf(text, 'whole')).toBe('not-json'),
  );

  test.each(['cut', 'absent'] as const)('deviates nowhere where the record calls it %s', (body) =>
    expect(deviating(recorded(answered('{"status":"error"}'), withBody(body)))).toEqual([]),
  );

  test('may end in the middle of a character', () => {
    const ended = (...bytes: readonly number[]): Exchange => {
      const text = Buffer.from([0x7b, 0x22, ...bytes]).toString('base64');
      const body = { encoding: 'base64' as const, text, bytes: 2 + bytes.length };
      return { ...answered(''), response: { ...utf8Response(''), body } };
    };
    expect(deviating(recorded(ended(0xe2, 0x82)))).toEqual([]);
    expect(deviating(recorded(ended(0xe2, 0x41)))).toEqual(['put:json']);
  });

  test('is a refusal by its status alone', () => {
    const exchange = recorded(answered('', 404), withBody('absent'));
    const [unanswered] = judge(contract, [exchange]).unanswered;
    expect(unanswered?.reason).toBe('the service returned 404; the body was not recorded');
  });

  test('tells nothing of an error, and nothing of headers that may be missing', () => {
    const exchange = recorded(exchangeOf('put', 'authorised', utf8Response('', 404, [])), withBody('absent'));
    const ids = judge(contract, [exchange]).observations.map(({ id }) => id);
    expect(ids).not.toContain('question.error.shape');
    expect(ids).not.toContain('content-type');
  });
});

describe('a response that was recorded as a value', () => {
  const verdicts = (text: string) => {
    const { findings } = judge(contract, [recorded(answered(text), withBody('parsed'))]);
    return (id: string) => findings.get(id)?.verdict;
  };

  test('says nothing of its bytes, and everything of its fields', () => {
    const verdict = verdicts(JSON.stringify(putAnswer));
    for (const id of ['put:json', 'put:byte-order-mark', 'put:unique-keys'])
      expect([id, verdict(id)]).toEqual([id, 'not-exercised']);
    expect(verdict('put.data.name:echo')).toBe('conforms');
  });

  test('deviates where it is not an object', () => expect(verdicts('[]')('put:json')).toBe('deviates'));
});

describe('a request that was not recorded whole', () => {
  const unlike = answered(JSON.stringify({ ...putAnswer, data: { ...putAnswer.data, conditions: [] } }));
  const compared = [
    'put.data.name:echo',
    'put.data.conditions:count',
    'put.data.conditions.each.type:value',
    'put.data.conditions.each.column:echo',
  ];

  test.each(['cut', 'absent'] as const)('is compared with nothing where it is %s', (body) => {
    const known = { request: { ...whole, body } };
    const { findings } = judge(contract, [recorded(unlike, known), recorded(served, known)]);
    for (const id of compared)
      expect([id, findings.get(id)?.verdict, findings.get(id)?.why?.because]).toEqual([
        id,
        'not-exercised',
        undefined,
      ]);
  });

  test('is compared with nothing where it is no JSON', () => {
    const request = { ...served.request, body: 'name=x' };
    expect(found([recorded({ ...served, request })], 'put.data.name:echo')?.verdict).toBe('not-exercised');
  });

  test('is the twin of no other', () => {
    const known = { request: { headers: 'complete', body: 'absent' } as const };
    const twins = [recorded(refused, known), recorded(served, known, [bearer])];
    expect(found(twins, 'put:authorization')?.verdict).toBe('not-exercised');
  });

  test('is not compared where a secret was masked in it', () => {
    const exchange = exchangeOf('put', 'authorised', utf8Response(JSON.stringify(putAnswer)), {
      ...sentTransformer,
      name: '[masked: password]',
    });
    const masked = [{ part: 'request-body', at: '/name', what: 'password' } as const];
    expect(found([recorded({ ...exchange, masked })], 'put.data.name:echo')?.verdict).toBe('not-exercised');
  });
});
