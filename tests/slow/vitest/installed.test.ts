import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { conformanceProcess as conformance, finished, root } from '../../support/cli.ts';
import { makeProject } from '../package/project.ts';

const packages = readdirSync(join(root, 'node_modules')).filter((name) => !name.startsWith('.'));

/** An installed package beside a vitest of somebody's own. */
function installed(): string {
  const cwd = makeProject({ packages, files: {} });
  const own = join(cwd, 'node_modules/entity-config-conformance');
  rmSync(own);
  mkdirSync(own);
  for (const name of ['dist', 'package.json']) cpSync(join(root, name), join(own, name), { recursive: true });
  return cwd;
}

test('an installed package has a configuration for the vitest beside it', async () => {
  const cwd = installed();
  await conformance(['run', '--reference', '--reporter', 'json'], { cwd });
  const config = 'node_modules/entity-config-conformance/dist/vitest.target.config.js';
  const { code, stdout, stderr } = await finished(
    join(cwd, 'node_modules/vitest/vitest.mjs'),
    ['run', '--config', config],
    { cwd, env: { CONFORMANCE_EXCHANGES: 'conformance-report/exchanges.ndjson', NO_COLOR: '1' } },
  );
  expect(stdout + stderr).toMatch(/Test Files {2}1 passed/);
  expect(code).toBe(0);
});
