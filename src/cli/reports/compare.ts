import { basename, dirname, relative, resolve, sep } from 'node:path';
// Goes with Node.js 20: there is no `fs.glob`, and this is what vite brings anyway.
import { glob, isDynamicPattern } from 'tinyglobby';
import { comparisonReporters, matrixReporters } from '../../../reporters/index.ts';
import type { Comparison, Report } from '../../../schemas/types.ts';
import { kindOf } from '../../files/look.ts';
import { UsageError } from '../../output/exit.ts';
import { isKept } from '../../output/history.ts';
import { readEach } from '../../output/report-file.ts';
import { pageBeside, writeFormats } from '../../output/write-formats.ts';
import { compareReports, NotComparableError } from '../../report/compare.ts';
import { matrixOf, type ReducedReport, reduced } from '../../report/matrix.ts';
import { writingOptions } from '../options/common.ts';
import { about, command } from '../options/option.ts';

const mostReports = 1_000;

/** Whether a file of a folder is taken for a report: by the names that runs and `--history` give them. */
const isReport = (name: string) => name === 'report.json' || isKept(name);

/**
 * The reports that one word names: a file, the reports in a folder and below, or the files that a pattern matches.
 * @returns paths, from the current folder where they were found
 * @throws UsageError for a folder or a pattern without a report
 */
async function reportsOf(given: string, cwd: string): Promise<readonly string[]> {
  const path = resolve(cwd, given);
  const kind = kindOf(path);
  if (kind !== 'folder' && (kind !== null || !isDynamicPattern(given))) return [given];
  const pattern = kind === 'folder' ? '**/*.json' : given.split(sep).join('/');
  const files = await glob(pattern, {
    cwd: kind === 'folder' ? path : cwd,
    ignore: '**/node_modules/**',
    absolute: true,
    dot: true,
    followSymbolicLinks: false,
    expandDirectories: false,
  });
  const reports = files.filter((file) => kind !== 'folder' || isReport(basename(file))).sort();
  const other = reports.find((file) => kindOf(file) === 'other');
  if (other !== undefined)
    throw new UsageError(
      `${other} is a pipe, a socket or a device. Expected ordinary files in ${given}: remove it, or pass the reports one by one.`,
    );
  if (reports.length === 0)
    throw new UsageError(
      `${given} holds no report. Expected the report.json of a run, in the folder or below, for example conformance-report.`,
    );
  return reports.map((file) => relative(cwd, file));
}

/** The nearest folder that holds all files. @param files absolute paths, one at least */
function commonFolder(files: readonly string[]): string {
  const [first = [], ...others] = files.map((file) => dirname(file).split(sep));
  const parted = first.findIndex((step, at) => others.some((other) => other[at] !== step));
  return first.slice(0, parted === -1 ? first.length : parted).join(sep) || sep;
}

/** A run whose report is given twice, such as with a copy of `--history`, counts once: with a page, if one has it. */
function distinct(all: readonly (readonly [run: string, ReducedReport])[]): readonly ReducedReport[] {
  const reports = new Map<string, ReducedReport>();
  for (const [run, report] of all) if (!reports.get(run)?.run.page) reports.set(run, report);
  return [...reports.values()];
}

function compared(
  [first, second]: readonly string[],
  [before, after]: readonly [Report, Report],
  strict: boolean,
): Comparison {
  try {
    return compareReports(before, after, { strict });
  } catch (error) {
    if (!(error instanceof NotComparableError)) throw error;
    throw new UsageError(
      `${first} and ${second} cannot be compared: ${error.message}. Compare runs of the same scope, for example of whole runs.`,
    );
  }
}

/** Two reports: what changed from one to the other. More: the runs of one service one after another, or services side by side. */
export const compare = command({
  options: {
    ...writingOptions(comparisonReporters),
    ...about('checks', {
      strict: 'Of two reports: a worse example gives exit 1 as well.',
    }),
  },
  examples: [
    'compare before/report.json after/report.json',
    'compare before after --reporter html',
    'compare conformance-history',
    "compare 'reports/*/report.json' --out compared",
  ],
  footer: 'Two reports: exit 1 when a stated requirement got worse; more of them: exit 0.',
  async act({ words, options, invocation: { cwd, io } }) {
    const named = await Promise.all(words.map((word) => reportsOf(word, cwd)));
    const near = named.flat();
    if (near.length > mostReports)
      throw new UsageError(
        `${near.length} reports are too many, ${mostReports} at most. Pass fewer, for example those of one month.`,
      );
    const [only = ''] = words;
    if (words.length === 1 && near[0] === only && kindOf(resolve(cwd, only)) !== null)
      throw new UsageError(`${only} is one report. Expected a second one, or a folder that holds some.`);
    const files = near.map((file) => resolve(cwd, file));
    const folder = options.out === undefined ? commonFolder(files) : resolve(cwd, options.out);
    const brief = (report: Report, at: number) => reduced(report, pageBeside(files[at] ?? '', folder));
    if (words.length === 2 && near.length === 2) {
      const both = (await readEach(near, cwd, (report) => report)) as readonly [Report, Report];
      const comparison = compared(near, both, options.strict === true);
      const matrix = matrixOf(both.map(brief), 'as given');
      await writeFormats({ comparison, matrix }, comparisonReporters, options, folder, io);
      return comparison.summary.exitCode;
    }
    if (options.strict === true)
      throw new UsageError(
        '--strict is about two reports, and a folder or more of them fail nothing. Leave it out.',
      );
    const all = await readEach(near, cwd, (report, at) => [report.run.id, brief(report, at)] as const);
    await writeFormats(matrixOf(distinct(all)), matrixReporters, options, folder, io);
    return undefined;
  },
});
