import { describe, expect, test } from 'vitest';
import { requestsOf } from '../support/engine.ts';
import { type Script, sendPrepared, startService } from '../support/service.ts';
import { aimedAt, deviating, row, run } from './targets.ts';

/** `--repeat N` catches a service that deviates only now and then. */

/** Changes the answer to one of the authorised PUTs, counted from 1. */
function onAnswer(number: number, change: (body: string) => string): Script {
  let answered = 0;
  return (call, prepared, response) => {
    if (call.operation === 'put' && call.credentials === 'authorised') answered += 1;
    const isIt = call.operation === 'put' && answered === number;
    sendPrepared(isIt ? { ...prepared, body: change(prepared.body) } : prepared, response);
  };
}

const amountAsText = (body: string) => body.replace('"amount":16', '"amount":"16"');

describe.concurrent('--repeat', () => {
  test('one deviating response among three: exit 1, and one of three is said', async () => {
    await using service = await startService(onAnswer(2, amountAsText));
    const { code, stdout, report } = await run(['--repeat', '3'], { env: aimedAt(service) });
    expect(code).toBe(1);
    expect(deviating(report())).toEqual(['put.data.action.amount:type']);
    const { counts, evidence } = row(report(), 'put.data.action.amount:type');
    expect(counts).toEqual({ conforms: 2, deviates: 1, notExercised: 0 });
    expect(evidence.map(({ exchange, actual }) => [exchange, actual])).toEqual([
      ['put-authorised-2', '"16"'],
    ]);
    expect(stdout).toMatch(/put\.data\.action\.amount:type[\s\S]*1 of 3/);
    expect(service.calls).toHaveLength(requestsOf(3));
  });

  test('the same service asked once only: not noticed', async () => {
    await using service = await startService(onAnswer(2, amountAsText));
    expect((await run([], { env: aimedAt(service) })).code).toBe(0);
  });

  test('a requestId that comes back is noticed', async () => {
    const id = '3f2b8c1e-9d4a-4e6b-8f70-1a2b3c4d5e6f';
    const always: Script = (call, prepared, response) =>
      sendPrepared(
        call.operation === 'put'
          ? { ...prepared, body: prepared.body.replace(/"requestId":"[^"]+"/, `"requestId":"${id}"`) }
          : prepared,
        response,
      );
    await using service = await startService(always);
    const { code, report } = await run(['--repeat', '2', '--strict'], { env: aimedAt(service) });
    expect(code).toBe(1);
    expect(deviating(report())).toEqual(['put.requestId:uniqueness']);
  });

  test('one refused response among good ones: incomplete', async () => {
    const refusing: Script = (() => {
      let answered = 0;
      return (call, prepared, response) => {
        if (call.operation === 'put' && call.credentials === 'authorised') answered += 1;
        const refused = call.operation === 'put' && answered === 2;
        sendPrepared(refused ? { ...prepared, status: 503, body: '' } : prepared, response);
      };
    })();
    await using service = await startService(refusing);
    const { code, report } = await run(['--repeat', '3'], { env: aimedAt(service) });
    expect(code).toBe(3);
    expect(report().summary.reasons[0]).toMatch(/^put-authorised-2: the service returned 503/);
  });
});
