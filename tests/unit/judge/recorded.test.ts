import { describe, expect, test } from 'vitest';
import { judge } from '../../../src/judge/judge.ts';
import type { Exchange, Header, Recorded, RecordedMessage } from '../../../src/model/exchange.ts';
import { contract } from '../../../src/operations/index.ts';
import { exchangeOf, putAnswer, refusalBody, utf8Response } from '../../support/conforming.ts';

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
