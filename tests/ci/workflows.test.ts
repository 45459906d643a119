import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import packageJson from '../../package.json' with { type: 'json' };
import { action } from '../slow/ci/machine.ts';
import { root } from '../support/cli.ts';
import { settingsList } from '../support/engine.ts';
import actionSchema from './schemas/github-action.schema.json' with { type: 'json' };
import workflowSchema from './schemas/github-workflow.schema.json' with { type: 'json' };
import gitlabSchema from './schemas/gitlab-ci.schema.json' with { type: 'json' };

/** The files that build services read: of the form they take, pinned, and without inputs inside of scripts. */

function textOf(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

const examples = readdirSync(join(root, 'docs/ci')).filter((name) => name.startsWith('github-'));
const workflows = [
  ...readdirSync(join(root, '.github/workflows')).map((name) => `.github/workflows/${name}`),
  ...examples.map((name) => `docs/ci/${name}`),
];
const githubFiles = [...workflows, 'action.yml'];

const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true });
const validators = {
  workflow: ajv.compile(workflowSchema),
  action: ajv.compile(actionSchema),
  gitlab: ajv.compile(gitlabSchema),
};

function problemsOf(kind: keyof typeof validators, text: string): readonly string[] {
  const validate = validators[kind];
  validate(parse(text));
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

describe('of the form that they take', () => {
  test.each(workflows)('%s', (path) => expect(problemsOf('workflow', textOf(path))).toEqual([]));
  test('action.yml', () => expect(problemsOf('action', textOf('action.yml'))).toEqual([]));
  test('ci/gitlab.yml', () => expect(problemsOf('gitlab', textOf('ci/gitlab.yml'))).toEqual([]));
});

const nightly = 'docs/ci/github-nightly.yml';
test.each([
  ['workflow', nightly, /runs-on/, 'run-on'],
  ['workflow', nightly, /'17 3 \* \* \*'/, "'17 3 * *'"],
  ['workflow', nightly, /run: mkdir/, 'uses: a/b@c\n        run: mkdir'],
  ['action', 'action.yml', /shell: bash/, 'shel: bash'],
  ['action', 'action.yml', /value: \$\{\{ steps\.run\.outputs\.sarif \}\}/, 'values: x'],
  ['gitlab', 'ci/gitlab.yml', / script:/, ' scripts:'],
  ['gitlab', 'ci/gitlab.yml', /when: always/, 'when: allways'],
  ['gitlab', 'ci/gitlab.yml', /image: node:24-slim/, 'image: node'],
] as const)('a slip is seen: %s: %s, %s', (kind, path, from, to) => {
  const broken = textOf(path).replace(from, to);
  expect(broken).not.toBe(textOf(path));
  expect(problemsOf(kind, broken)).not.toEqual([]);
});

describe('pinned', () => {
  /** The one that readers have to name themselves: where they keep this action. */
  const own = `OWNER/${packageJson.name}@v${packageJson.version}`;

  function unpinned(text: string): readonly string[] {
    const used = [...text.matchAll(/^\s*(?:- )?uses: *(.*)$/gm)].map(([, uses = '']) => uses);
    return used.filter((uses) => uses !== own && !/^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(uses));
  }

  test.each(githubFiles)('%s uses actions by their commit, with the version beside it', (path) =>
    expect(unpinned(textOf(path))).toEqual([]),
  );

  test('one action has one commit everywhere', () => {
    const all = githubFiles.flatMap((path) => textOf(path).match(/\S+@[0-9a-f]{40} # v\S+/g) ?? []);
    const commits = new Map(all.map((uses) => [uses.replace(/@.*/, ''), uses]));
    expect(all.filter((uses) => commits.get(uses.replace(/@.*/, '')) !== uses)).toEqual([]);
    expect(commits.size).toBeGreaterThan(2);
  });

  const wrong = ['actions/checkout@v7', `a/b@${'a'.repeat(40)}`, `OWNER/${packageJson.name}@v0`];
  test.each(wrong)('%s is not', (uses) => expect(unpinned(`      - uses: ${uses}\n`)).toEqual([uses]));

  test('the recipes install the version that they come with', () => {
    expect(textOf('ci/generic.sh')).toContain(`SUITE_VERSION:-${packageJson.version}}`);
    const pages = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));
    const texts = ['README.md', 'ci/gitlab.yml', ...pages.map((name) => `docs/${name}`)].map(textOf);
    const version = /(?<=entity-config-conformance[@/]v?)\d+\.\d+\.\d+/g;
    const named = texts.flatMap((text) => text.match(version) ?? []);
    expect(new Set(named)).toEqual(new Set([packageJson.version]));
    expect(parse(textOf('ci/gitlab.yml')).conformance.variables.SUITE_VERSION).toBe(packageJson.version);
  });
});

type Step = { run?: string; uses?: string; with?: Record<string, string> };
const stepsIn = (job: { steps: readonly Step[] }) => job.steps;
function stepsOf(path: string): readonly Step[] {
  const { jobs = {}, runs = { steps: [] } } = parse(textOf(path));
  return [...Object.values<typeof runs>(jobs), runs].flatMap(stepsIn);
}

describe('scripts', () => {
  test.each(githubFiles)('%s: no expression inside of a script', (path) => {
    expect(stepsOf(path)).not.toEqual([]);
    expect(stepsOf(path).filter(({ run }) => run?.includes('${{'))).toEqual([]);
  });

  test.each(examples)('%s gives the action inputs that it has, the token from a secret', (name) => {
    const used = stepsOf(`docs/ci/${name}`).filter(({ uses }) => uses?.includes(packageJson.name));
    const [inputs = {}, ...others] = used.map((step) => step.with ?? {});
    expect(others).toEqual([]);
    expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(Object.keys(inputs)));
    expect(inputs['access-token']).toMatch(/^\$\{\{ secrets\.\w+ \}\}$/);
  });
});

