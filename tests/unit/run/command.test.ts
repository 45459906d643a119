import { describe, expect, test } from 'vitest';
import { runCommand } from '../../../src/run/command.ts';

const options = { environment: { PATH: process.env['PATH'], CONFORMANCE_TEST: 'seen' }, timeoutMs: 5_000 };

describe("the operator's command", () => {
  test('gives its standard output', async () =>
    expect(await runCommand('echo one; echo $CONFORMANCE_TEST', options)).toEqual({
      ok: true,
      output: 'one\nseen\n',
    }));

  test.each([
    ['exit 3', 'ended with exit code 3'],
    ['kill -TERM $$', 'ended with SIGTERM'],
    ['/no/such/program', 'ended with exit code 127'],
    ['yes', 'printed more than 65536 bytes'],
  ])('%s: fails in words', async (command, problem) =>
    expect(await runCommand(`${command} 2>/dev/null`, options)).toEqual({ ok: false, problem }),
  );

  test('is ended at its deadline, with all that it started', async () =>
    expect(await runCommand('sleep 30 & sleep 30', { ...options, timeoutMs: 50 })).toEqual({
      ok: false,
      problem: 'did not end within 50 ms',
    }));

  test.each(['before it is started', 'while it runs'])('is ended by a signal %s', async (when) => {
    const interrupt = new AbortController();
    if (when === 'before it is started') interrupt.abort();
    else setTimeout(() => interrupt.abort(), 20);
    expect(
      await runCommand('sleep 600 & wait', { ...options, timeoutMs: 600_000, signal: interrupt.signal }),
    ).toEqual({
      ok: false,
      problem: 'was ended, as the run was interrupted',
    });
  });

  test('that is too long to be started fails in words', async () =>
    expect(await runCommand(`: ${'x'.repeat(4_000_000)}`, options)).toEqual({
      ok: false,
      problem: expect.stringMatching(/^could not be started: /),
    }));
});
