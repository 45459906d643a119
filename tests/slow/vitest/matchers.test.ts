import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { start } from '../../support/cli.ts';
import { lastOf } from '../../support/properties.ts';
import { installed, packed, versions } from './projects.ts';

/**
 * The matchers in each supported line of vitest. All of them, and not only the newest:
 * `npx vitest run --project slow tests/slow/vitest/matchers.test.ts`.
 */

const program = `
import { expect, test } from 'vitest';
import { matchers } from 'entity-config-conformance/matchers';
expect.extend(matchers);
const response = { status: 200, body: { status: 'OK' } };
test('holds', async () => { await expect(response).not.toConformTo('delete'); });
test('fails', async () => { await expect(response).toConformTo('delete', { strict: true }); });
`;

let tarball = '';
beforeAll(async () => {
  tarball = await packed();
});

test.each(lastOf(versions))('vitest $vitest', { timeout: 0 }, async (version) => {
  const { folder, node } = await installed(tarball, version);
  writeFileSync(join(folder, 'matchers.test.mjs'), program);
  const vitest = join(folder, 'node_modules/vitest/vitest.mjs');
  const { ended } = start(vitest, ['run', 'matchers.test.mjs'], {
    cwd: folder,
    node,
    env: { NO_COLOR: '1' },
  });
  const { code, stdout, stderr } = await ended;
  expect(code).toBe(1);
  expect(stdout).toMatch(/1 failed \| 1 passed/);
  expect(stderr).toContain('fix       send "success", not "OK"');
});
