import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { conformance, folderWith } from '../support/cli.ts';
import { record, recorded, run as runOf } from '../support/runs.ts';
import { replacing, startService } from '../support/service.ts';
import type { Report, Waiver } from '../support/subject.ts';
import { recordingText } from '../support/traffic.ts';
import { aimedAt, reportIn, run } from './targets.ts';

/**
 * What a file of waivers does to a run and to a recording that is judged anew, and how one is drafted;
 * tests/report/waivers.test.ts has every kind of waiver, tests/cases/settings.ts every mistake in a file.
 */

const file = 'conformance.waivers.json';
const waiver = { id: 'put.data.enabled:type', reason: 'agreed', owner: 'us', expires: '2999-12-31' };
const textOf = (...waivers: readonly Waiver[]) => JSON.stringify({ waivers });
const wrong = recorded(runOf(record('put', { enabled: 'yes' })));

test.each([
  [['--waivers', file], {}, 1],
  [[], { CONFORMANCE_WAIVERS_FILE: file }, 1],
  [['--waivers', file], { CONFORMANCE_STALE_WAIVERS: 'warn' }, 0],
])('a stale waiver of the embedded service, by %j and %j: exit %i', async (args, env, code) => {
  const cwd = folderWith({ [file]: textOf(waiver) });
  const end = await run(['--reference', ...args], { cwd, env });
  expect(end.code, end.stdout).toBe(code);
  expect(end.stdout).toContain(code === 1 ? `${waiver.id}: no longer needed` : 'CONFORMS (exit 0)');
  expect(end.report().waivers).toMatchObject([{ state: 'stale' }]);
});

test('a recording takes others with --waivers, by the day on which the run started', async () => {
  const day = wrong.header.startedAt.slice(0, 10);
  const cwd = folderWith({
    'run.ndjson': recordingText(wrong),
    'day.json': textOf({ ...waiver, expires: day }),
    'old.json': textOf({ ...waiver, expires: '2020-01-01' }),
  });
  const waivedBy = async (name: string): Promise<Report> => {
    const args = ['render', 'run.ndjson', '--reporter', 'json', '--out', 'again', '--waivers', name];
    expect(await conformance(args, { cwd })).toMatchObject({ code: 0, stderr: '' });
    return reportIn(join(cwd, 'again'));
  };
  expect((await waivedBy('day.json')).summary).toMatchObject({ exitCode: 0, stated: { waived: 1 } });
  const { requirements, summary } = await waivedBy('day.json');
  const { conforms, deviates, waived, notExercised } = summary.stated;
  const stated = requirements.filter(({ strength }) => strength === 'stated');
  expect(conforms + deviates + waived + notExercised, 'each is counted once').toBe(stated.length);
  expect((await waivedBy('old.json')).waivers).toMatchObject([{ state: 'expired', covers: [] }]);
});

describe('conformance waive', () => {
  const waive = (cwd: string, ...args: readonly string[]) => conformance(['waive', ...args], { cwd });

  test('drafts waivers that are refused until they are filled in, and hold then', async () => {
    await using service = await startService(replacing('"enabled":true', '"enabled":"yes"', 'put'));
    const { cwd, code } = await run([], { env: aimedAt(service) });
    expect(code).toBe(1);
    expect(await waive(cwd, 'conformance-report')).toMatchObject({ code: 2 });
    const drafted = await waive(cwd, 'conformance-report/report.json');
    expect([drafted.code, drafted.stdout]).toEqual([0, expect.stringContaining(`${file} written: 1 waiver`)]);
    const draft = readFileSync(join(cwd, file), 'utf8');
    expect(JSON.parse(draft)).toMatchObject({ waivers: [{ id: waiver.id }] });
    const sent = service.calls.length;
    const options = { cwd, env: aimedAt(service) };
    const refused = await run(['--waivers', file], options);
    expect([refused.code, service.calls.length]).toEqual([2, sent]);
    expect(refused.stderr).toContain('2 problems with the configuration; nothing was sent');
    writeFileSync(join(cwd, file), draft.replaceAll('FILL IN', 'because of'));
    expect((await run(['--waivers', file], options)).code).toBe(0);
  });

  test('never writes over a file, and writes nothing where nothing deviates', async () => {
    const sound = recordingText(recorded(runOf()));
    const cwd = folderWith({ 'run.ndjson': recordingText(wrong), 'sound.ndjson': sound, [file]: 'mine' });
    const { code, stderr } = await waive(cwd, 'run.ndjson');
    expect([code, stderr]).toEqual([2, expect.stringContaining(`--out ${file} already exists`)]);
    expect(readFileSync(join(cwd, file), 'utf8')).toBe('mine');
    expect((await waive(cwd, 'run.ndjson', '--out', 'new.json')).code).toBe(0);
    const nowhere = await waive(cwd, 'run.ndjson', '--out', 'no/such/folder.json');
    expect(nowhere).toMatchObject({ code: 2, stderr: expect.stringContaining('(ENOENT)') });
    const none = await waive(cwd, 'sound.ndjson', '--out', 'none.json');
    expect(none).toMatchObject({ code: 0, stdout: expect.stringContaining('nothing was written') });
    expect(existsSync(join(cwd, 'none.json'))).toBe(false);
  });
});
