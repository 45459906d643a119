import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { temporaryFolder } from '../support/cli.ts';
import { freePort } from '../support/free-port.ts';
import { type ScriptedService, startService } from '../support/service.ts';
import { readJournal } from '../support/subject.ts';
import { runOn, sent, slow } from './sent.ts';

/** What goes with the requests of a run: its recording, the command for its token, waiting for a service. */

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
    const result = await runOn(
      'http://127.0.0.1:1',
      { token: { kind: 'command', command } },
      signal && { signal },
    );
    return result.ok ? 'none' : result.problems.map(({ key, message }) => `${key}: ${message}`).join();
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
    expect(result.ok && result.report.summary.exitCode).toBe(0);
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
    expect(result.ok && result.report.exchanges.every(({ failure }) => failure?.kind === 'refused')).toBe(
      true,
    );
  });
});
