/** For suites of tests, one for each requirement: those of suites/, or one of your own. vitest is not imported here. */

import { deviationText } from '../reporters/settled.ts';
import type { Report } from '../schemas/types.ts';
import { groupBy } from './model/group-by.ts';
import { contract } from './operations/index.ts';
import { UsageError } from './output/exit.ts';
import { reportOf } from './output/vitest-report.ts';
import { type ToldReport, toldMember } from './output/vitest-start.ts';
import { workingDirectory } from './output/working-directory.ts';
import { openSettlement, runSettlement, settlement } from './report/settlement.ts';
import { takeEnvironment } from './settings/environment.ts';

let told: Promise<ToldReport> | undefined;
/** Whether a test's metadata has it, which is what blobs keep. */
let isHandedOver = false;

/**
 * The report that tests ask, made when the first of them does: of the recording that CONFORMANCE_EXCHANGES names, or of
 * requests that are sent then, once for all workers, as `conformance run` sends them.
 *
 * @throws Error that says what to set; nothing was sent then
 */
export async function conformanceReport(): Promise<Report> {
  told ??= reportOf({ environment: takeEnvironment(), cwd: workingDirectory() }).catch(rethrown);
  return (await told).report;
}

/** What somebody has set is wrong: a stack would lead into this package. */
function rethrown(error: unknown): never {
  if (error instanceof UsageError) error.stack = `${error.name}: ${error.message}`;
  throw error;
}

/** What of a test's context is used; vitest from 3.2 on has it. */
export interface SettledTest {
  /** What vitest hands to reporters. */
  readonly task?: { readonly meta: object };
  skip(note?: string): void;
  annotate(message: string, type?: string): Promise<unknown>;
}

/** What a target did, or what could not be judged. Its stack begins at the test, so that reporters name that line. */
class NotConforming extends Error {
  override readonly name = 'NotConforming';

  constructor(message: string, caller: typeof settle | typeof settleChecked | typeof settleRun) {
    super(message);
    Error.captureStackTrace(this, caller);
  }
}

/**
 * Ends a test as the result of a requirement says: it fails for a deviation, is skipped where a waiver covers it or it was not
 * checked, and is annotated where only an example is contradicted.
 */
export async function settle(given: Report, id: string, context: SettledTest): Promise<void> {
  if (!isHandedOver && context.task) Object.assign(context.task.meta, { [toldMember]: await told });
  isHandedOver = true;
  const found = given.requirements.find((requirement) => requirement.id === id);
  if (found === undefined) throw new Error(`the report has no requirement ${id}`);
  const settled = settlement(given, found);
  if (settled.kind === 'skip') context.skip(settled.message);
  if (settled.kind === 'fail') throw new NotConforming(deviationText(given, found), settle);
  if (settled.kind === 'annotate') await context.annotate(deviationText(given, found), 'warning');
}

/** Fails where one of some requirements had to be checked and was not, unless a deviation blocked it. */
function settleChecked(given: Report, ids: ReadonlySet<string>): void {
  const settled = openSettlement(given, ids);
  if (settled.kind === 'fail') throw new NotConforming(settled.message ?? '', settleChecked);
}

/** Fails for what fails a run beside what deviates, so that all tests together say what `conformance run` says. */
export function settleRun(given: Report): void {
  const settled = runSettlement(given);
  if (settled.kind === 'fail') throw new NotConforming(settled.message ?? '', settleRun);
}

/** What vitest gives to a file of tests. */
export interface VitestApi {
  beforeAll(prepare: () => Promise<unknown>, timeout: number): void;
  describe(name: string, tests: () => void): void;
  test(name: string, test: (context: SettledTest) => Promise<void>): void;
}

/** `data.action` of `/data/action/type`. */
function recordOf(place: string | null): string {
  const names = (place ?? '').split('/').slice(1, -1);
  return names.map((name) => (name === '*' ? 'each' : name)).join('.') || 'the response';
}

/**
 * The tests of some sections of the document: one for each requirement, in the order and nesting of the record; and one for the
 * run as a whole.
 */
export function conformanceTests(
  { beforeAll, describe, test }: VitestApi,
  sections: readonly string[],
): void {
  beforeAll(conformanceReport, 0);
  const settled = (name: string, settle: (given: Report, context: SettledTest) => Promise<void> | void) =>
    test(name, async (context) => {
      const given = await conformanceReport();
      try {
        await settle(given, context);
      } catch (error) {
        // It would lead here, and the test's name says all.
        if (error instanceof NotConforming) error.stack = `${error.name}: ${error.message}`;
        throw error;
      }
    });
  const all = contract.requirements.filter(({ section }) => sections.includes(section));
  for (const { name, method, object } of contract.operations) {
    const own = all.filter(({ operation }) => operation === name);
    if (own.length === 0) continue;
    describe(`${method} ${object}`, () => {
      for (const [record, rows] of groupBy(own, ({ place }) => recordOf(place)))
        describe(record, () => {
          for (const { id, statement } of rows)
            settled(`${id} ${statement}`, (given, context) => settle(given, id, context));
        });
    });
  }
  const ids = new Set(all.map(({ id }) => id));
  settled('nothing is left unchecked, but for deviations', (given) => settleChecked(given, ids));
  // Beside what is said of a response as a whole, so that one of several files has it.
  if (sections.includes('1')) settled('the run as a whole', settleRun);
}
