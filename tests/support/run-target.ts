import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OperationSettings } from '../../src/operations/index.ts';
import { memberNames } from '../../src/settings/sources.ts';
import { entityId, operationNames, usualValues } from './conforming.ts';
import { definitions } from './engine.ts';
import { type Call, goodToken, type Script, startService } from './service.ts';
import { execute, type Recording, type Report, readJournal, type TargetSettings } from './subject.ts';

/** As usual, but without a rule to delete. */
export const { automationRuleId: _, ...noRule } = usualValues;

/** Values of the operations' own settings as an environment has them. */
export function environmentOf(values: typeof usualValues): Readonly<Record<string, string>> {
  return Object.fromEntries(
    definitions.entries.flatMap(([key, { env }]) => {
      const value = values[key];
      return value === undefined ? [] : [[env, [value].flat().join()]];
    }),
  );
}

/** The usual values as an environment has them. */
export const usualEnvironment = environmentOf(usualValues);

/** The usual values as a command line has them. */
export const usualFlags: readonly string[] = definitions.entries.flatMap(([key, { flag }]) => {
  const value = usualValues[key];
  return value === undefined || flag === null ? [] : [flag, [value].flat().join()];
});

/** The usual values as a program gives them. */
export const usualMembers: OperationSettings = Object.fromEntries(
  memberNames().flatMap((key) => {
    const value = usualValues[key];
    return value === undefined ? [] : [[key, value]];
  }),
);

export function targetSettings(baseUrl: string, changes: Partial<TargetSettings> = {}): TargetSettings {
  return {
    reference: false,
    baseUrl,
    token: { kind: 'value', value: goodToken },
    entityId,
    cleanupCommand: null,
    values: usualValues,
    variables: {},
    headers: [],
    ca: null,
    clientCertificate: null,
    proxies: {},
    operations: operationNames,
    unauthorized: true,
    repeat: 1,
    strict: false,
    serial: false,
    delayMs: 0,
    timeoutMs: 5_000,
    waitSeconds: 0,
    waivers: [],
    answers: {},
    gateAnswers: false,
    requireShown: [],
    staleWaivers: 'fail',
    label: null,
    sarifFile: null,
    reporters: [],
    previousReport: null,
    history: null,
    documentUrl: null,
    reportUrl: null,
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

/** A whole run against a base URL. */
export async function runAgainst(settings: TargetSettings): Promise<Omit<TargetRun, 'calls'>> {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-test-'));
  const journal = join(folder, 'exchanges.ndjson');
  try {
    const { report } = await execute({
      settings,
      tool: { name: 't', version: '0' },
      environment: process.env,
      journal,
    });
    const recording = readJournal(readFileSync(journal, 'utf8'));
    const deviating = report.requirements.filter(({ verdict }) => verdict === 'deviates').map(({ id }) => id);
    return { report, recording, deviating };
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
