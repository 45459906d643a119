import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { runs } from '../cases/compared.ts';
import { conformance, temporaryFolder } from '../support/cli.ts';
import { reportOn } from '../support/series.ts';
import type { Comparison, Matrix } from '../support/subject.ts';

/** Which reports `compare` reads, and where it writes; tests/report/compared.test.ts has what it says. */

const kept = 'history/conformance-20260102T060000Z-000000000000';
const [first, second, third] = [runs.conforms, runs.deviates, runs.conforms].map((run, day) =>
  JSON.stringify(reportOn(day, run)),
) as [string, string, string];

let cwd = '';
beforeEach(() => {
  cwd = temporaryFolder();
});

function write(files: Readonly<Record<string, string>>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true });
    writeFileSync(join(cwd, name), content);
  }
}

const compare = (line: string) => conformance(['compare', ...line.split(' ')], { cwd });
const has = (...names: readonly string[]) => names.map((name) => existsSync(join(cwd, name)));
const read = <T>(name: string) => JSON.parse(readFileSync(join(cwd, name), 'utf8')) as T;
const matrix = (folder = '.') => read<Matrix>(join(folder, 'matrix.json'));
const both = { 'a/report.json': first, 'b/report.json': second };

test('two reports are printed, and nothing is written', async () => {
  write(both);
  expect(await compare('a/report.json b/report.json')).toMatchObject({ code: 1, stderr: '' });
  expect(await compare('b a')).toMatchObject({ code: 0, stderr: '' });
  expect(has('comparison.json', 'comparison.md', 'a/comparison.json', 'b/comparison.json')).not.toContain(
    true,
  );
});

test('every format is written into a folder', async () => {
  write(both);
  expect((await compare('a b --out made/here')).stdout).toContain('Got worse (1)');
  expect(read<Comparison>('made/here/comparison.json').summary.exitCode).toBe(1);
  expect(has('made/here/comparison.md', 'made/here/comparison.html')).toEqual([true, true]);
});

test('chosen formats are written into the nearest folder that holds both, and nothing is printed', async () => {
  write({ 'all/a/report.json': first, 'all/b c/report.json': second });
  const { stdout } = await conformance(['compare', 'all/a', 'all/b c', '--reporter', 'markdown'], { cwd });
  expect(stdout).toBe('');
  expect(has('all/comparison.md', 'all/comparison.json', 'comparison.md')).toEqual([true, false, false]);
});

test('a folder of two runs is their history, in the order of their times, with links to the pages', async () => {
  write({ 'all/b/report.json': first, 'all/a c/deep/report.json': second, 'all/other.json': '{}' });
  write({ 'all/b/report.html': '', 'all/a c/deep/report.html': '' });
  expect(await compare('all --reporter json,html')).toEqual({ code: 0, stdout: '', stderr: '' });
  const { columnsAre, runs: found } = matrix('all');
  expect([columnsAre, found.map(({ label }) => label)]).toEqual(['runs', ['build-0', 'build-1']]);
  expect(found.map(({ page }) => page)).toEqual(['b/report.html', 'a%20c/deep/report.html']);
  await compare('all --out made');
  expect(matrix('made').runs[0]?.page).toBe('../all/b/report.html');
});

test('patterns, a folder of history, and a run once that is given twice', async () => {
  write({
    [`${kept}.json`]: first,
    [`${kept}.html`]: '',
    'history/other.json': '{}',
    'last/report.json': first,
  });
  write({ 'nightly-1.json': second, 'nightly-2.json': third });
  for (const words of ['last history', 'history last']) {
    expect(await compare(`${words} nightly-*.json --out .`)).toMatchObject({ code: 0, stderr: '' });
    expect(matrix().runs.map(({ page }) => page)).toEqual([`${kept}.html`, null, null]);
  }
});
