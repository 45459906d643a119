import { readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { takeHistory } from '../../../src/output/history.ts';
import { conformance, temporaryFolder } from '../../support/cli.ts';
import { onDay } from '../../support/series.ts';
import { report } from '../reporters/fixture.ts';

let cwd = '';
beforeEach(() => {
  cwd = temporaryFolder();
});

const names = (folder: string) => readdirSync(join(cwd, folder)).sort();

/** Keeps reports of some days, one after another. */
function keep(days: readonly number[], most: number | null): void {
  const history = takeHistory({ history: { folder: join(cwd, 'history'), keep: most } });
  for (const day of days) {
    const folder = history?.folderFor(onDay(report, day));
    folder?.write('report.json', '{}');
    folder?.write('report.html', '');
    history?.prune(onDay(report, day));
  }
}

test('keeps a report and its page under a name by time', () => {
  keep([0, 1], null);
  expect(names('history')).toEqual([
    'conformance-20260101T060000Z-000000000000.html',
    'conformance-20260101T060000Z-000000000000.json',
    'conformance-20260102T060000Z-000000000001.html',
    'conformance-20260102T060000Z-000000000001.json',
  ]);
});

test('removes the oldest beyond what is kept, and nothing that has another name or is no file', () => {
  keep([0], null);
  const others = ['notes.json', 'conformance-20200101T000000Z-short.json', 'conformance.json'];
  for (const name of others) writeFileSync(join(cwd, 'history', name), 'mine');
  const link = 'conformance-20200101T000000Z-000000000000.json';
  symlinkSync(join(cwd, 'history/notes.json'), join(cwd, 'history', link));
  keep([1, 2, 3], 2);
  expect(names('history').filter((name) => name.endsWith('.json'))).toEqual(
    [
      ...others,
      link,
      'conformance-20260103T060000Z-000000000002.json',
      'conformance-20260104T060000Z-000000000003.json',
    ].sort(),
  );
  expect(names('history').filter((name) => name.endsWith('.html'))).toHaveLength(2);
});

test.each([1, 2])('to keep %i keeps the latest run, whatever the clock says', (most) => {
  keep([3, 2, 1, 0], most);
  expect(names('history')).toHaveLength(2 * most);
  expect(names('history')).toContain('conformance-20260101T060000Z-000000000000.json');
});

test('a run leaves its report there, and CONFORMANCE_KEEP counts them', async () => {
  const args = ['run', '--reference', '--reporter', 'html', '--history', 'history'];
  const env = { CONFORMANCE_KEEP: '2' };
  // The third run removes what the first one kept.
  keep([0], null);
  for (let run = 0; run < 2; run += 1) expect((await conformance(args, { cwd, env })).code).toBe(0);
  const kept = names('history');
  expect(kept).toHaveLength(4);
  expect(kept.filter((name) => /^conformance-\d{8}T\d{6}Z-[0-9a-f]{12}\.json$/.test(name))).toHaveLength(2);
  const { code, stdout } = await conformance(['compare', 'history', 'conformance-report/*.json'], { cwd });
  expect(code).toBe(2);
  expect((await conformance(['compare', 'history'], { cwd })).stdout).toContain('Runs (2)');
  expect(stdout).toBe('');
});

test.each([
  ['2', /CONFORMANCE_KEEP .*says how many runs to keep, but CONFORMANCE_HISTORY/],
  ['0', /CONFORMANCE_KEEP .*must be/],
])('CONFORMANCE_KEEP=%s without a folder, or with no number of runs, is refused', async (keep, says) => {
  const { code, stderr } = await conformance(['run', '--reference'], {
    cwd,
    env: { CONFORMANCE_KEEP: keep },
  });
  expect(code).toBe(2);
  expect(stderr).toMatch(says);
});
