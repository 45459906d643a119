import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../support/cli.ts';
import { automationRuleId, entityId } from '../support/conforming.ts';
import { goodToken, startService } from '../support/service.ts';
import { aimedAt as aimed, run } from './targets.ts';

/** CONFORMANCE_CLEANUP_COMMAND: the operator's command reads what a run left. */

const aimedAt = (service: { readonly baseUrl: string }) => ({
  ...aimed(service),
  CONFORMANCE_REPORTER: 'json',
});

const keep = 'cat > "$TEST_FOLDER/effects.json"';

describe('the command', () => {
  test('reads what the run has left, once the responses are in', async () => {
    await using service = await startService();
    const cwd = temporaryFolder();
    const env = { ...aimedAt(service), CONFORMANCE_CLEANUP_COMMAND: keep };
    const { code, report } = await run([], { cwd, env });
    expect(code).toBe(0);
    const given = JSON.parse(readFileSync(join(cwd, 'effects.json'), 'utf8')) as Record<string, unknown>;
    expect(given).toEqual({
      runId: report().run.id,
      baseUrl: service.baseUrl,
      entityId,
      effects: report().effects,
    });
    expect(report().effects.map(({ operation }) => operation)).toEqual(['put', 'delete']);
    expect(report().effects[1]?.id).toBe(automationRuleId);
  });

  test('is not run where nothing was left, or nothing was sent', async () => {
    const cwd = temporaryFolder();
    const env = { ...aimedAt({ baseUrl: 'http://127.0.0.1:1' }), CONFORMANCE_CLEANUP_COMMAND: keep };
    expect((await run([], { cwd, env })).code).toBe(3);
    const plan = await run(['--plan'], { cwd, env });
    expect(plan.code).toBe(0);
    expect(plan.stdout).toContain('Afterwards the command in CONFORMANCE_CLEANUP_COMMAND is run');
    const { CONFORMANCE_CLEANUP_COMMAND: _, ...without } = env;
    expect((await run(['--plan'], { cwd, env: without })).stdout).not.toContain('Afterwards');
    expect(existsSync(join(cwd, 'effects.json'))).toBe(false);
  });

  test.each([
    [
      `echo "has ${goodToken}" >&2; exit 7`,
      /CONFORMANCE_CLEANUP_COMMAND ended with exit code 7: what the run left is listed/,
    ],
    ['exec 0<&-; exit 1', /CONFORMANCE_CLEANUP_COMMAND ended with exit code 1/],
  ])('%s: its failure is told, changes no verdict and shows no token', async (command, words) => {
    await using service = await startService();
    const { code, stderr } = await run([], {
      env: { ...aimedAt(service), CONFORMANCE_CLEANUP_COMMAND: command },
    });
    expect(code).toBe(0);
    expect(stderr).toMatch(words);
    expect(stderr).not.toContain(goodToken);
  });
});

test('--wait: a service that is not there is waited for, and then the run says so', async () => {
  const env = aimedAt({ baseUrl: 'http://127.0.0.1:1' });
  const { code, stderr } = await run(['--wait', '1'], { env });
  expect(code).toBe(3);
  expect(stderr).toMatch(/^waiting for the service, 1 s at most: nothing is listening at 127\.0\.0\.1:1/m);
});
