import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TargetSettings } from '../../src/config.ts';
import { judge } from '../../src/judge/judge.ts';
import type { Recording } from '../../src/model/recording.ts';
import type { Report } from '../../src/model/report.ts';
import { buildReport } from '../../src/report/build.ts';
import { runSession } from '../../src/session.ts';
import { openJournal } from '../../src/target/journal.ts';
import { automationRuleId, entityId } from './conforming.ts';
import { type Call, goodToken, type Script, startService } from './service.ts';

export function targetSettings(baseUrl: string, changes: Partial<TargetSettings> = {}): TargetSettings {
  return {
    reference: false,
    baseUrl,
    token: { kind: 'value', value: goodToken },
    entityId,
    businessDataTypeId: 'bdt-1',
    rule: { kind: 'ids', ids: [automationRuleId] },
    transformer: null,
    headers: [],
    ca: null,
    clientCertificate: null,
    proxies: {},
    operations: ['put', 'delete'],
    unauthorized: true,
    repeat: 1,
    strict: false,
    serial: false,
    delayMs: 0,
    timeoutMs: 5_000,
    waivers: [],
    reporters: [],
    previousReport: null,
    out: '',
    ...changes,
  };
}

export interface TargetRun {
  readonly report: Report;
  readonly recording: Recording;
  readonly calls: readonly Call[];
  /** Ids of the requirements that deviate. */
  readonly deviating: readonly string[];
}

/** Sends a whole session to a base URL and judges it, without threads and without vitest in between. */
export async function runAgainst(settings: TargetSettings): Promise<Omit<TargetRun, 'calls'>> {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-test-'));
  try {
    const session = {
      settings,
      reference: false,
      runId: 'run1',
      startedAt: '2025-01-07T08:09:10.000Z',
      tool: { name: 't', version: '0' },
      environment: process.env,
    };
    const result = await runSession(session, () => openJournal(join(folder, 'exchanges.ndjson')));
    if (!result.ok) throw new Error(JSON.stringify(result.problems));
    const report = buildReport(result.recording, judge(result.recording.exchanges));
    const deviating = report.requirements.filter(({ verdict }) => verdict === 'deviates').map(({ id }) => id);
    return { report, recording: result.recording, deviating };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The same, against a scripted service of its own. */
export async function runScript(
  script?: Script,
  changes: Partial<TargetSettings> & { readonly prefix?: string } = {},
): Promise<TargetRun> {
  const { prefix = '', ...settings } = changes;
  const service = await startService(script);
  try {
    const run = await runAgainst(targetSettings(service.baseUrl + prefix, settings));
    return { ...run, calls: service.calls };
  } finally {
    await service.close();
  }
}
