import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import type { Report } from '../../src/model/report.ts';
import { root } from '../cli/cli.ts';
import { conformingExchanges } from '../support/conforming.ts';
import { asLine } from '../support/traffic.ts';

/** The scripts of docs/scale, over a folder with four files, with `npx` in the path that starts the command of this checkout. */

const cwd = mkdtempSync(join(tmpdir(), 'conformance-scale-'));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

const command = join(root, packageJson.bin.conformance);
mkdirSync(join(cwd, 'bin'));
writeFileSync(join(cwd, 'bin/npx'), `#!/bin/sh\nshift\nexec ${process.execPath} ${command} "$@"\n`);
chmodSync(join(cwd, 'bin/npx'), 0o755);
mkdirSync(join(cwd, 'logs'));
for (const id of [0, 1, 2, 3]) {
  const lines = conformingExchanges().map((exchange) => asLine(exchange));
  writeFileSync(join(cwd, `logs/${id}.ndjson.gz`), gzipSync(`${lines.slice(0, id).join('\n')}\n`));
}

const PATH = `${join(cwd, 'bin')}:${process.env['PATH']}`;
const script = (name: string) => join(root, 'docs/scale', name);

function started(name: string, args: readonly string[], environment: Readonly<Record<string, string>>) {
  return spawnSync('sh', [script(name), ...args], {
    cwd,
    env: { ...process.env, PATH, ...environment },
    encoding: 'utf8',
  });
}

function partsOfReport() {
  const report = JSON.parse(readFileSync(join(cwd, 'traffic-report/report.json'), 'utf8')) as Report;
  return { parts: report.traffic?.parts, exchanges: report.traffic?.exchanges };
}

const isThere = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;

describe('slurm.sh', () => {
  const task = (id: number) =>
    started('slurm.sh', [], { SLURM_ARRAY_TASK_ID: `${id}`, SLURM_ARRAY_TASK_COUNT: '4' });

  test('as Slurm starts it: a task that is lost is missed, and run again', () => {
    for (const id of [0, 1, 3]) expect(task(id)).toMatchObject({ status: 0, stderr: '' });
    const merged = () =>
      spawnSync('npx', ['conformance', 'merge', 'parts/*.json'], { cwd, env: { ...process.env, PATH } });
    expect(merged().status).not.toBe(0);
    expect(partsOfReport()).toEqual({ parts: { count: 3, of: 4, missing: ['2'] }, exchanges: 4 });
    for (const id of [2, 3]) expect(task(id)).toMatchObject({ status: 0, stderr: '' });
    merged();
    expect(partsOfReport()).toEqual({ parts: { count: 4, of: 4, missing: [] }, exchanges: 6 });
  });
});

describe('parallel.sh', () => {
  test('with GNU parallel', ({ skip }) => {
    if (!isThere('parallel')) skip('GNU parallel is not installed: apt-get install parallel');
    const { stderr } = started('parallel.sh', ['logs/*.ndjson.gz', 'by-parallel'], {});
    expect(stderr).not.toMatch(/fault/);
    expect(partsOfReport()).toEqual({ parts: { count: 4, of: 4, missing: [] }, exchanges: 6 });
  });
});

test('the merged parts are lines of JSON', () => {
  const lines = execFileSync('sh', ['-c', 'cat parts/*.json | wc -l'], { cwd, encoding: 'utf8' });
  expect(Number(lines)).toBe(4);
});
