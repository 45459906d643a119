import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { aimedAt, reportFolder, run } from '../../commands/targets.ts';
import { temporaryFolder } from '../../support/cli.ts';
import { requestCount } from '../../support/conforming.ts';
import { requirements } from '../../support/engine.ts';
import { goodToken, type Script, sendPrepared, startService } from '../../support/service.ts';
import { byHand, expectedStatuses, judgedByHand } from './by-hand.ts';

/**
 * vitest started by hand sends only when it is told to, once for all workers, and never for a list. How it may be started
 * besides is in versions.test.ts.
 */

const deviates: Script = (_, prepared, response) =>
  sendPrepared({ ...prepared, body: prepared.body.replace('"priority":1', '"priority":"1"') }, response);

/** Starts vitest with all that it would need to send; says what arrived. */
async function counted(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const cwd = temporaryFolder();
  await using service = await startService();
  const end = await byHand(args, { ...aimedAt(service), ...env }, { cwd });
  return { ...end, cwd, calls: service.calls };
}

const live = { CONFORMANCE_LIVE: '1' };

describe('with CONFORMANCE_LIVE=1', () => {
  test('sends what a run sends, and judges as it does', async () => {
    await using service = await startService(deviates);
    const env = aimedAt(service);
    const told = ({ method, path, credentials }: (typeof service.calls)[number]) =>
      `${method} ${path} ${credentials}`;
    const cli = await run(['--serial'], { env });
    const first = service.calls.map(told);
    const judged = await judgedByHand([], { ...env, ...live, CONFORMANCE_SERIAL: 'true' });
    expect(service.calls.slice(first.length).map(told)).toEqual(first);
    expect([cli.code, judged.code]).toEqual([1, 1]);
    expect(judged.statuses).toEqual(expectedStatuses(cli.report()));
  });

  test('keeps a recording of its own, lets go of it, and shows no token', async () => {
    const { code, stdout, stderr, cwd, calls } = await counted(['run'], live);
    expect(code, stderr).toBe(0);
    expect(calls).toHaveLength(requestCount);
    expect(readdirSync(join(cwd, reportFolder))).toEqual([
      expect.stringMatching(/^exchanges-\d+-\d+\.ndjson$/),
    ]);
    expect(stdout + stderr).not.toContain(goodToken);
  });

  test('vitest list sends nothing, and names every requirement by its id', async () => {
    const { code, calls, stdout } = await counted(['list'], live);
    expect({ code, calls }).toEqual({ code: 0, calls: [] });
    const listed = stdout.trimEnd().split('\n');
    expect(listed).toHaveLength(requirements.length + 1);
    for (const { id, statement } of requirements)
      expect(
        listed.some((line) => line.endsWith(` > ${id} ${statement}`)),
        id,
      ).toBe(true);
  });
});

test('without it, nothing is sent, though all is configured', async () => {
  const { code, calls } = await counted(['run']);
  expect({ code, calls }).toEqual({ code: 1, calls: [] });
});
