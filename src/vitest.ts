/** For suites of tests, one per requirement: suites/conformance.suite.ts, or one of your own. vitest is not imported here. */

import type { Report } from '../schemas/types.ts';
import { UsageError } from './output/exit.ts';
import { reportOf } from './output/vitest-report.ts';
import { workingDirectory } from './output/working-directory.ts';
import { runSettlement, settlement } from './report/settlement.ts';
import { takeEnvironment } from './settings/environment.ts';

let report: Promise<Report> | undefined;

/**
 * The report that tests ask, made when the first of them does: of the recording that CONFORMANCE_EXCHANGES names. With
 * CONFORMANCE_LIVE=1 the requests are sent where that file does not exist yet, once for all workers.
 *
 * @throws Error that says what to set; nothing was sent then
 */
export function conformanceReport(): Promise<Report> {
  report ??= made().catch(rethrown);
  return report;
}

async function made(): Promise<Report> {
  return reportOf({ environment: takeEnvironment(), cwd: workingDirectory() });
}

/** What somebody has set is wrong: a stack would lead into this package. */
function rethrown(error: unknown): never {
  if (error instanceof UsageError) error.stack = `${error.name}: ${error.message}`;
  throw error;
}

/** What of a test's context is used; vitest from 3.2 on has it. */
export interface SettledTest {
  skip(note?: string): void;
  annotate(message: string, type?: string): Promise<unknown>;
}

/** What a target did, or what could not be judged. Its stack begins at the test, so that reporters name that line. */
class NotConforming extends Error {
  override readonly name = 'NotConforming';

  constructor(message: string, caller: typeof settle | typeof settleRun) {
    super(message);
    Error.captureStackTrace(this, caller);
  }
}

/**
 * Ends a test as the result of a requirement says: it fails for a deviation and for what had to be checked and was not,
 * is skipped where a waiver covers it, and is annotated where only an example is contradicted.
 */
export async function settle(given: Report, id: string, context: SettledTest): Promise<void> {
  const found = given.requirements.find((requirement) => requirement.id === id);
  if (found === undefined) throw new Error(`the report has no requirement ${id}`);
  const settled = settlement(given, found);
  if (settled.kind === 'fail') throw new NotConforming(settled.message, settle);
  if (settled.kind === 'skip') context.skip(settled.message);
  if (settled.kind === 'annotate') await context.annotate(settled.message, 'warning');
}

/** Fails for what no requirement shows, so that all tests together say what `conformance run` says. */
export function settleRun(given: Report): void {
  const settled = runSettlement(given);
  if (settled.kind === 'fail') throw new NotConforming(settled.message, settleRun);
}
