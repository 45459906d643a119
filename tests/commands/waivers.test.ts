import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { conformance, temporaryFolder } from '../support/cli.ts';
import { startService } from '../support/service.ts';
import type { Waiver } from '../support/subject.ts';
import { aimedAt, reportFolder, reportIn, run } from './targets.ts';
import { all, deviating, enabled, faulty, file, recorded, recording, unused, write } from './waived-runs.ts';

/**
 * What a file of waivers does to a run, to a recording that is judged anew, and how one is drafted from a report;
 * tests/unit/report/waivers.test.ts has every kind of waiver, tests/cases/settings.ts every mistake in a file.
 */

test.each([
  [['--waivers', file], {}, 1],
  [[], { CONFORMANCE_WAIVERS_FILE: file }, 1],
  [['--waivers', file], { CONFORMANCE_STALE_WAIVERS: 'warn' }, 0],
])('a stale waiver of the embedded service, by %j and %j: exit %i', async (args, env, code) => {
  const cwd = temporaryFolder();
  write(cwd, [enabled]);
  const end = await run(['--reference', ...args], { cwd, env });
  expect(end.code, end.stdout).toBe(code);
  expect(end.stdout).toContain(code === 1 ? 'put.data.enabled:type: no longer needed' : 'CONFORMS (exit 0)');
  expect(end.report().waivers).toMatchObject([{ state: 'stale' }]);
});

describe.concurrent('a recording that is judged anew', () => {
  test('keeps the waivers of its run, and gives the same report', async () => {
    await using service = await startService(faulty);
    const cwd = await recorded(service, all);
    const first = reportIn(join(cwd, reportFolder));
    expect(first.summary.exitCode).toBe(0);
    const { code } = await conformance(['render', recording(cwd), '--out', 'again'], { cwd });
    expect(code).toBe(0);
    expect(reportIn(join(cwd, 'again'))).toEqual(first);
  });

  test('takes others with --waivers, by the day on which the run started', async () => {
    await using service = await startService(faulty);
    const cwd = await recorded(service, null);
    const day = reportIn(join(cwd, reportFolder)).run.startedAt.slice(0, 10);
    write(
      cwd,
      all.map((waiver) => ({ ...waiver, expires: day })),
    );
    const args = ['render', recording(cwd), '--reporter', 'json', '--out', 'again', '--waivers'];
    expect((await conformance([...args, file], { cwd })).code).toBe(0);
    expect(reportIn(join(cwd, 'again')).summary).toMatchObject({
      exitCode: 0,
      stated: { waived: deviating.length },
    });
    write(cwd, [{ ...enabled, expires: '2020-01-01' }], 'old.json');
    const old = await conformance([...args, 'old.json'], { cwd });
    expect([old.code, old.stderr]).toEqual([0, '']);
    expect(reportIn(join(cwd, 'again')).waivers).toMatchObject([{ state: 'expired', covers: [] }]);
  });

  test('is something else than a report, whose verdicts stand', async () => {
    await using service = await startService(faulty);
    const cwd = await recorded(service, null);
    write(cwd, all);
    const report = join(reportFolder, 'report.json');
    const end = await conformance(['render', report, '--waivers', file], { cwd });
    expect([end.code, end.stdout]).toEqual([2, '']);
    expect(end.stderr).toContain('--waivers needs a recording');
  });
});

describe.concurrent('conformance waive', () => {
  const filled = (cwd: string) => {
    const text = readFileSync(join(cwd, file), 'utf8');
    writeFileSync(join(cwd, file), text.replaceAll('FILL IN', 'because of'));
  };

  test('drafts waivers that are refused until they are filled in, and hold then', async () => {
    await using service = await startService(faulty);
    const cwd = await recorded(service, null);
    const report = join(reportFolder, 'report.json');
    const drafted = await conformance(['waive', report], { cwd });
    expect([drafted.code, drafted.stderr]).toEqual([0, '']);
    expect(drafted.stdout).toContain(`${file} written: ${deviating.length} waivers to be filled in.`);
    const { waivers } = JSON.parse(readFileSync(join(cwd, file), 'utf8')) as { waivers: readonly Waiver[] };
    expect(waivers.map(({ id }) => id)).toEqual(deviating);
    expect(waivers.flatMap(({ actual = [] }) => actual)).toEqual(['"yes"']);
    const sent = service.calls.length;
    const options = { cwd, env: aimedAt(service) };
    const refused = await run(['--waivers', file], options);
    expect([refused.code, service.calls.length]).toEqual([2, sent]);
    expect(refused.stderr).toContain(
      `${2 * deviating.length} problems with the configuration; nothing was sent`,
    );
    filled(cwd);
    expect((await run(['--waivers', file], options)).code).toBe(0);
  });

  test('never writes over a file', async () => {
    await using service = await startService(faulty);
    const cwd = await recorded(service, null);
    writeFileSync(join(cwd, file), 'mine');
    const args = ['waive', join(reportFolder, 'report.json')];
    const { code, stderr } = await conformance(args, { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain(`--out ${file} already exists, and is not overwritten`);
    expect(readFileSync(join(cwd, file), 'utf8')).toBe('mine');
    expect((await conformance([...args, '--out', 'new.json'], { cwd })).code).toBe(0);
    const nowhere = await conformance([...args, '--out', 'no/such/folder.json'], { cwd });
    expect(nowhere.stderr).toContain('cannot be written (ENOENT)');
    expect(nowhere.code).toBe(2);
  });

  test('writes nothing where nothing deviates', async () => {
    await using service = await startService();
    const cwd = await recorded(service, null);
    const { code, stdout } = await conformance(['waive', recording(cwd)], { cwd });
    expect([code, stdout]).toEqual([0, expect.stringContaining('nothing was written')]);
    expect(() => readFileSync(join(cwd, file))).toThrow('ENOENT');
  });

  test('keeps the waivers of the run but for stale ones', async () => {
    await using service = await startService(faulty);
    const cwd = await recorded(service, [enabled, { ...unused, flaky: false }]);
    const report = join(reportFolder, 'report.json');
    const { stdout } = await conformance(['waive', report, '--out', 'next.json'], { cwd });
    expect(stdout).toContain(
      `${deviating.length - 1} waivers to be filled in, 1 waiver kept, 1 waiver no longer needed and left out (put.data.name:type)`,
    );
    expect(JSON.parse(readFileSync(join(cwd, 'next.json'), 'utf8'))).toMatchObject({
      waivers: [enabled, ...deviating.filter((id) => id !== enabled.id).map((id) => ({ id }))],
    });
  });
});
