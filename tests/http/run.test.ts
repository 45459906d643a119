import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { temporaryFolder } from '../support/cli.ts';
import { automationRuleId, usualValues } from '../support/conforming.ts';
import { freePort } from '../support/free-port.ts';
import { targetSettings } from '../support/run-target.ts';
import {
  type Call,
  goodToken,
  type Script,
  type ScriptedService,
  sendPrepared,
  startService,
} from '../support/service.ts';
import { execute, type RefusedSettings, readJournal, type TargetSettings } from '../support/subject.ts';

/** What a run sends, as the service sees it, and what goes with it: recording, the command for its token, waiting. */

type Run = Parameters<typeof execute>[0];
type More = Partial<Pick<Run, 'events' | 'signal' | 'journal'>>;

async function runOn(baseUrl: string, changes: Partial<TargetSettings> = {}, more: More = {}) {
  const settings = targetSettings(baseUrl, changes);
  const { PATH } = process.env;
  return execute({
    settings,
    tool: { name: 't', version: '0' },
    environment: { PATH },
    journal: null,
    ...more,
  });
}

const slow: Script = (_, prepared, response) => void setImmediate(() => sendPrepared(prepared, response));

async function sent(changes: Partial<TargetSettings>, script: Script = slow, more: More = {}) {
  await using service = await startService(script);
  const journal = join(temporaryFolder(), 'exchanges.ndjson');
  const { report } = await runOn(`${service.baseUrl}/prefix/`, changes, { journal, ...more });
  expect(service.calls.every(({ path }) => path.startsWith('/prefix/entity/'))).toBe(true);
  const recording = readJournal(readFileSync(more.journal ?? journal, 'utf8'));
  return { calls: service.calls, report, recording };
}

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

describe('the recording', () => {
  test('is on the disk line by line, for its owner alone, and has its name at the end', async () => {
    const folder = temporaryFolder();
    const journal = join(folder, 'exchanges.ndjson');
    const seen: string[] = [];
    const events = {
      onExchange: () => {
        const [name = ''] = readdirSync(folder);
        seen.push(name.replace(/[0-9a-f]{12}/, 'RUN'));
        expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
        expect(readFileSync(join(folder, name), 'utf8').trimEnd().split('\n')).toHaveLength(
          1 + 2 * seen.length,
        );
      },
    };
    const { report } = await sent({ serial: true }, slow, { journal, events });
    expect(seen).toEqual(Array(6).fill('exchanges.RUN.ndjson'));
    expect(readdirSync(folder)).toEqual(['exchanges.ndjson']);
    const text = readFileSync(journal, 'utf8');
    const whole = readJournal(text);
    expect(whole.exchanges).toEqual(report.exchanges);
    const lines = text.split(/(?<=\n)/);
    const shuffled = [lines[0], ...lines.slice(1).reverse()].join('');
    expect(readJournal(shuffled)).toEqual(whole);
    // What went out without a response, or with one that was cut in its line, has an unknown end.
    for (const part of [lines.slice(0, 4).join(''), lines.slice(0, 5).join('').slice(0, -20)]) {
      const { cut, exchanges, durationMs } = readJournal(part);
      expect({ cut, durationMs }).toEqual({ cut: true, durationMs: 0 });
      expect(exchanges.map(({ failure }) => [failure?.kind, failure?.sent])).toEqual([
        [undefined, undefined],
        ['interrupted', true],
      ]);
    }
    for (const broken of [
      '',
      '{"line":"end"}\n',
      text.replace('"formatVersion":1', '"formatVersion":2'),
      `no\n${text}`,
      text + lines[0],
    ])
      expect(() => readJournal(broken)).toThrow();
  });
});

describe('the command for the access token', () => {
  afterEach(() => void vi.useRealTimers());
  const lines: string[] = [];

  const problemOf = async (command: string, signal?: AbortSignal) => {
    const running = runOn(
      'http://127.0.0.1:1',
      { token: { kind: 'command', command } },
      signal && { signal },
    );
    return running.then(
      () => 'none',
      (error: RefusedSettings) => error.problems.map(({ key, message }) => `${key}: ${message}`).join(),
    );
  };

  test.for([
    'echo token-of-the-command',
    'printf "$CONFORMANCE_NOTHING"',
    'exit 3',
    'kill -TERM $$',
    '/no/such/program',
    'yes',
    'sleep 600 & wait',
    'sleep 600 & sleep 600',
    'one that is too long to be started',
  ])('%s', async (name) => {
    const command = name.startsWith('one') ? `: ${'x'.repeat(4_000_000)}` : name;
    if (command.includes('& sleep')) vi.useFakeTimers({ toFake: ['setTimeout'] });
    const interrupt = new AbortController();
    if (command.endsWith('wait')) setTimeout(() => interrupt.abort(), 50);
    const result = problemOf(`(${command}) 2>/dev/null`, interrupt.signal);
    if (vi.isFakeTimers()) await vi.advanceTimersByTimeAsync(60_000);
    lines.push(`${name} → ${await result}`);
  });

  test('each in a line', () =>
    expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('../cases/golden/http/commands.txt'));
});

describe('a service that does not listen yet', () => {
  test('is waited for, and then sent what was planned', async () => {
    const port = await freePort();
    const told: number[] = [];
    let later: Promise<ScriptedService> | undefined;
    const onUnreachable = (_: string, seconds: number) => {
      told.push(seconds);
      later = startService(slow, port);
    };
    const result = await runOn(
      `http://127.0.0.1:${port}`,
      { waitSeconds: 3600 },
      { events: { onUnreachable } },
    );
    await using service = await (later ?? startService());
    expect(told).toEqual([3600]);
    expect(result.report.summary.exitCode).toBe(0);
    expect(service.calls).toHaveLength(6);
  });

  test.for([
    ['time that is up', 1, false, 1],
    ['a signal', 3600, true, 1],
    ['no time at all', 0, false, 0],
  ] as const)('%s ends the waiting', async ([, waitSeconds, isEnded, count]) => {
    const interrupt = new AbortController();
    const told: string[] = [];
    const onUnreachable = (why: string) => {
      told.push(why);
      if (isEnded) interrupt.abort();
    };
    const more = { events: { onUnreachable }, signal: interrupt.signal };
    const result = await runOn(`http://127.0.0.1:${await freePort()}`, { waitSeconds }, more);
    expect(told).toHaveLength(count);
    expect(result.report.exchanges.every(({ failure }) => failure?.kind === 'refused')).toBe(true);
  });
});
