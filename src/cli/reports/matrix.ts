import { relative, resolve } from 'node:path';
import { matrixReporters } from '../../../reporters/index.ts';
import { type ExitCode, exitCodes, UsageError } from '../../output/exit.ts';
import { readReport } from '../../output/report-file.ts';
import { commonFolder, reportFiles } from '../../output/report-names.ts';
import { pageBeside } from '../../output/report-pages.ts';
import { writeFormats } from '../../output/write-formats.ts';
import { matrixOf, type ReducedReport, reduced } from '../../report/matrix.ts';
import { andMore } from '../../text/more.ts';
import type { MatrixInput } from './commands.ts';

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
