import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { conformance, root, temporaryFolder } from '../../support/cli.ts';

/** What `export openapi` prints, read by the linter of Redocly, which is installed here, as nobody needs it besides. */

let folder: string;
beforeAll(async () => {
  folder = temporaryFolder();
  for (const name of ['package.json', 'package-lock.json', '.npmrc'])
    copyFileSync(join(root, 'tests/slow/openapi/tools', name), join(folder, name));
  const flags = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--silent'];
  execFileSync('npm', ['ci', ...flags], { cwd: folder });
  writeFileSync(join(folder, 'openapi.json'), (await conformance(['export', 'openapi'])).stdout);
});

/** Rules that a file breaks, each as often as it does. */
function linted(file: string, rules: string): readonly string[] {
  const program = `
    import { createConfig, lint } from '@redocly/openapi-core';
    const config = await createConfig({ extends: ['${rules}'] });
    const problems = await lint({ ref: '${file}', config });
    console.log(JSON.stringify(problems.map(({ severity, ruleId }) => severity + ' ' + ruleId).sort()));`;
  const args = ['--input-type=module', '--eval', program];
  return JSON.parse(execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' }));
}

test('the OpenAPI file passes the rules of the specification', () => {
  expect(linted('openapi.json', 'spec')).toEqual([]);
  const file = JSON.parse(readFileSync(join(folder, 'openapi.json'), 'utf8'));
  writeFileSync(join(folder, 'wrong.json'), JSON.stringify({ ...file, paths: [] }));
  expect(linted('wrong.json', 'spec')).not.toEqual([]);
});

test('it breaks only those of style that ask for what the document does not have', () =>
  expect(linted('openapi.json', 'recommended')).toEqual([
    // The path of the PUT ends in a slash, and is stated.
    'error no-path-trailing-slash',
    'warn info-license',
    // No statuses are shown.
    'warn operation-4xx-response',
    'warn operation-4xx-response',
  ]));
