import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Report } from '../../schemas/types.ts';
import { statsOf } from '../files/look.ts';
import { readText } from '../files/read.ts';
import { createGrowing, makeFolder, ownerOnly, removeFolder, replaceFile } from '../files/write.ts';
import { UsageError } from './exit.ts';
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
  /** Whether a worker has written them. */
  readonly isWritten: boolean;
}

/** The member of a test's metadata by which that goes, through blobs as well. */
export const toldMember = 'entityConfigConformance';

/** What a worker of another machine handed over, if a test of the suite ran: its files are not here. */
export function toldIn(metas: readonly object[]): Shared | null {
  const found = metas.find((meta) => toldMember in meta) as { readonly [toldMember]: ToldReport } | undefined;
  return found === undefined ? null : { made: { ...found[toldMember], isWritten: false } };
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

/** @throws UsageError where nothing may be sent in this start */
export function refuseSending(environment: NodeJS.ProcessEnv): void {
  const start = offered(environment);
  if (start === null)
    throw new UsageError(
      `nothing was sent: without its reporter, each worker of vitest would send. Add 'entity-config-conformance/reporter' to test.reporters beside 'default', or name it by --reporter beside others, ${judgeInstead}.`,
    );
  if (start.refusal !== null) throw new UsageError(`nothing was sent: ${start.refusal}, ${judgeInstead}.`);
}

/** What the first worker made, or why there is none. */
export type Shared =
  | { readonly made: ToldReport }
  | { readonly refused: string }
  | { readonly failed: string };

/** What the workers of this start made, if one of them asked; what they shared is removed. */
export function endStart(environment: NodeJS.ProcessEnv): Shared | null {
  const start = offered(environment);
  if (start === null || statsOf(start.path) === undefined) return null;
  const shared: Shared = JSON.parse(readText(start.path));
  removeFolder(dirname(start.path));
  return shared;
}

/** Whether this worker is the first that asks. */
function claimed(claim: string) {
  try {
    return createGrowing(claim, ownerOnly);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return null;
    throw error;
  }
}

async function madeBy(make: () => Promise<ToldReport>): Promise<Shared> {
  try {
    return { made: await make() };
  } catch (error) {
    const { message } = error as Error;
    return error instanceof UsageError ? { refused: message } : { failed: message };
  }
}

/** What `make` gives, called by the first worker that asks; all others wait for it. Without a reporter, each calls it. */
async function shared(environment: NodeJS.ProcessEnv, make: () => Promise<ToldReport>): Promise<Shared> {
  const start = offered(environment);
  if (start === null) return await madeBy(make);
  const { path } = start;
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
  return JSON.parse(readText(path));
}

/** What is made once in a start, for all workers. @throws what `make` throws, in each of them */
export async function madeOnce(
  environment: NodeJS.ProcessEnv,
  make: () => Promise<ToldReport>,
): Promise<ToldReport> {
  const outcome = await shared(environment, make);
  if ('refused' in outcome) throw new UsageError(outcome.refused);
  if ('failed' in outcome) throw new Error(outcome.failed);
  return outcome.made;
}