test('every setting that the action and the template set is one', () => {
  const names = settingsList.map(({ env }) => env);
  const text = `${textOf('action.yml')}${textOf('ci/gitlab.yml')}${textOf('ci/github-action.sh')}`;
  const used = [...text.matchAll(/\b(?:env\.)?(CONFORMANCE_[A-Z_]+)\b/g)].map(([, name]) => name);
  expect(used.filter((name) => !names.includes(name ?? ''))).toEqual([]);
});

test('Dependabot updates the pinned actions of every folder that has some', () => {
  const { updates } = parse(textOf('.github/dependabot.yml'));
  const named: readonly string[] = updates.flatMap(
    ({ directories }: { directories: string[] }) => directories,
  );
  const folders = githubFiles.map((path) => `/${path.replace(/(?:\.github\/workflows\/|\/)?[^/]+$/, '')}`);
  expect(new Set(named)).toEqual(new Set(folders));
});

test('a tag alone publishes, after the gate, the very tarball that was packed; nothing of ours runs beside that', () => {
  const text = textOf('.github/workflows/publish.yml');
  const { on, permissions, jobs } = parse(text);
  const runs = (job: string) => stepsIn(jobs[job]).flatMap(({ run }) => run ?? []);
  expect(on).toEqual({ push: { tags: ['v*'] } });
  expect(runs('gate')).toContain('bash .ci/run');
  expect([jobs.pack.needs, jobs.publish.needs]).toEqual(['gate', 'pack']);
  expect(runs('pack')[0]).toBe('npm ci --ignore-scripts');
  expect(runs('publish').slice(1)).toEqual([
    'echo "$SHA256  package.tgz" | sha256sum --check --strict',
    'npm publish ./package.tgz --provenance --access public --ignore-scripts',
  ]);
  expect([permissions, jobs.pack.permissions]).toEqual([{ contents: 'read' }, undefined]);
  expect(jobs.publish.permissions).toEqual({ actions: 'read', 'id-token': 'write' });
  expect(text).not.toContain('secrets.');
  const { publishConfig, bundleDependencies, scripts } = packageJson;
  expect([publishConfig, bundleDependencies]).toEqual([{ access: 'public', provenance: true }, true]);
  expect(Object.keys(scripts).filter((name) => /^(?:pre|post)?install$|^prepare$/.test(name))).toEqual([]);
});
