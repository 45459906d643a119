import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { conformance, temporaryFolder } from '../support/cli.ts';
import { onDay, onTarget } from '../support/series.ts';
import type { Matrix } from '../support/subject.ts';
import { report } from '../unit/reporters/fixture.ts';

const id = 'delete.data.priority:type';

let cwd = '';
beforeEach(() => {
  cwd = temporaryFolder();
});

function write(name: string, content: unknown): void {
  mkdirSync(dirname(join(cwd, name)), { recursive: true });
  writeFileSync(join(cwd, name), typeof content === 'string' ? content : JSON.stringify(content));
}

const compare = (...args: readonly string[]) => conformance(['compare', ...args], { cwd });

function written(name = 'matrix.json'): Matrix {
  return JSON.parse(readFileSync(join(cwd, name), 'utf8')) as Matrix;
}

describe('compare of more than two reports', () => {
  test('prints what differs between targets, and exits 0 whatever it is', async () => {
    write('all/a/report.json', onTarget(onDay(report, 0, { [id]: 'conforms' }), 'https://a.example'));
    write('all/b/report.json', onTarget(onDay(report, 1, { [id]: 'deviates' }), 'https://b.example'));
    const { code, stdout, stderr } = await compare('all');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('delete.data.priority:type');
    expect(stdout).toMatch(/\n1 of 16 requirements differs between 2 targets\n$/);
  });

  test('writes into the nearest folder that holds all, with links to the pages beside the reports', async () => {
    write('all/a/report.json', onDay(report, 0));
    write('all/a/report.html', '');
    write('all/b c/deep/report.json', onDay(report, 1));
    write('all/b c/deep/report.html', '');
    const { code, stdout } = await compare('all', '--reporter', 'json,html');
    expect([code, stdout]).toEqual([0, '']);
    expect(written('all/matrix.json').runs.map(({ page }) => page)).toEqual([
      'a/report.html',
      'b%20c/deep/report.html',
    ]);
    await compare('all', '--out', 'made');
    expect(written('made/matrix.json').runs[0]?.page).toBe('../all/a/report.html');
  });

  test('takes patterns, a folder of history, and a run once that is given twice', async () => {
    const name = 'conformance-20260102T060000Z-000000000000';
    write(`history/${name}.json`, onDay(report, 0));
    write(`history/${name}.html`, '');
    write('history/other.json', '{}');
    write('last/report.json', onDay(report, 0));
    write('nightly-1.json', onDay(report, 1));
    write('nightly-2.json', onDay(report, 2));
    const { code, stderr } = await compare('last', 'history', 'nightly-*.json', '--out', '.');
    expect([code, stderr]).toEqual([0, '']);
    const { runs } = written();
    expect(runs).toHaveLength(3);
    expect(runs[0]?.page).toBe(`history/${name}.html`);
  });

  test('one file is refused; a folder of two runs is their history, in the order of their times', async () => {
    write('history/b/report.json', onDay(report, 0));
    write('history/a/report.json', onDay(report, 1, { [id]: 'deviates' }));
    const { code, stderr } = await compare('history/a/report.json');
    expect([code, stderr]).toEqual([2, expect.stringContaining('Expected a second one, or a folder')]);
    expect(await compare('history', '--out', '.')).toMatchObject({ code: 0, stderr: '' });
    expect(written()).toMatchObject({
      columnsAre: 'runs',
      runs: [{ label: 'build-0' }, { label: 'build-1' }],
    });
    expect(await compare('history/b', 'history/a', '--out', '.')).toMatchObject({ code: 1, stderr: '' });
  });
});
