import { readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { conformance, temporaryFolder } from '../support/cli.ts';

/** `run --history`: a copy of each report under a name by time, and CONFORMANCE_KEEP of them. */

let cwd = '';
beforeEach(() => {
  cwd = temporaryFolder();
});

const names = () => readdirSync(join(cwd, 'history')).sort();
const ofYear = (year: number) => `conformance-${year}0101T060000Z-${'0'.repeat(12)}`;
const isOfRun = (name: string) => /^conformance-2\d{7}T\d{6}Z-[0-9a-f]{12}\.json$/.test(name);

async function kept(keep: string): Promise<number | null> {
  const args = ['run', '--reference', '--reporter', 'html', '--history', 'history'];
  const env = keep === '' ? {} : { CONFORMANCE_KEEP: keep };
  return (await conformance(args, { cwd, env })).code;
}

test('a run leaves its report and its page, which compare reads', async () => {
  for (let run = 0; run < 2; run += 1) expect(await kept('')).toBe(0);
  const reports = names().filter(isOfRun);
  expect(reports).toHaveLength(2);
  expect(names()).toEqual(reports.flatMap((name) => [name.replace('json', 'html'), name]));
  const { code, stdout } = await conformance(['compare', 'history', 'conformance-report/*.json'], { cwd });
  expect([code, stdout]).toEqual([2, '']);
  expect((await conformance(['compare', 'history'], { cwd })).stdout).toContain('Runs (2)');
});

test.each(['1', '2'])(
  'to keep %s removes the oldest, never the latest run, and nothing that has another name or is no file',
  async (keep) => {
    expect(await kept('')).toBe(0);
    const [first = ''] = names().filter(isOfRun);
    const others = ['notes.json', 'conformance-20200101T000000Z-short.json', 'conformance.json'];
    const link = `${ofYear(2019)}.json`;
    for (const name of others) writeFileSync(join(cwd, 'history', name), 'mine');
    symlinkSync('notes.json', join(cwd, 'history', link));
    for (const year of [2020, 2998, 2999])
      for (const ending of ['json', 'html'])
        writeFileSync(join(cwd, 'history', `${ofYear(year)}.${ending}`), '');
    expect(await kept(keep)).toBe(0);
    const left = names().filter((name) => ![...others, link].includes(name));
    const runs = left.filter((name) => name.endsWith('.json') && !name.startsWith('conformance-299'));
    expect(names()).toEqual(expect.arrayContaining([...others, link]));
    expect(left).toHaveLength(2 * Number(keep));
    expect([runs.length, runs[0] === first]).toEqual([1, false]);
    expect(left.includes(`${ofYear(2999)}.json`)).toBe(keep === '2');
  },
);

test.each(['2', '0'])(
  'CONFORMANCE_KEEP=%s without a folder, or with no number of runs, is refused',
  async (keep) => {
    const { code, stdout, stderr } = await conformance(['run', '--reference'], {
      cwd,
      env: { CONFORMANCE_KEEP: keep },
    });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('CONFORMANCE_KEEP');
  },
);
