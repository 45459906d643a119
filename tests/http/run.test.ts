import { describe, expect, test } from 'vitest';
import { automationRuleId, usualValues } from '../support/conforming.ts';
import { type Call, goodToken, sendPrepared } from '../support/service.ts';
import type { TargetSettings } from '../support/subject.ts';
import { runOn, sent, slow } from './sent.ts';

/** What a run sends, in which order and with which token, as the service sees it. */

const shown = ({ method, credentials, path }: Call) =>
  `${method} ${credentials} ${path.replace(/^.*\/(?=.)/, '')}`;
const rules = (...ids: readonly string[]) => ({ values: { ...usualValues, automationRuleId: ids } });
const one = automationRuleId;
const two = 'b'.repeat(32);

describe('the requests of a run', () => {
  test.for<readonly [name: string, changes: Partial<TargetSettings>, sent: readonly string[]]>([
    [
      'of both, one at a time',
      {},
      [
        'PUT none transformer/',
        'PUT made-up transformer/',
        'PUT authorised transformer/',
        `DELETE none ${one}`,
        `DELETE made-up ${one}`,
        `DELETE authorised ${one}`,
      ],
    ],
    [
      'of two rules: refusals on the first alone',
      { operations: ['delete'], ...rules(one, two) },
      [`DELETE none ${one}`, `DELETE made-up ${one}`, `DELETE authorised ${one}`, `DELETE authorised ${two}`],
    ],
    [
      'that are repeated: the authorised PUT alone',
      { operations: ['put'], repeat: 3, unauthorized: false },
      Array(3).fill('PUT authorised transformer/'),
    ],
    [
      'with a pause',
      { operations: ['delete'], serial: false, delayMs: 1 },
      [`DELETE none ${one}`, `DELETE made-up ${one}`, `DELETE authorised ${one}`],
    ],
  ])('%s', async ([, changes, wanted]) => {
    const { calls, report, recording } = await sent({ serial: true, ...changes });
    expect(calls.map(shown)).toEqual(wanted);
    expect(calls.filter(({ body }) => body !== '').every(({ method }) => method === 'PUT')).toBe(true);
    expect(new Set(calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)).size).toBeLessThan(
      2,
    );
    for (const { headers, credentials } of calls)
      expect(headers.authorization === `Bearer ${goodToken}`).toBe(credentials === 'authorised');
    const planned = recording.header.plan.map(({ probe }) => probe);
    expect(report.exchanges.map(({ probe }) => probe)).toEqual(planned);
  });

  test('overlap where they are about different things, unless they are to be serial', async () => {
    const most = async (changes: Partial<TargetSettings>) => {
      let [busy, peak] = [0, 0];
      await sent(changes, (_, prepared, response) => {
        busy += 1;
        peak = Math.max(peak, busy);
        setTimeout(() => {
          busy -= 1;
          sendPrepared(prepared, response);
        }, 30);
      });
      return peak;
    };
    expect(await most({})).toBe(2);
    expect(await most({ serial: true })).toBe(1);
    expect(await most({ delayMs: 1 })).toBe(1);
  });

  test('end where a resource was served without proper credentials', async () => {
    const { calls, recording } = await sent({ serial: true }, (call, prepared, response) =>
      sendPrepared(
        call.method === 'PUT' && call.credentials === 'none'
          ? { ...prepared, status: 200, body: '{"status":"success"}' }
          : prepared,
        response,
      ),
    );
    expect(calls.map(({ method }) => method)).toEqual(['PUT', 'DELETE', 'DELETE', 'DELETE']);
    expect(recording.unsent.map(({ servedBy }) => servedBy)).toEqual(['put-no-header', 'put-no-header']);
  });

  test('end with a signal, and name what was left out', async () => {
    const interrupt = new AbortController();
    const more = { signal: interrupt.signal, events: { onExchange: () => interrupt.abort() } };
    const { calls, report, recording } = await sent({ serial: true }, slow, more);
    expect(calls).toHaveLength(1);
    expect(report.run.cut).toBe(true);
    expect(recording.unsent.map(({ servedBy }) => servedBy)).toEqual(Array(5).fill(null));
  });

  test.for(['', '.', '..', 'a/b', '/', 'a\\b', '%2e', 'a%2Fb', 'a b', 'a\n', '\0', 'a?b', 'a#b', '\ud800'])(
    'are none for an identifier %j',
    async (id) => {
      await expect(runOn('http://127.0.0.1:1', { ...rules(id), operations: ['delete'] })).rejects.toThrow(
        'automationRuleId',
      );
    },
  );

  test.for(['abc', 'a:b@c;d=e,f+g&h', 'é', '...'])('name %s in one segment', async (id) => {
    const { calls } = await sent({ ...rules(id), operations: ['delete'], unauthorized: false });
    const [segment = ''] = calls.map(({ path }) => path.split('/').slice(5).join('/'));
    expect(decodeURIComponent(segment)).toBe(id);
  });
});
