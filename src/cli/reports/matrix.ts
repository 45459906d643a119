import { basename, dirname, relative, resolve, sep } from 'node:path';
// Goes with Node.js 20: there is no `fs.glob`, and this is what vite brings anyway.
import { glob, isDynamicPattern } from 'tinyglobby';
import { matrixReporters } from '../../../reporters/index.ts';
import { kindOf } from '../../files/look.ts';
import { known } from '../../model/known.ts';
import { UsageError } from '../../output/exit.ts';
import { isKept } from '../../output/history.ts';
import { readEach } from '../../output/report-file.ts';
import { pageBeside, writeFormats } from '../../output/write-formats.ts';
import { matrixOf, type ReducedReport, reduced } from '../../report/matrix.ts';
import { choice } from '../../settings/kinds.ts';
import { writingOptions } from '../options/common.ts';
import { about, command } from '../options/option.ts';

const mostReports = 1_000;

/** Whether a file of a folder is taken for a report: by the names that runs and `--history` give them. */
const isReport = (name: string) => name === 'report.json' || isKept(name);

async function found(given: string, cwd: string): Promise<readonly string[]> {
  const path = resolve(cwd, given);
  const kind = kindOf(path);
  if (kind !== 'folder' && (kind !== null || !isDynamicPattern(given))) return [path];
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
  if (other === undefined) return reports;
  throw new UsageError(
    `${other} is a pipe, a socket or a device. Expected ordinary files in ${given}: remove it, or pass the reports one by one.`,
  );
}

/**
 * The reports that are named: a file, the reports in a folder and below, or the files that a pattern matches.
 * @returns absolute paths, each once, in the order in which they were named
 * @throws UsageError for a folder or a pattern without a report, and for too many reports
 */
async function reportFiles(given: readonly string[], cwd: string): Promise<readonly string[]> {
  const all = new Set<string>();
  for (const one of given) {
    const files = await found(one, cwd);
    if (files.length === 0)
      throw new UsageError(
        `${one} holds no report. Expected the report.json of a run, in the folder or below, for example conformance-report.`,
      );
    for (const file of files) all.add(resolve(file));
  }
  if (all.size > mostReports)
    throw new UsageError(
      `${all.size} reports are too many, ${mostReports} at most. Pass fewer, for example those of one month.`,
    );
  return [...all];
}

/** The nearest folder that holds all files. @param files one at least */
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

/** Shows reports side by side; judges nothing. */
export const matrix = command({
  options: {
    ...about('checks', {
      by: {
        kind: choice(['targets', 'runs']),
        description: 'What a column is; targets by default if there are several, else runs.',
        example: 'runs',
      },
    }),
    ...writingOptions(matrixReporters, 'the nearest folder that holds all reports'),
  },
  examples: ['matrix conformance-report', "matrix 'history/*.json' --by runs --out matrix"],
  async act({ words, options, invocation: { cwd, io } }) {
    const files = await reportFiles(words, cwd);
    const folder = options.out === undefined ? commonFolder(files) : resolve(cwd, options.out);
    const near = files.map((file) => relative(cwd, file));
    const all = await readEach(near, cwd, (report, at) => {
      const page = pageBeside(files[at] ?? '', folder);
      return [report.run.id, reduced(report, page)] as const;
    });
    const made = matrixOf(distinct(all), known({ by: options.by }));
    await writeFormats(made, matrixReporters, options, folder, io);
  },
});
