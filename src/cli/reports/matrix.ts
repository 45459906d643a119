import { basename, dirname, relative, resolve, sep } from 'node:path';
// Goes with Node.js 20: there is no `fs.glob`, and this is what vite brings anyway.
import { glob, isDynamicPattern } from 'tinyglobby';
import { matrixReporters } from '../../../reporters/index.ts';
import { kindOf } from '../../files/look.ts';
import { type ExitCode, exitCodes, UsageError } from '../../output/exit.ts';
import { isKept } from '../../output/history.ts';
import { readReport } from '../../output/report-file.ts';
import { pageBeside, writeFormats } from '../../output/write-formats.ts';
import { matrixOf, type ReducedReport, reduced } from '../../report/matrix.ts';
import { andMore } from '../../text/more.ts';
import type { MatrixInput } from './commands.ts';

/** How many reports a matrix may have. */
const mostReports = 1_000;

/** Whether a file of a folder is taken for a report: by the names that runs and `--history` give them. */
function isReport(file: string): boolean {
  const name = basename(file);
  return name === 'report.json' || isKept(name);
}

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
  const reports = files.filter((file) => kind !== 'folder' || isReport(file)).sort();
  const other = reports.find((file) => kindOf(file) === 'other');
  if (other === undefined) return reports;
  throw new UsageError(
    `${other} is a pipe, a socket or a device. Expected ordinary files in ${given}: remove it, or name the reports one by one.`,
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
      `${all.size} reports are too many, ${mostReports} at most. Name fewer, for example those of one month.`,
    );
  return [...all];
}

/** The nearest folder that holds all files. @param files one at least */
function commonFolder(files: readonly string[]): string {
  const [first = [], ...others] = files.map((file) => dirname(file).split(sep));
  const parted = first.findIndex((step, at) => others.some((other) => other[at] !== step));
  return first.slice(0, parted === -1 ? first.length : parted).join(sep) || sep;
}

/** Further files that cannot be read are counted only. */
const mostProblems = 10;

/**
 * Reads one report after another and keeps what a matrix needs of each. A run whose report is given twice, such as with
 * a copy of `--history`, counts once.
 */
async function readAll(
  files: readonly string[],
  folder: string,
  cwd: string,
): Promise<readonly ReducedReport[]> {
  const reports = new Map<string, ReducedReport>();
  const problems: string[] = [];
  for (const file of files) {
    try {
      const report = await readReport(relative(cwd, file), cwd);
      const known = reports.get(report.run.id);
      if (known === undefined || known.run.page === null)
        reports.set(report.run.id, reduced(report, pageBeside(file, folder)));
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      problems.push(error.message);
    }
  }
  if (problems.length === 0) return [...reports.values()];
  const left = problems.length - mostProblems;
  const more =
    left > 0 ? [`${andMore(left, 'file')} that ${left === 1 ? 'is not a report' : 'are not reports'}`] : [];
  throw new UsageError([...problems.slice(0, mostProblems), ...more].join('\n'));
}

/**
 * Shows reports side by side; judges nothing.
 * @throws UsageError for a file that is not a report
 */
export async function matrix({
  words,
  options: { by, reporter, out },
  invocation: { cwd, io },
}: MatrixInput): Promise<ExitCode> {
  const all = out === undefined ? ['terminal'] : matrixReporters.map(({ name }) => name);
  const names = reporter ?? all;
  const files = await reportFiles(words, cwd);
  const folder = out === undefined ? commonFolder(files) : resolve(cwd, out);
  const made = matrixOf(await readAll(files, folder, cwd), by === undefined ? {} : { by });
  const chosen = matrixReporters.filter(({ name }) => names.includes(name));
  await writeFormats(made, chosen, folder, io);
  return exitCodes.conforms;
}
