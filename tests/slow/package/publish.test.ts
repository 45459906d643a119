import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { root } from '../../support/cli.ts';

const text = readFileSync(join(root, '.github/workflows/publish.yml'), 'utf8');
const { on, permissions, jobs } = parse(text);
const { scripts, bundleDependencies, publishConfig } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
);
const runs = (job: string): readonly string[] =>
  jobs[job].steps.flatMap(({ run }: { run?: string }) => run ?? []);

test('a tag alone publishes, after the gate, the very tarball that was packed', () => {
  expect(on).toEqual({ push: { tags: ['v*'] } });
  expect(runs('gate')).toContain('bash .ci/run');
  expect([jobs.pack.needs, jobs.publish.needs]).toEqual(['gate', 'pack']);
  expect(runs('pack')[0]).toBe('npm ci --ignore-scripts');
  expect(runs('publish').slice(1)).toEqual([
    'echo "$SHA256  package.tgz" | sha256sum --check --strict',
    'npm publish ./package.tgz --provenance --access public --ignore-scripts',
  ]);
});

test('who publishes may say who it is, and runs nothing of ours beside that', () => {
  expect([permissions, jobs.pack.permissions]).toEqual([{ contents: 'read' }, undefined]);
  expect(jobs.publish.permissions).toEqual({ actions: 'read', 'id-token': 'write' });
  expect(text).not.toContain('secrets.');
  expect(publishConfig).toEqual({ access: 'public', provenance: true });
});

test('the package holds everything that it needs, and runs nothing when it is installed', () => {
  expect(bundleDependencies).toBe(true);
  expect(Object.keys(scripts).filter((name) => /^(?:pre|post)?install$|^prepare$/.test(name))).toEqual([]);
});
