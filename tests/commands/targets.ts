import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  conformance,
  conformanceProcess,
  type Finished,
  type StartOptions,
  startConformance,
  temporaryFolder,
} from '../support/cli.ts';
import { entityId } from '../support/conforming.ts';
import { usualEnvironment } from '../support/run-target.ts';
import { goodToken, type ScriptedService } from '../support/service.ts';
import type { Report, RequirementResult } from '../support/subject.ts';

/** The folder that a run writes to unless it is told another. */
export const reportFolder = 'conformance-report';

export interface Served {
  /** What the process printed: the lines of a `.env` file. */
  readonly dotenv: string;
  readonly env: Readonly<Record<string, string>>;
  readonly stop: () => Promise<Finished>;
}

/** The reference service in a process of its own, on a free port. */
export async function serve(...args: readonly string[]): Promise<Served> {
  const process = startConformance(['serve', '--port', '0', ...args]);
  const dotenv = await process.printed('stdout', /^CONFORMANCE_AUTOMATION_RULE_ID=.*\n/m);
  const lines = dotenv.trimEnd().split('\n');
  const env = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string]));
  const stop = () => {
    process.signal('SIGTERM');
    return process.ended;
  };
  return { dotenv, env, stop };
}

/** Settings that aim at a scripted service. */
export function aimedAt({ baseUrl }: Pick<ScriptedService, 'baseUrl'>): Record<string, string> {
  return {
    CONFORMANCE_BASE_URL: baseUrl,
    CONFORMANCE_ACCESS_TOKEN: goodToken,
    CONFORMANCE_ENTITY_ID: entityId,
    ...usualEnvironment,
  };
}

export function without(env: Readonly<Record<string, string>>, ...names: readonly string[]) {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !names.includes(name)));
}

/** Waits for something that another process brings about. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(10);
}

export function reportIn(folder: string): Report {
  return JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as Report;
}

export interface Run extends Finished {
  readonly cwd: string;
  /** The folder for reports. */
  readonly out: string;
  /** Names of the files in it, sorted; null when there is no such folder. */
  readonly files: readonly string[] | null;
  /** Read when it is asked for. */
  readonly report: () => Report;
}

/** `conformance run` in this process, with the folder for reports in the folder that it is run in. */
export const run = runBy(conformance);

/** The same in a process of its own. */
export const runProcess = runBy(conformanceProcess);

function runBy(command: typeof conformance) {
  return async (args: readonly string[], options: StartOptions = {}): Promise<Run> => {
    const { cwd = temporaryFolder() } = options;
    const env = { CONFORMANCE_REPORTER: 'terminal,json', ...options.env };
    const end = await command(['run', ...args], { ...options, env, cwd });
    const out = join(cwd, reportFolder);
    const files = existsSync(out) ? readdirSync(out).sort() : null;
    return { ...end, cwd, out, files, report: () => reportIn(out) };
  };
}

export function deviating({ requirements }: Report): readonly string[] {
  return requirements.filter(({ verdict }) => verdict === 'deviates').map(({ id }) => id);
}

export function row({ requirements }: Report, id: string): RequirementResult {
  const found = requirements.find((requirement) => requirement.id === id);
  if (found === undefined) throw new Error(`no requirement ${id}`);
  return found;
}
