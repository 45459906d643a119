import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Vitest } from 'vitest/node';
import { decideSuiteRun, recordingFor } from '../../../src/cli/hand-run.ts';
import { requirements } from '../../../src/contract/requirements.ts';
import { judge } from '../../../src/judge/judge.ts';
import { conformingExchanges, putAnswer, recordingOf, withBody } from '../../support/conforming.ts';
import { goodToken, startService } from '../../support/service.ts';
import { fakeIo } from './io.ts';

const exchanges = conformingExchanges();
const findings = judge(exchanges);
const all = new Set(requirements.map(({ id }) => id));
const whole = { findings, judged: all, faults: [] };

describe('the gate over suites that were started by hand', () => {
  test('agrees with a run where nothing was filtered', () => {
    expect(decideSuiteRun(whole, recordingOf(exchanges))).toMatchObject({ exitCode: 0, outcome: 'conforms' });
  });

  test('is incomplete where something was', () => {
    const judged = new Set(['put.status:value']);
    expect(decideSuiteRun({ ...whole, judged }, recordingOf(exchanges))).toEqual({
      exitCode: 3,
      outcome: 'incomplete',
      reason: `${requirements.length - 1} of ${requirements.length} requirements were filtered out and not judged`,
    });
    expect(decideSuiteRun({ ...whole, judged: new Set() }, recordingOf(exchanges))).toMatchObject({
      exitCode: 3,
    });
  });

  test('says deviates of what was left in', () => {
    const deviating = withBody('put', JSON.stringify({ ...putAnswer, status: 'OK' }));
    const run = { ...whole, findings: judge(deviating), judged: new Set(['put.status:value']) };
    expect(decideSuiteRun(run, recordingOf(deviating))).toMatchObject({ exitCode: 1, outcome: 'deviates' });
  });

  test('says fault when a module did not load, whatever was judged', () => {
    expect(decideSuiteRun({ ...whole, faults: ['it did not load'] }, recordingOf(exchanges))).toEqual({
      exitCode: 4,
      outcome: 'fault',
      reason: 'it did not load',
    });
  });
});

describe('where the recording comes from', () => {
  let cwd = '';
  beforeEach(() => {
    cwd = mkdtempSync(join(tmpdir(), 'hand-run-'));
  });
  afterEach(() => rmSync(cwd, { recursive: true }));

  const vitest = (config: object) =>
    ({ config: { watch: false, ...config }, provide: vi.fn() }) as unknown as Vitest;
  const from = (environment: NodeJS.ProcessEnv, config = {}) =>
    recordingFor(vitest(config), environment, cwd, fakeIo());

  test('CONFORMANCE_EXCHANGES names a journal', async () => {
    const { header } = recordingOf(exchanges);
    const lines = [
      { line: 'run', formatVersion: 1, header },
      ...exchanges.map((exchange) => ({ line: 'exchange', exchange })),
      { line: 'end', durationMs: 12, cut: false },
    ];
    writeFileSync(join(cwd, 'r.ndjson'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    expect(await from({ CONFORMANCE_EXCHANGES: 'r.ndjson' })).toEqual(recordingOf(exchanges));
  });

  test.each([
    [{}, {}, /nothing to judge/],
    [
      { CONFORMANCE_EXCHANGES: 'missing.ndjson' },
      {},
      /CONFORMANCE_EXCHANGES missing.ndjson cannot be judged/,
    ],
    [{ CONFORMANCE_LIVE: '1' }, {}, /CONFORMANCE_BASE_URL/],
    [{ CONFORMANCE_LIVE: '1' }, { watch: true }, /watch mode/],
    [{ CONFORMANCE_LIVE: '1' }, { shard: { index: 1, count: 2 } }, /--shard/],
  ])('%j with %j is refused', async (environment, config, message) => {
    await expect(from(environment, config)).rejects.toThrow(message);
  });

  test('CONFORMANCE_LIVE sends anew', async () => {
    const service = await startService();
    const environment = {
      CONFORMANCE_LIVE: '1',
      CONFORMANCE_BASE_URL: service.baseUrl,
      CONFORMANCE_ACCESS_TOKEN: goodToken,
      CONFORMANCE_ENTITY_ID: 'E1',
      CONFORMANCE_BUSINESS_DATA_TYPE_ID: 'B1',
      CONFORMANCE_OPERATION: 'put',
    };
    const recording = await from(environment);
    expect(recording.exchanges.map(({ response }) => response?.status)).toEqual([401, 401, 200]);
    expect(service.calls).toHaveLength(3);
    await service.close();
  });
});
