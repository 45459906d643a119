import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/cli.ts';
import { automationRuleId, entityId } from '../support/conforming.ts';
import { startService } from '../support/service.ts';
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
