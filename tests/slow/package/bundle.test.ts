import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { root, temporaryFolder } from '../../support/cli.ts';

/** The tarball holds what it needs: whoever installs it runs what was tested, whatever a registry has since. */

const { checkVersions, versionsInstalled, versionsLocked } = await import(
  join(root, 'scripts/install-check/versions.mjs')
);
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const project = temporaryFolder();

function npm(args: readonly string[], cwd = project): string {
  return execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

function installed() {
  return JSON.parse(npm(['ls', '--all', '--json'])).dependencies[lock.name];
}

beforeAll(() => {
  npm(['pack', '--ignore-scripts', '--pack-destination', project], root);
  const tarball = readdirSync(project).find((name) => name.endsWith('.tgz')) ?? '';
  writeFileSync(join(project, 'package.json'), '{"private":true}');
  npm(['install', '--offline', '--no-audit', '--no-fund', '--cache', join(project, 'cache'), `./${tarball}`]);
}, 120_000);

describe('the tarball, installed without a registry', () => {
  test('brings the versions of package-lock.json, and nothing else', () => {
    expect(() => checkVersions(lock, installed())).not.toThrow();
    expect(versionsLocked(lock).length).toBeGreaterThan(15);
    expect(readdirSync(join(project, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
      lock.name,
    ]);
  });

  test('runs', () => {
    const bin = join(project, 'node_modules/.bin/conformance');
    expect(
      execFileSync(bin, ['run', '--reference', '--reporter', 'terminal'], {
        cwd: project,
        encoding: 'utf8',
        stdio: 'pipe',
      }),
    ).toContain('CONFORMS (exit 0)');
  });

  test('another version is noticed', () => {
    const path = join(project, 'node_modules', lock.name, 'node_modules/ajv/package.json');
    const text = readFileSync(path, 'utf8');
    // What npm noted of its last installation, which it would believe.
    rmSync(join(project, 'node_modules/.package-lock.json'));
    writeFileSync(path, text.replace(/"version": "[^"]*"/, '"version": "8.99.0"'));
    expect(() => checkVersions(lock, installed())).toThrow(
      /not installed: ajv@.*\n.*not locked: ajv@8\.99\.0$/,
    );
  });
});

describe('versions', () => {
  const tree = {
    dependencies: { peer: {}, a: { version: '1.0.0', dependencies: { '@b/c': { version: '2.0.0' } } } },
  };
  const entries = {
    '': {},
    'node_modules/a': { version: '1.0.0' },
    'node_modules/a/node_modules/@b/c': { version: '2.0.0' },
  };

  test('are those of both, and no development ones', () => {
    const packages = { ...entries, 'node_modules/d': { version: '3.0.0', dev: true } };
    expect(versionsLocked({ packages })).toEqual(['@b/c@2.0.0', 'a@1.0.0']);
    expect(versionsInstalled(tree)).toEqual(['@b/c@2.0.0', 'a@1.0.0']);
    expect(() => checkVersions({ packages }, tree)).not.toThrow();
  });

  test.each([
    ['one more', { ...tree.dependencies, e: { version: '1.0.0' } }],
    ['one less', { a: { version: '1.0.0' } }],
    ['none at all', {}],
  ])('%s is noticed', (_, dependencies) => {
    expect(() => checkVersions({ packages: entries }, { dependencies })).toThrow();
  });
});
