import { dirname, resolve } from 'node:path';
import { comparisonReporters } from '../../../reporters/index.ts';
import type { Comparison } from '../../model/comparison.ts';
import type { Report } from '../../model/report.ts';
import { UsageError } from '../../output/exit.ts';
import { readEach } from '../../output/report-file.ts';
import { pageBeside, writeFormats } from '../../output/write-formats.ts';
import { compareReports, NotComparableError } from '../../report/compare.ts';
import { matrixOf, reduced } from '../../report/matrix.ts';
import { writingOptions } from '../options/common.ts';
import { about, command } from '../options/option.ts';

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

/** Says what changed from one run to a later one: exit 1 when a stated requirement got worse. */
export const compare = command({
  options: {
    ...writingOptions(comparisonReporters, "the later report's"),
    ...about('checks', {
      strict: 'A requirement that is only shown and got worse gives exit 1 as well.',
    }),
  },
  examples: ['compare before/report.json after/report.json', 'compare before after --reporter html'],
  async act({ words: [before = '', after = ''], options, invocation: { cwd, io } }) {
    const files = [before, after] as const;
    const reports = (await readEach(files, cwd, (report) => report)) as readonly [Report, Report];
    const comparison = compared(files, reports, options.strict === true);
    const folder = resolve(cwd, options.out ?? dirname(after));
    const both = reports.map((report, at) =>
      reduced(report, pageBeside(resolve(cwd, files[at] ?? ''), folder)),
    );
    const matrix = matrixOf(both, { by: 'runs', asGiven: true });
    await writeFormats({ comparison, matrix }, comparisonReporters, options, folder, io);
    return comparison.summary.exitCode;
  },
});
