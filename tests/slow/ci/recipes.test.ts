import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import packageJson from '../../../package.json' with { type: 'json' };
import { root } from '../../support/cli.ts';
import { aimAtReference } from './aim.ts';
import {
  filesWith,
  installsFromHere,
  makeWorkspace,
  noteArguments,
  runIn,
  type Workspace,
  writeProgram,
} from './workspace.ts';

/** ci/generic.sh and the script of ci/gitlab.yml, run as a build service runs them. */

const { settings } = aimAtReference();

function generic(workspace: Workspace, args: readonly string[], env: Readonly<Record<string, string>>) {
  return runIn(workspace, ['sh', join(root, 'ci/generic.sh'), ...args], env);
}

describe.concurrent('ci/generic.sh', () => {
  test('installs the pinned version, runs, and leaves nothing but the reports', async () => {
    const workspace = makeWorkspace({ installed: false });
    installsFromHere(workspace);
    const env = settings('good');
    const { code, stdout } = await generic(workspace, [], env);
    expect(code).toBe(0);
    expect(stdout).toContain('CONFORMS (exit 0)');
    const noted = readFileSync(join(workspace.programs, 'npm.txt'), 'utf8');
    expect(noted).toContain(`entity-config-conformance@${packageJson.version}\n`);
    expect(noted).not.toContain('CONFORMANCE_');
    expect(filesWith(workspace.temp, 'conformance')).toEqual([]);
    expect(existsSync(join(workspace.folder, 'conformance-report/report.json'))).toBe(true);
    expect(filesWith(join(workspace.folder, '..'), env['CONFORMANCE_ACCESS_TOKEN'] ?? '')).toEqual([]);
  });

  test('names no folder that it removes: commands begin as npx would start it again', async () => {
    const workspace = makeWorkspace({ installed: false });
    installsFromHere(workspace);
    const env = { ...settings('good'), CONFORMANCE_ACCESS_TOKEN: 'not-the-token' };
    const { code, stdout, stderr } = await generic(workspace, [], env);
    expect(code).toBe(3);
    const again = `npx --package=entity-config-conformance@${packageJson.version} conformance`;
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(again);
    expect(stdout + stderr).not.toContain(workspace.temp);
    const report = join(workspace.folder, 'conformance-report');
    expect(filesWith(report, again).length).toBeGreaterThan(2);
    expect(filesWith(report, workspace.temp)).toEqual([]);
  });

  test.each([0, 1, 2, 3, 4, 130, 143])('ends with the exit code of the run: %i', async (code) => {
    const workspace = makeWorkspace();
    const noted = noteArguments(workspace, code);
    const ended = await generic(workspace, ['--strict', 'a b', '$(id)'], { SUITE_VERSION: 'installed' });
    expect(ended.code).toBe(code);
    expect(noted()).toEqual(['run', '--env-file', '/dev/null', '--strict', 'a b', '$(id)']);
  });

  test('tries the embedded service without settings', async () => {
    const { code, stderr } = await generic(makeWorkspace(), ['--reference'], { SUITE_VERSION: 'installed' });
    expect({ code, stderr: stderr.includes('problem') }).toEqual({ code: 0, stderr: false });
  });

  test('reads the file of settings that it is given, and no other', async () => {
    const workspace = makeWorkspace();
    const { CONFORMANCE_BASE_URL: url = '', ...env } = settings('good');
    writeFileSync(join(workspace.folder, '.env'), `CONFORMANCE_BASE_URL=${url}\n`);
    const given = { ...env, SUITE_VERSION: 'installed' };
    const without = await generic(workspace, [], given);
    expect(without.code).toBe(2);
    expect(without.stderr).toContain('CONFORMANCE_BASE_URL');
    expect((await generic(workspace, ['--env-file', '.env'], given)).code).toBe(0);
  });

  test('asks for a Node.js that can run it', async () => {
    const workspace = makeWorkspace();
    const old = '#!/bin/sh\nexit 1\n';
    writeFileSync(join(workspace.programs, 'node'), old, { mode: 0o755 });
    const { code, stderr } = await generic(workspace, [], { SUITE_VERSION: 'installed' });
    expect(code).toBe(2);
    expect(stderr).toMatch(/^entity-config-conformance: Node\.js 20\.19, 22\.12 or newer is needed\./);
  });
});

describe('ci/gitlab.yml', () => {
  const job = parse(readFileSync(join(root, 'ci/gitlab.yml'), 'utf8')).conformance as {
    readonly variables: Readonly<Record<string, string>>;
    readonly script: readonly string[];
    readonly artifacts: {
      readonly paths: readonly string[];
      readonly reports: Readonly<Record<string, string>>;
    };
  };

  /** The runner joins all entries into one script and ends it at the first that fails. */
  function runJob(workspace: Workspace, env: Readonly<Record<string, string>>) {
    const script = ['set -eo pipefail', ...job.script].join('\n');
    return runIn(workspace, ['bash', '-c', script], {
      ...job.variables,
      ...env,
      GITLAB_CI: 'true',
      CI_PROJECT_DIR: workspace.folder,
      CI: 'true',
    });
  }

  test('runs, and leaves every artefact that it names', async () => {
    const workspace = makeWorkspace({ installed: false });
    installsFromHere(workspace);
    const { code } = await runJob(workspace, settings('good'));
    expect(code).toBe(0);
    const { paths, reports } = job.artifacts;
    for (const path of [...paths, ...Object.values(reports)])
      expect(existsSync(join(workspace.folder, path)), path).toBe(true);
    expect(JSON.parse(readFileSync(join(workspace.folder, reports['codequality'] ?? ''), 'utf8'))).toEqual(
      [],
    );
    const noted = readFileSync(join(workspace.programs, 'npm.txt'), 'utf8');
    expect(noted).toContain(`entity-config-conformance@${packageJson.version}\n`);
    expect(noted).not.toContain('CONFORMANCE_');
  });

  test('fails with the exit code of the run', async () => {
    const workspace = makeWorkspace({ installed: false });
    installsFromHere(workspace);
    const { code, stderr } = await runJob(workspace, {
      ...settings('good'),
      CONFORMANCE_BASE_URL: 'https://x.example',
    });
    expect(code).toBe(2);
    expect(stderr).toContain('CONFORMANCE_ALLOW_WRITES_TO');
  });

  test('an installation that fails is no verdict, and leaves nothing', async () => {
    const workspace = makeWorkspace({ installed: false });
    writeProgram(join(workspace.programs, 'npm'), '#!/bin/sh\nexit 1\n');
    expect((await runJob(workspace, settings('good'))).code).toBe(4);
    expect(readdirSync(workspace.temp)).toEqual([]);
  });
});
