import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { conformance, finished, root } from '../cli/cli.ts';
import { makeProject } from './project.ts';

const packages = readdirSync(join(root, 'node_modules')).filter((name) => !name.startsWith('.'));

/** An installed package beside a vitest of another version: our own runner is not the one that vitest uses. */
function installed(): string {
  const cwd = makeProject({ packages, files: {} });
  const own = join(cwd, 'node_modules/entity-config-conformance');
  rmSync(own);
  const runner = join(own, 'node_modules/@vitest/runner');
  mkdirSync(runner, { recursive: true });
  for (const name of ['dist', 'package.json']) cpSync(join(root, name), join(own, name), { recursive: true });
  writeFileSync(join(runner, 'package.json'), '{"type":"module","exports":"./index.js"}');
  writeFileSync(join(runner, 'index.js'), "throw new Error('the runner of another vitest');");
  return cwd;
}

test('an installed package is judged with the vitest that is there, whatever its version', async () => {
  const cwd = installed();
  await conformance(['run', '--reference', '--reporter', 'json'], { cwd });
  const config = 'node_modules/entity-config-conformance/dist/vitest.target.config.js';
  const { code, stdout, stderr } = await finished(
    join(cwd, 'node_modules/vitest/vitest.mjs'),
    ['run', '--config', config],
    { cwd, env: { CONFORMANCE_EXCHANGES: 'conformance-report/exchanges.ndjson' } },
  );
  expect(stdout + stderr).toContain('conforms (exit 0)');
  expect(code).toBe(0);
});
