import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { temporaryFolder } from '../../support/cli.ts';
import { generic, recipes } from './recipes.ts';
import { tarball } from './registry.ts';
import { installsFromHere, makeWorkspace, type Workspace } from './workspace.ts';

/** What SUITE_VERSION may name, besides a version: npm itself installs it, without a registry. */

/** A repository with the package, whose command exists only once it is built. @returns its address */
function repository(): string {
  const folder = temporaryFolder();
  const main = '#!/usr/bin/env node\nconsole.log("from git");\n';
  const prepare = `node -e 'fs.writeFileSync("main.js", ${JSON.stringify(main)}, { mode: 0o755 })'`;
  const { name, version } = packageJson;
  const manifest = { name, version, bin: { conformance: 'main.js' }, scripts: { prepare } };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  const author = ['-c', 'user.name=test', '-c', 'user.email=test@example.com'];
  for (const args of [
    ['init', '-q', '-b', 'main'],
    ['add', '.'],
    [...author, 'commit', '-qm', 'test'],
  ])
    execFileSync('git', args, { cwd: folder });
  return `git+file://${folder}#main`;
}

function lastLine(text: string): string | undefined {
  return text.trim().split('\n').at(-1);
}

function variables({ folder, temp }: Workspace, version: string): Readonly<Record<string, string>> {
  const settings = join(temp, 'machine.npmrc');
  writeFileSync(settings, 'registry=http://127.0.0.1:9/\nupdate-notifier=false\nfetch-retries=0\n');
  return {
    npm_config_globalconfig: settings,
    CI_PROJECT_DIR: folder,
    GITHUB_WORKSPACE: folder,
    CONFORMANCE_ACCESS_TOKEN: 'not-for-npm',
    SUITE_VERSION: version,
  };
}

describe.each(Object.entries(recipes))('%s', (_, recipe) => {
  test('installs a tarball of the checkout', async () => {
    const workspace = makeWorkspace({ installed: false });
    mkdirSync(join(workspace.folder, 'a b'));
    writeFileSync(join(workspace.folder, 'a b/suite.tgz'), tarball('from a tarball'));
    const { code, stdout, stderr } = await recipe(workspace, variables(workspace, 'a b/suite.tgz'));
    expect({ code, last: lastLine(stdout) }, stderr).toEqual({ code: 0, last: 'from a tarball' });
  });

  test('installs and builds what a git address holds', async () => {
    const workspace = makeWorkspace({ installed: false });
    const { code, stdout, stderr } = await recipe(workspace, variables(workspace, repository()));
    expect({ code, last: lastLine(stdout) }, stderr).toEqual({ code: 0, last: 'from git' });
  });

  test.each([
    ['https://example.com/suite-0.1.0.tgz', 'true'],
    ['git+https://example.com/suite.git#0123abc', 'false'],
  ])('gives npm %s as it is; scripts are ignored: %s', async (source, ignored) => {
    const workspace = makeWorkspace({ installed: false });
    installsFromHere(workspace);
    await recipe(workspace, variables(workspace, source));
    const noted = readFileSync(join(workspace.programs, 'npm.txt'), 'utf8').split('\n');
    expect(noted).toContain(`${packageJson.name}@${source}`);
    expect(noted).toContain(`--ignore-scripts=${ignored}`);
    expect(noted.filter((line) => line.startsWith('CONFORMANCE_'))).toEqual([]);
  });

  test.each(['none.tgz', '../0.1.0', '-g', '0.1.0 x', 'http://example.com/suite.tgz', '$(id)'])(
    'refuses %j',
    async (version) => {
      const workspace = makeWorkspace({ installed: false });
      installsFromHere(workspace);
      const { code, stderr } = await recipe(workspace, variables(workspace, version));
      expect(code).toBe(2);
      expect(stderr).toContain(`SUITE_VERSION is "${version}". Expected a version`);
    },
  );
});

test('ci/generic.sh says when what was installed is something else', async () => {
  const workspace = makeWorkspace({ installed: false });
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'package'));
  writeFileSync(join(folder, 'package/package.json'), '{"name":"another","version":"1.0.0"}');
  execFileSync('tar', ['-czf', join(workspace.folder, 'another.tgz'), 'package'], { cwd: folder });
  const { code, stderr } = await generic(workspace, variables(workspace, 'another.tgz'));
  expect(code).toBe(4);
  expect(stderr).toContain('What npm installed from another.tgz has no command conformance');
});
