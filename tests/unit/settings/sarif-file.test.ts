import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { conformance, temporaryFolder } from '../../support/cli.ts';

/** The file of the repository that findings point at: a path in it, and nothing that leads out of it. */

test.each([
  ...['/etc/passwd', 'src/../../a', '../a', './a', 'a//b', 'src/', 'https://evil.example/a', 'c:/a', 'a\\b'],
  ...['a\tb', 'a\u009bb'],
])('refuses %j', async (path) => {
  const env = { CONFORMANCE_SARIF_FILE: path };
  const { code, stdout, stderr } = await conformance(['run', '--reference', '--plan'], { env });
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/CONFORMANCE_SARIF_FILE .*must be a path from the root of the repository/);
});

test('is in the report, and so in what is rendered from it', async () => {
  const cwd = temporaryFolder();
  const env = { CONFORMANCE_SARIF_FILE: 'src/a b/ü.ts' };
  const { code } = await conformance(['run', '--reference', '--reporter', 'json,sarif'], { cwd, env });
  expect(code).toBe(0);
  const report = JSON.parse(readFileSync(join(cwd, 'conformance-report/report.json'), 'utf8'));
  expect(report.run.options.sarifFile).toBe('src/a b/ü.ts');
});
