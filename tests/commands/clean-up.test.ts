import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/cli.ts';
import { automationRuleId, entityId } from '../support/conforming.ts';
import { goodToken, startService } from '../support/service.ts';
import { aimedAt, run } from './targets.ts';

/** CONFORMANCE_CLEANUP_COMMAND: the operator's command reads what a run left. */

const cleaning = (service: { readonly baseUrl: string }, command: string) => ({
  ...aimedAt(service),
  CONFORMANCE_REPORTER: 'json',
  CONFORMANCE_CLEANUP_COMMAND: command,
});
const keep = 'cat > "$TEST_FOLDER/effects.json"';

test('it reads what the run has left, once the responses are in', async () => {
  await using service = await startService();
  const cwd = temporaryFolder();
  const { code, report } = await run([], { cwd, env: cleaning(service, keep) });
  const { effects, run: info } = report();
  const given = JSON.parse(readFileSync(join(cwd, 'effects.json'), 'utf8'));
  expect([code, given]).toEqual([0, { runId: info.id, baseUrl: service.baseUrl, entityId, effects }]);
  expect(effects).toMatchObject([{ operation: 'put' }, { operation: 'delete', id: automationRuleId }]);
});

test('it is not run where nothing was left, or nothing was sent', async () => {
  const cwd = temporaryFolder();
  const env = cleaning({ baseUrl: 'http://127.0.0.1:1' }, keep);
  expect((await run([], { cwd, env })).code).toBe(3);
  expect((await run(['--plan'], { cwd, env })).stdout).toContain(
    'Afterwards the command in CONFORMANCE_CLEANUP_COMMAND is run',
  );
  expect(existsSync(join(cwd, 'effects.json'))).toBe(false);
});

test.each([
  [`echo "has ${goodToken}" >&2; exit 7`, 'ended with exit code 7: what the run left is listed'],
  ['exec 0<&-; exit 1', 'ended with exit code 1'],
])('that fails, it changes no exit code: %s', async (command, words) => {
  await using service = await startService();
  const { code, stderr } = await run([], { env: cleaning(service, command) });
  expect([code, stderr]).toEqual([0, expect.stringContaining(`CONFORMANCE_CLEANUP_COMMAND ${words}`)]);
  expect(stderr).not.toContain(goodToken);
});

test('--wait: a service that is not there is waited for, and then the run says so', async () => {
  const { code, stderr } = await run(['--wait', '1'], { env: aimedAt({ baseUrl: 'http://127.0.0.1:1' }) });
  expect([code, stderr]).toEqual([3, expect.stringContaining('waiting for the service, 1 s at most')]);
});
