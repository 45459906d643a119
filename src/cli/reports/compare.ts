import { dirname, resolve } from 'node:path';
import { comparisonReporters } from '../../../reporters/index.ts';
import type { Comparison } from '../../model/comparison.ts';
import type { Matrix } from '../../model/matrix.ts';
import type { Report } from '../../model/report.ts';
import { type ExitCode, UsageError } from '../../output/exit.ts';
import { readReport } from '../../output/report-file.ts';
import { pageBeside, writeFormats } from '../../output/write-formats.ts';
import { compareReports, NotComparableError } from '../../report/compare.ts';
import { matrixOf, reduced } from '../../report/matrix.ts';
import type { CompareInput } from './commands.ts';

/** Reads both files, so that every problem is named at once. */
async function readBoth(files: readonly [string, string], cwd: string): Promise<readonly [Report, Report]> {
  const [before, after] = await Promise.allSettled(files.map((file) => readReport(file, cwd)));
  if (before?.status === 'fulfilled' && after?.status === 'fulfilled') return [before.value, after.value];
  const problems: unknown[] = [before, after].flatMap((read) =>
    read?.status === 'rejected' ? [read.reason] : [],
  );
  const fault = problems.find((problem) => !(problem instanceof UsageError));
  if (fault !== undefined) throw fault;
  throw new UsageError([...new Set(problems.map((problem) => (problem as UsageError).message))].join('\n'));
}

function compared(
  files: readonly [string, string],
  [before, after]: readonly [Report, Report],
  strict: boolean,
): Comparison {
  try {
    return compareReports(before, after, { strict });
  } catch (error) {
    if (!(error instanceof NotComparableError)) throw error;
    throw new UsageError(
      `${files[0]} and ${files[1]} cannot be compared: ${error.message}. Compare runs of the same scope, for example of whole runs.`,
    );
  }
}

function sideBySide(
  [first, second]: readonly [string, string],
  [before, after]: readonly [Report, Report],
  pageOf: (file: string) => string | null,
): Matrix {
  const both = [reduced(before, pageOf(first)), reduced(after, pageOf(second))];
  return matrixOf(both, { by: 'runs', asGiven: true });
}

/**
 * Says what changed from one run to a later one.
 *
 * @returns 1 when a stated requirement got worse, 0 otherwise
 * @throws UsageError for files that are not reports, or have nothing in common
 */
export async function compare({
  words: [before = '', after = ''],
  options: { reporter, out, strict = false },
  invocation: { cwd, io },
}: CompareInput): Promise<ExitCode> {
  const files = [before, after] as const;
  const all = out === undefined ? ['terminal'] : comparisonReporters.map(({ name }) => name);
  const names = reporter ?? all;
  const reports = await readBoth(files, cwd);
  const comparison = compared(files, reports, strict);
  const folder = out === undefined ? dirname(resolve(cwd, after)) : resolve(cwd, out);
  const matrix = sideBySide(files, reports, (file) => pageBeside(resolve(cwd, file), folder));
  const chosen = comparisonReporters.filter(({ name }) => names.includes(name));
  await writeFormats({ comparison, matrix }, chosen, folder, io);
  return comparison.summary.exitCode;
}
