import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { reportFolder, reportIn, serve, until } from '../../commands/targets.ts';
import { endAll, root, startConformance, temporaryFolder } from '../../support/cli.ts';
import { freePort } from '../../support/free-port.ts';

/** `run --watch` beside a service that `node --watch` starts again: each save switches a fault, and its own reports start no run. */

const fault = 'put.data.enabled:type';
const main = join(root, 'dist/src/cli/main.js');

afterAll(endAll);

function outcomeIn(cwd: string): string | null {
  try {
    return reportIn(join(cwd, reportFolder)).summary.outcome;
  } catch {
    return null;
  }
}

test('each save beside node --watch ends in a complete run of what was saved', async () => {
  const served = await serve();
  const { CONFORMANCE_AUTOMATION_RULE_ID: rule, ...others } = served.env;
  await served.stop();
  const cwd = temporaryFolder();
  const port = await freePort();
  mkdirSync(join(cwd, 'src'));
  const save = (isFaulty: boolean) => {
    const args = ['serve', '--port', `${port}`, ...(isFaulty ? ['--fault', fault] : [])];
    writeFileSync(
      join(cwd, 'src/server.mjs'),
      `process.argv.splice(2, Infinity, ...${JSON.stringify(args)});\nawait import(${JSON.stringify(main)});\n`,
    );
  };
  save(false);
  const env = {
    ...others,
    CONFORMANCE_BASE_URL: `http://127.0.0.1:${port}`,
    CONFORMANCE_RULE_COMMAND: `echo ${rule}`,
  };
  const beside = spawn('node', ['--watch', 'src/server.mjs'], { cwd, stdio: 'ignore' });
  try {
    const watch = startConformance(['run', '--watch', '.'], { cwd, env });
    await until(() => outcomeIn(cwd) === 'conforms');
    for (const isFaulty of [true, false, true]) {
      save(isFaulty);
      await until(() => outcomeIn(cwd) === (isFaulty ? 'deviates' : 'conforms'));
    }
    watch.signal('SIGINT');
    const { stdout, stderr } = await watch.ended;
    const started = [...`${stdout}${stderr}`.matchAll(/(\S+) changed: running again/g)].map(
      ([, path]) => path,
    );
    expect(new Set(started), 'its own reports start no run').toEqual(new Set(['src/server.mjs']));
    expect(stdout).not.toContain('INCOMPLETE');
    expect(stdout).toMatch(/^Worse than run .*: 1 new deviation/m);
  } finally {
    beside.kill();
  }
});
