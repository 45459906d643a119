import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { root } from '../../support/cli.ts';

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface Job {
  readonly needs?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly outputs?: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
}

const text = readFileSync(join(root, '.github/workflows/publish.yml'), 'utf8');
const { on, permissions, jobs } = parse(text) as {
  readonly on: unknown;
  readonly permissions: unknown;
  readonly jobs: Readonly<Record<'gate' | 'pack' | 'publish', Job>>;
};
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

describe('the workflow that publishes', () => {
  test('runs for tags only, and after the gate', () => {
    expect(on).toEqual({ push: { tags: ['v*'] } });
    expect(jobs.gate.steps.map(({ run }) => run)).toContain('bash .ci/run');
    expect(jobs.pack.needs).toBe('gate');
    expect(jobs.publish.needs).toBe('pack');
  });

  test('may say who it is where it publishes, and nothing more', () => {
    expect(permissions).toEqual({ contents: 'read' });
    expect(Object.keys(jobs)).toEqual(['gate', 'pack', 'publish']);
    expect([jobs.gate.permissions, jobs.pack.permissions]).toEqual([undefined, undefined]);
    expect(jobs.publish.permissions).toEqual({ actions: 'read', 'id-token': 'write' });
    expect(text).not.toContain('secrets.');
  });

  test('builds where it cannot say who it is, without scripts of dependencies', () => {
    expect(jobs.pack.steps.flatMap(({ run = [] }) => run).slice(0, 1)).toEqual(['npm ci --ignore-scripts']);
    expect(jobs.pack.steps.some(({ run }) => run?.startsWith('npm pack\n'))).toBe(true);
  });

  test('publishes the very tarball that was packed, and runs nothing of ours beside the identity', () => {
    const { steps } = jobs.publish;
    expect(steps.flatMap(({ uses = '' }) => uses.replace(/@.*/, '') || [])).toEqual(['actions/setup-node']);
    expect(steps.flatMap(({ run = [] }) => run)).toEqual([
      'gh run download "$GITHUB_RUN_ID" --repo "$GITHUB_REPOSITORY" --name package',
      'echo "$SHA256  package.tgz" | sha256sum --check --strict',
      'npm publish ./package.tgz --provenance --access public --ignore-scripts',
    ]);
    expect(jobs.pack.outputs?.['sha256']).toMatch(/^\$\{\{ steps\.pack\.outputs\.sha256 \}\}$/);
    expect(steps[2]?.env?.['SHA256']).toMatch(/^\$\{\{ needs\.pack\.outputs\.sha256 \}\}$/);
  });

  test('publishes with provenance, from the repository that runs it', () => {
    expect(manifest.publishConfig).toEqual({ access: 'public', provenance: true });
    expect(manifest.repository).toBeUndefined();
    expect(jobs.pack.steps.flatMap(({ run = [] }) => run)).toContain(
      'npm pkg set repository.type=git "repository.url=git+https://github.com/$GITHUB_REPOSITORY.git"',
    );
  });
});

describe('the package', () => {
  test('runs nothing when it is installed', () => {
    const names = Object.keys(manifest.scripts);
    expect(names.filter((name) => /^(?:pre|post)?install$|^prepare$/.test(name))).toEqual([]);
  });

  test('is built in a checkout and from a git address, once its dependencies are there', () => {
    for (const name of ['dependencies', 'prepack'] as const)
      expect(manifest.scripts[name]).toBe('node scripts/build-if-older.mjs');
  });

  test('holds everything that it needs', () => expect(manifest.bundleDependencies).toBe(true));
});
