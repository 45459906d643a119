import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { aimedAt, until } from '../../commands/targets.ts';
import { root } from '../../support/cli.ts';
import { startService } from '../../support/service.ts';
import { makeWorkspace } from './workspace.ts';

/** A build service that cancels a job signals the shell that it started, and nobody else. */

test.concurrent.each([
  ['ci/generic.sh', 'SIGTERM'],
  ['ci/github-action.sh', 'SIGTERM'],
  ['ci/github-action.sh', 'SIGINT'],
] as const)(
  'a cancelled job: %s, %s: the run ends in good order, with its reports',
  async (script, signal) => {
    const never = () => new Promise<never>(() => undefined);
    await using service = await startService(never);
    const workspace = makeWorkspace();
    const file = (name: string) => join(workspace.temp, name);
    const child = spawn('bash', [join(root, script)], {
      cwd: workspace.folder,
      stdio: 'ignore',
      env: {
        ...{
          PATH: process.env['PATH'],
          HOME: workspace.temp,
          TMPDIR: workspace.temp,
          SUITE_VERSION: 'installed',
        },
        ...{
          GITHUB_ACTION_PATH: root,
          GITHUB_OUTPUT: file('output'),
          GITHUB_STEP_SUMMARY: file('summary'),
        },
        ...{ RUNNER_TEMP: workspace.temp, ...aimedAt(service) },
      },
    });
    const code = new Promise((resolve) => child.once('close', resolve));
    await until(() => service.calls.length > 0);
    child.kill(signal);
    expect(await code).toBe(143);
    const report = readFileSync(join(workspace.folder, 'conformance-report/report.json'), 'utf8');
    expect(JSON.parse(report).run.cut).toBe(true);
    if (script.includes('action')) {
      expect(readFileSync(file('output'), 'utf8')).toContain('\nincomplete\n');
      expect(readFileSync(file('summary'), 'utf8')).toContain('INCOMPLETE');
    }
  },
);
