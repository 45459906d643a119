import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { UsageError } from '../../../src/output/exit.ts';
import { reportOf } from '../../../src/output/vitest-report.ts';
import { aimedAt } from '../../commands/targets.ts';
import { temporaryFolder } from '../../support/cli.ts';
import { conformingExchanges, recordingOf, requestCount } from '../../support/conforming.ts';
import { contract } from '../../support/engine.ts';
import { type ScriptedService, startService } from '../../support/service.ts';

const exchanges = conformingExchanges();
const lines = [
  { line: 'run', formatVersion: 1, header: recordingOf(exchanges).header },
  ...exchanges.map((exchange) => ({ line: 'exchange', exchange })),
  { line: 'end', durationMs: 12, cut: false },
].map((line) => `${JSON.stringify(line)}\n`);

let cwd = '';
let service: ScriptedService;
beforeEach(async () => {
  cwd = temporaryFolder();
  service = await startService();
});
afterEach(async () => {
  await service.close();
});

const name = 'recording.ndjson';
const from = (environment: NodeJS.ProcessEnv) => reportOf({ contract, environment, cwd });

/** Everything that sending would need. */
const able = (more: NodeJS.ProcessEnv) => from({ ...aimedAt(service), ...more });

describe('a recording that is named', () => {
  test('is judged, whole or cut short', async () => {
    writeFileSync(join(cwd, name), lines.join(''));
    expect((await able({ CONFORMANCE_EXCHANGES: name })).summary.exitCode).toBe(0);
    writeFileSync(join(cwd, name), lines.slice(0, 4).join('').concat('{"line":"intent","pro'));
    expect(await able({ CONFORMANCE_EXCHANGES: name, CONFORMANCE_LIVE: '1' })).toMatchObject({
      run: { cut: true },
      summary: { exitCode: 3 },
    });
    expect(service.calls).toEqual([]);
  });

  test.each([
    ['that is not there', null, /recording\.ndjson cannot be judged: does not exist/],
    ['that is empty', '', /the first line is not the header of a run, format version 1/],
    ['that is something else', '{"a":1}\n{"b":2}\n', /line 1: \/line must be one of run/],
    ['that is text', 'hello\nworld\n', /line 1 is not JSON/],
  ])('%s is refused by name', async (_, text, says) => {
    if (text !== null) writeFileSync(join(cwd, name), text);
    const refused = able({ CONFORMANCE_EXCHANGES: name });
    await expect(refused).rejects.toThrow(says);
    await expect(refused).rejects.toBeInstanceOf(UsageError);
    expect(service.calls).toEqual([]);
  });

  test('is judged with the waivers of CONFORMANCE_WAIVERS_FILE, once they are sound', async () => {
    writeFileSync(join(cwd, name), lines.join(''));
    const waiver = { id: 'put.data.name:type', reason: 'agreed', owner: 'us', expires: '2999-12-31' };
    const named = { CONFORMANCE_EXCHANGES: name, CONFORMANCE_WAIVERS_FILE: 'waivers.json' };
    writeFileSync(join(cwd, 'waivers.json'), JSON.stringify({ waivers: [waiver] }));
    expect((await from(named)).waivers).toMatchObject([{ ...waiver, state: 'stale' }]);
    writeFileSync(join(cwd, 'waivers.json'), JSON.stringify({ waivers: [{ ...waiver, owner: '' }] }));
    await expect(from(named)).rejects.toThrow(
      /CONFORMANCE_WAIVERS_FILE .* entry 1 .* needs text as its "owner"/,
    );
  });

  test('is none: both ways are told', async () =>
    await expect(able({})).rejects.toThrow(/there is nothing to judge.*CONFORMANCE_LIVE=1/));
});

describe('CONFORMANCE_LIVE', () => {
  test('1 sends once for all who ask, and keeps the recording', async () => {
    const environment = { CONFORMANCE_LIVE: '1', CONFORMANCE_EXCHANGES: join('new', name) };
    const reports = await Promise.all([able(environment), able(environment), able(environment)]);
    expect(new Set(reports.map((report) => JSON.stringify(report))).size).toBe(1);
    expect(service.calls).toHaveLength(requestCount);
    expect(readFileSync(join(cwd, 'new', name), 'utf8')).toContain('{"line":"end"');
    expect(existsSync(join(cwd, 'new', `${name}.claim`))).toBe(false);
    await able(environment);
    expect(service.calls).toHaveLength(requestCount);
  });

  test('1 with settings that are wrong tells all of them, and lets go of the recording', async () => {
    const wrong = { CONFORMANCE_ENTITY_ID: '..', CONFORMANCE_REPEAT: 'x' };
    const refused = able({ CONFORMANCE_LIVE: '1', CONFORMANCE_EXCHANGES: name, ...wrong });
    await expect(refused).rejects.toThrow(/CONFORMANCE_ENTITY_ID.*CONFORMANCE_REPEAT/s);
    expect(service.calls).toEqual([]);
    expect(existsSync(join(cwd, `${name}.claim`))).toBe(false);
  });

  const live = { CONFORMANCE_LIVE: '1', CONFORMANCE_EXCHANGES: name };
  /** A claim of a process that never touched it again, with an id that another process has now. */
  const leftClaim = () => {
    const claim = join(cwd, `${name}.claim`);
    writeFileSync(claim, '1\n');
    utimesSync(claim, new Date(0), new Date(0));
  };

  test('1 where whoever was sending is gone: nothing is sent again, what was recorded is judged', async () => {
    writeFileSync(join(cwd, name), lines.slice(0, 2).join(''));
    leftClaim();
    expect(await able(live)).toMatchObject({ run: { cut: true }, summary: { exitCode: 3 } });
    expect(service.calls).toEqual([]);
  });

  test('1 where whoever was about to send is gone: sends once', async () => {
    leftClaim();
    const reports = await Promise.all([able(live), able(live)]);
    expect(reports.map(({ summary }) => summary.exitCode)).toEqual([0, 0]);
    expect(service.calls).toHaveLength(requestCount);
  });

  test('1 with an empty file in place of the recording: nothing is sent, nobody waits', async () => {
    writeFileSync(join(cwd, name), '');
    await expect(able(live)).rejects.toThrow(/not the header of a run/);
    expect(service.calls).toEqual([]);
  });

  test.each(['0', 'true', 'yes', ''])('%j is not 1: nothing is sent', async (value) => {
    await expect(able({ CONFORMANCE_LIVE: value, CONFORMANCE_EXCHANGES: name })).rejects.toThrow(
      /does not exist/,
    );
    expect(service.calls).toEqual([]);
  });
});
