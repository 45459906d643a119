import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startConformance, temporaryFolder } from '../support/cli.ts';
import { sendPrepared, startService } from '../support/service.ts';
import { aimedAt, reportFolder, reportIn, run, until } from './targets.ts';

/** The folder for reports: nothing in it that an earlier run left, and no recording of two runs. */

async function runIn(prepare: (cwd: string) => void, ...args: readonly string[]) {
  const cwd = temporaryFolder();
  prepare(cwd);
  await using service = await startService();
  const end = await run(args, { cwd, env: aimedAt(service) });
  return { ...end, calls: service.calls };
}

describe.concurrent('the folder for reports', () => {
  test('a file of that name: exit 2, nothing sent', async () => {
    const { code, stdout, stderr, cwd, calls } = await runIn(
      (folder) => writeFileSync(join(folder, 'taken'), 'mine'),
      '--out',
      'taken',
    );
    expect({ code, stdout, calls }).toEqual({ code: 2, stdout: '', calls: [] });
    expect(stderr).toMatch(/CONFORMANCE_OUT \(--out\) .*taken is not a folder/);
    expect(readFileSync(join(cwd, 'taken'), 'utf8')).toBe('mine');
  });

  test('two runs at the same time: no recording mixes both, and the last to end stands', async () => {
    const held: (() => void)[] = [];
    await using service = await startService(
      (_, prepared, response) => void held.push(() => sendPrepared(prepared, response)),
    );
    const cwd = temporaryFolder();
    const env = { ...aimedAt(service), CONFORMANCE_OPERATION: 'put', CONFORMANCE_UNAUTHORIZED: 'false' };
    const first = startConformance(['run', '--timeout-ms', '60000'], { cwd, env });
    await until(() => held.length === 1);
    const second = run(['--timeout-ms', '60000'], { cwd, env });
    await until(() => held.length === 2);
    held[1]?.();
    const { code, out } = await second;
    const recorded = () => readFileSync(join(out, 'exchanges.ndjson'), 'utf8');
    const idIn = (text: string) => /"runId":"(\w+)"/.exec(text)?.[1];
    const ofSecond = recorded();
    held[0]?.();
    expect([code, (await first.ended).code]).toEqual([0, 0]);
    for (const text of [ofSecond, recorded()])
      expect(text.match(/"line":"\w+"/g)).toEqual(
        ['run', 'intent', 'exchange', 'end'].map((line) => `"line":"${line}"`),
      );
    expect(idIn(recorded())).not.toBe(idIn(ofSecond));
    expect(reportIn(out).run.id).toBe(idIn(recorded()));
    expect(readdirSync(out).filter((name) => name.endsWith('.ndjson'))).toEqual(['exchanges.ndjson']);
  });

  test('deeper folders are made, and CONFORMANCE_OUT names one too', async () => {
    await using service = await startService();
    const cwd = temporaryFolder();
    const env = { ...aimedAt(service), CONFORMANCE_OUT: 'build/reports/conformance' };
    expect((await run([], { cwd, env })).code).toBe(0);
    expect(existsSync(join(cwd, 'build/reports/conformance/report.json'))).toBe(true);
  });

  test('files of somebody else stay; reports of an earlier run do not', async () => {
    const { code, files } = await runIn(
      (cwd) => {
        mkdirSync(join(cwd, reportFolder));
        for (const name of ['notes.txt', 'junit.xml', 'report.md', 'report.json'])
          writeFileSync(join(cwd, reportFolder, name), 'old');
      },
      '--reporter',
      'json',
    );
    expect(code).toBe(0);
    expect(files).toEqual(['exchanges.ndjson', 'notes.txt', 'report.json']);
  });
});
