import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { root } from '../cli/cli.ts';

interface Step {
  readonly uses?: string;
  readonly run?: string;
}

interface Job {
  readonly needs?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
}

const text = readFileSync(join(root, '.github/workflows/publish.yml'), 'utf8');
const { on, permissions, jobs } = parse(text) as {
  readonly on: unknown;
  readonly permissions: unknown;
  readonly jobs: Readonly<Record<'gate' | 'publish', Job>>;
};
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

describe('the workflow that publishes', () => {
  test('runs for tags only, and after the gate', () => {
    expect(on).toEqual({ push: { tags: ['v*'] } });
    expect(jobs.gate.steps.map(({ run }) => run)).toContain('bash .ci/run');
    expect(jobs.publish.needs).toBe('gate');
  });

  test('may say who it is where it publishes, and nothing more', () => {
    expect(permissions).toEqual({ contents: 'read' });
    expect(jobs.gate.permissions).toBeUndefined();
    expect(jobs.publish.permissions).toEqual({ contents: 'read', 'id-token': 'write' });
    expect(text).not.toContain('secrets.');
  });

  test('publishes with provenance', () => {
    expect(jobs.publish.steps.at(-1)?.run).toBe('npm publish --provenance --access public');
    expect(manifest.publishConfig).toEqual({ access: 'public', provenance: true });
    expect(manifest.repository.url).toMatch(/^git\+https:\/\/github\.com\//);
  });

  test('pins every action to a commit', () => {
    const used = [...jobs.gate.steps, ...jobs.publish.steps].flatMap(({ uses }) => uses ?? []);
    expect(used.length).toBe(4);
    for (const action of used) expect(action).toMatch(/@[0-9a-f]{40}$/);
  });
});

describe('the package', () => {
  test('runs nothing when it is installed', () => {
    const names = Object.keys(manifest.scripts);
    expect(names.filter((name) => /^(?:pre|post)?install$|^prepare$/.test(name))).toEqual([]);
    expect(manifest.scripts.prepack).toBe('npm run build');
  });
});
