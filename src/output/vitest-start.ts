import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Report } from '../../schemas/types.ts';
import { statsOf } from '../files/look.ts';
import { readText } from '../files/read.ts';
import { createGrowing, makeFolder, ownerOnly, removeFolder, replaceFile } from '../files/write.ts';
import { type ExitCode, UsageError } from './exit.ts';
import { journalName } from './folder.ts';

/** One start of vitest has a process that reports and workers that test; what they share is a file in a folder of its own. */

/** The variable in which the reporter, before any worker starts, names that file, and says why nothing may be sent. */
const startVariable = 'ENTITY_CONFIG_CONFORMANCE_START';

interface Start {
  /** Where the report is to be. */
  readonly path: string;
  /** Why nothing may be sent, and what to do; null where one may send. */
  readonly refusal: string | null;
}

/** Milliseconds between two looks at what another worker is making. */
const patience = 100;

/** Whoever makes it touches its claim so often, and is gone if that did not happen for so long, milliseconds. */
const touchEveryMs = 2_000;
const goneAfterMs = 30_000;

/** What a worker hands to the reporter: all that is printed and written at the end. */
export interface ToldReport {
  readonly report: Report;
  /** Where its files are, or will be: relative to the folder of the project where it is below that. */
  readonly out: string;
  readonly reporters: readonly string[];
}

/** The member of a test's metadata by which that goes, through blobs as well. */
export const toldMember = 'entityConfigConformance';

/** What a worker handed over, if a test of the suite ran. */
export function toldIn(metas: readonly object[]): ToldReport | null {
  const found = metas.find((meta) => toldMember in meta) as { readonly [toldMember]: ToldReport } | undefined;
  return found?.[toldMember] ?? null;
}

/** What the reporter gives to the workers. @param refusal why nothing may be sent, and what to do; null where one may send */
export function offerStart(environment: NodeJS.ProcessEnv, refusal: string | null): void {
  const path = join(tmpdir(), `conformance-${randomUUID()}`, 'report.json');
  environment[startVariable] = JSON.stringify({ path, refusal } satisfies Start);
}

function offered({ [startVariable]: start }: NodeJS.ProcessEnv): Start | null {
  return start === undefined ? null : JSON.parse(start);
}

const judgeInstead = `or judge a recording: CONFORMANCE_EXCHANGES=conformance-report/${journalName}`;

/** Where the report of this start is to be. @throws UsageError where nothing may be sent */
export function startOf(environment: NodeJS.ProcessEnv): string {
  const start = offered(environment);
  if (start === null)
    throw new UsageError(
      `nothing was sent: without its reporter, each worker of vitest would send. Add 'entity-config-conformance/reporter' to test.reporters beside 'default', or name it by --reporter beside others, ${judgeInstead}.`,
    );
  if (start.refusal !== null) throw new UsageError(`nothing was sent: ${start.refusal}, ${judgeInstead}.`);
  return start.path;
}

/** Whether a worker of this start has asked the service. */
export function hasSent(environment: NodeJS.ProcessEnv): boolean {
  return statsOf(offered(environment)?.path ?? '') !== undefined;
}

const failedPath = ({ path }: Start) => `${path}.failed`;

/** Leaves for the reporter that there is no report. */
export function leaveFailure(environment: NodeJS.ProcessEnv, code: ExitCode): void {
  const start = offered(environment);
  if (start === null) return;
  makeFolder(dirname(start.path));
  replaceFile(failedPath(start), String(code), { mode: ownerOnly });
}

/** Removes what the workers of this start shared; where one had no report, the process ends with the code for that. */
export function endStart(environment: NodeJS.ProcessEnv): void {
  const start = offered(environment);
  if (start === null) return;
  const failed = failedPath(start);
  if (statsOf(failed) !== undefined) process.exitCode = Number(readText(failed));
  removeFolder(dirname(start.path));
}

type Shared<T> = { readonly made: T } | { readonly refused: string } | { readonly failed: string };

/** Whether this worker is the first that asks. */
function claimed(claim: string) {
  try {
    return createGrowing(claim, ownerOnly);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return null;
    throw error;
  }
}

async function madeBy<T>(make: () => Promise<T>): Promise<Shared<T>> {
  try {
    return { made: await make() };
  } catch (error) {
    const { message } = error as Error;
    return error instanceof UsageError ? { refused: message } : { failed: message };
  }
}

/**
 * What `make` gives, called by the first worker that asks, once; all others wait for it, and what it throws is thrown in
 * each.
 */
export async function madeOnce<T>(path: string, make: () => Promise<T>): Promise<T> {
  makeFolder(dirname(path));
  const claim = `${path}.claim`;
  const own = claimed(claim);
  if (own !== null) {
    const touching = setInterval(own.touch, touchEveryMs).unref();
    try {
      replaceFile(path, JSON.stringify(await madeBy(make)), { mode: ownerOnly });
    } finally {
      clearInterval(touching);
      own.close();
    }
  }
  while (statsOf(path) === undefined) {
    if (Date.now() - (statsOf(claim)?.mtimeMs ?? 0) > goneAfterMs)
      throw new Error('the worker of vitest that was sending ended before it had a report.');
    await sleep(patience);
  }
  const shared: Shared<T> = JSON.parse(readText(path));
  if ('refused' in shared) throw new UsageError(shared.refused);
  if ('failed' in shared) throw new Error(shared.failed);
  return shared.made;
}
