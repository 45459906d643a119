import { basename, dirname, relative, resolve, sep } from 'node:path';
// Goes with Node.js 20: there is no `fs.glob`, and this is what vite brings anyway.
import { glob, isDynamicPattern } from 'tinyglobby';
import { comparisonReporters, matrixReporters } from '../../../reporters/index.ts';
import type { Report } from '../../../schemas/types.ts';
import { kindOf } from '../../files/look.ts';
import { formats, path as pathKind, toggle } from '../../kinds/kinds.ts';
import { UsageError } from '../../output/exit.ts';
import { isKept } from '../../output/history.ts';
import { readEach } from '../../output/report-file.ts';
import { pageBeside, writeFormats } from '../../output/write-formats.ts';
import { compareReports } from '../../report/compare.ts';
import { matrixOf, reduced } from '../../report/matrix.ts';
import { command, option } from '../options/option.ts';

const formatNames = comparisonReporters.map(({ name }) => name);

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
  const isFolder = kindOf(path) === 'folder';
  if (!isFolder && (kindOf(path) !== null || !isDynamicPattern(given))) return [given];
  const files = await glob(isFolder ? '**/*.json' : given.split(sep).join('/'), {
    cwd: isFolder ? path : cwd,
    ignore: '**/node_modules/**',
    absolute: true,
    dot: true,
    followSymbolicLinks: false,
    expandDirectories: false,
  });
  const reports = files.filter((file) => !isFolder || isReport(basename(file))).sort();
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

/** Two reports: what changed from one to the other. More: the runs of one service one after another, or services side by side. */
export const compare = command({
  options: {
    reporter: option('reports', formats(formatNames), `Formats: ${formatNames.join(', ')}.`, {
      example: 'terminal,html',
    }),
    out: option(
      'reports',
      pathKind('folder', 'a folder'),
      'Folder for the files; by default above all reports.',
      { example: 'build/conformance' },
    ),
    strict: option('checks', toggle, 'Of two reports: a worse example gives exit 1 as well.'),
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
    const strict = options.strict === true;
    if (words.length === 2 && near.length === 2) {
      const [before, after] = (await readEach(near, cwd, (report) => report)) as readonly [Report, Report];
      const comparison = compareReports(before, after, { strict });
      if (typeof comparison === 'string')
        throw new UsageError(
          `${near.join(' and ')} cannot be compared: ${comparison}. Compare runs of the same scope, for example of whole runs.`,
        );
      await writeFormats(comparison, comparisonReporters, options, folder, io);
      return comparison.summary.exitCode;
    }
    if (strict)
      throw new UsageError(
        '--strict is about two reports, and a folder or more of them fail nothing. Leave it out.',
      );
    const all = await readEach(near, cwd, (report, at) =>
      reduced(report, pageBeside(files[at] ?? '', folder)),
    );
    await writeFormats(matrixOf(all), matrixReporters, options, folder, io);
    return undefined;
  },
});
