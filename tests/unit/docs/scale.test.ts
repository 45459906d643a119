import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
// The schemas of Kubernetes, without a cluster; version 5 needs Node.js 22.
import { type IJob, Job } from 'kubernetes-models/batch/v1';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { root } from '../../support/cli.ts';
import { commandLine } from '../../support/command-line.ts';

/** docs/scale: what engines are given. That they run is shown in tests/slow where the engine is at hand. */

const folder = join(root, 'docs/scale');
const textOf = (name: string) => readFileSync(join(folder, name), 'utf8');
const names = readdirSync(folder);

async function flagsOf(command: string): Promise<ReadonlySet<string>> {
  const { printed } = await commandLine([command, '--help'], { io: { columns: 200 } });
  return new Set(printed.match(/--[a-z-]+/g));
}

test('each is named in the page', () => {
  const page = readFileSync(join(root, 'docs/scale.md'), 'utf8');
  for (const name of names) expect(page).toContain(`(scale/${name})`);
});

describe.each(names)('%s', (name) => {
  test('runs commands with flags that there are', async () => {
    const commands = [...textOf(name).matchAll(/npx conformance (check)((?:[^;&|\n]|\\\n|\n +)*)/g)];
    expect(commands.length).toBeGreaterThan(0);
    for (const [, command = '', rest = ''] of commands) {
      const known = await flagsOf(command);
      for (const flag of rest.match(/--[a-z-]+(?=[ "'\n,])/g) ?? []) expect(known).toContain(flag);
    }
  });
});

test.each(names.filter((name) => name.endsWith('.sh')))('%s is a script that a shell reads', (name) => {
  execFileSync('sh', ['-n', join(folder, name)]);
});

describe('the Indexed Job', () => {
  const job = () => parse(textOf('kubernetes.yaml')) as IJob;

  test('fits the schema of Kubernetes', () => {
    expect(() => new Job(job()).validate()).not.toThrow();
    const { spec } = job();
    expect(() =>
      new Job({ ...job(), spec: { ...spec, completionMode: 'indexed' } as never }).validate(),
    ).toThrow('completionMode must be equal to one of the allowed values');
  });

  test('has as many completions as there are parts', () => {
    const { spec } = job();
    expect(spec?.completionMode).toBe('Indexed');
    expect(textOf('kubernetes.yaml')).toContain(`--parts ${spec?.completions}`);
  });
});

test('the array job is one', () => {
  const job = JSON.parse(textOf('aws-batch.json')) as { readonly arrayProperties: { readonly size: number } };
  expect(job.arrayProperties.size).toBeGreaterThan(1);
  expect(textOf('aws-batch.json')).toContain(`--parts ${job.arrayProperties.size}`);
});
