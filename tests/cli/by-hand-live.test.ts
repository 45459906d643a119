import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { requirements } from '../support/engine.ts';
import { goodToken, type Script, sendPrepared, startService } from '../support/service.ts';
import { byHand, expectedStatuses, judgedByHand, startByHand } from './by-hand.ts';
import { temporaryFolder } from './cli.ts';
import { aimedAt, reportFolder, run } from './targets.ts';

/** vitest started by hand sends only when it is told to, once for all suites, and never for a list. */

const deviates: Script = (_, prepared, response) =>
  sendPrepared({ ...prepared, body: prepared.body.replace('"priority":1', '"priority":"1"') }, response);

/** Starts vitest with all that it would need to send; says what arrived. */
async function counted(args: readonly string[], env: Readonly<Record<string, string>> = {}, script?: Script) {
  const service = await startService(script);
  const cwd = temporaryFolder();
  const end = await byHand(args, { ...aimedAt(service), ...env }, { cwd, deadlineMs: 12_000 });
  await service.close();
  return { ...end, cwd, calls: service.calls };
}

describe.concurrent('with CONFORMANCE_LIVE=1', () => {
  test('sends what a run sends, and judges as it does', async () => {
    const service = await startService(deviates);
    const env = aimedAt(service);
    const told = ({ method, path, credentials }: (typeof service.calls)[number]) =>
      `${method} ${path} ${credentials}`;
    const cli = await run(['--serial'], { env });
    const first = service.calls.map(told);
    const live = await judgedByHand([], {
      ...env,
      CONFORMANCE_LIVE: '1',
      CONFORMANCE_SERIAL: 'true',
      CONFORMANCE_OUT: join(temporaryFolder(), 'out'),
    });
    await service.close();
    expect(service.calls.slice(first.length).map(told)).toEqual(first);
    expect(live.code).toBe(cli.code);
    expect(live.code).toBe(1);
    expect(live.statuses).toEqual(expectedStatuses(cli.report()));
  });

  test('keeps the recording where CONFORMANCE_OUT says, lets the folder go, and shows no token', async () => {
    const { code, stdout, stderr, cwd, calls } = await counted(['run'], { CONFORMANCE_LIVE: '1' });
    expect(code).toBe(0);
    expect(calls).toHaveLength(6);
    expect(existsSync(join(cwd, reportFolder, 'exchanges.ndjson'))).toBe(true);
    expect(existsSync(join(cwd, reportFolder, '.lock'))).toBe(false);
    expect(stdout + stderr).not.toContain(goodToken);
  });

  test('a configuration that is wrong: exit 2, all that is wrong, nothing sent', async () => {
    const { code, stderr, calls } = await counted(['run'], {
      CONFORMANCE_LIVE: '1',
      CONFORMANCE_ENTITY_ID: '..',
      CONFORMANCE_REPEAT: 'x',
    });
    expect({ code, calls }).toEqual({ code: 2, calls: [] });
    expect(stderr).toContain('CONFORMANCE_ENTITY_ID');
    expect(stderr).toContain('CONFORMANCE_REPEAT');
  });

  test.each([
    { args: ['list'], code: 0 },
    { args: ['list', '--json'], code: 0 },
    { args: ['run', '--shard=1/2'], code: 2 },
  ])('vitest $args sends nothing', async ({ args, code }) => {
    const end = await counted(args, { CONFORMANCE_LIVE: '1' });
    expect(end.calls).toEqual([]);
    expect(end.code, end.stderr).toBe(code);
  });

  test('vitest watch is refused: nothing is sent', async () => {
    const service = await startService();
    const watching = startByHand(['watch'], { ...aimedAt(service), CONFORMANCE_LIVE: '1' });
    await watching.printed('stderr', 'CONFORMANCE_LIVE=1 does not go with watch mode');
    watching.signal('SIGKILL');
    await watching.ended;
    await service.close();
    expect(service.calls).toEqual([]);
  });

  test('vitest watch is refused: it ends, with exit 2', async () => {
    expect((await counted(['watch'], { CONFORMANCE_LIVE: '1' })).code).toBe(2);
  });
});

describe.concurrent('without it', () => {
  test.each([{ args: ['run'] }, { args: ['run', '--shard=1/2'] }, { args: ['list'] }])(
    'vitest $args sends nothing, though all is configured',
    async ({ args }) => {
      expect((await counted(args)).calls).toEqual([]);
    },
  );

  test.each(['0', 'true', 'yes', ''])('CONFORMANCE_LIVE=%j is not 1: nothing is sent', async (value) => {
    const { code, calls } = await counted(['run'], { CONFORMANCE_LIVE: value });
    expect({ code, calls }).toEqual({ code: 2, calls: [] });
  });

  test('every requirement is listed, by its id', async () => {
    const { stdout } = await counted(['list']);
    const listed = stdout.trimEnd().split('\n');
    expect(listed).toHaveLength(requirements.length);
    for (const { id, statement } of requirements)
      expect(
        listed.some((line) => line.endsWith(` > ${id} ${statement}`)),
        id,
      ).toBe(true);
  });
});
