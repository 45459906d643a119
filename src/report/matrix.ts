import type { Cell, Matrix, MatrixRow, MatrixRun, ObservationRow } from '../model/matrix.ts';
import { plural } from '../text/plural.ts';
import { shapeOf } from './compare/observations.ts';
import { differencesOf, inOrder } from './matrix/differences.ts';
import { historyOf } from './matrix/history.ts';
import type { ReducedReport } from './matrix/reduce.ts';

export { type ReducedReport, reduced } from './matrix/reduce.ts';

/** Older runs have no column; histories have all runs. */
const mostColumns = 10;

export interface MatrixOptions {
  /** What a column is; by default a target if there are several, otherwise a run. */
  readonly by?: Matrix['columnsAre'];
  /** Whether to keep the order of the reports, as in a comparison; by default they are sorted by time. */
  readonly asGiven?: boolean;
}

const unknown: Cell = { verdict: 'unknown' };

/** ISO 8601 in UTC sorts as text. */
function byTime({ run: left }: ReducedReport, { run: right }: ReducedReport): number {
  const [one, other] = [`${left.startedAt} ${left.runId}`, `${right.startedAt} ${right.runId}`];
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Indexes of runs by their target; targets are sorted by name, indexes by time. */
function placesByTarget(runs: readonly MatrixRun[]): ReadonlyMap<string, readonly number[]> {
  const names = [...new Set(runs.map(({ target }) => target))].sort();
  return new Map(
    names.map((name) => [name, runs.flatMap(({ target }, at) => (target === name ? [at] : []))]),
  );
}

function rowsOf(
  reports: readonly ReducedReport[],
  columns: readonly number[],
  places: ReadonlyMap<string, readonly number[]>,
): readonly MatrixRow[] {
  const known = new Map(reports.flatMap(({ requirements }) => requirements.map((one) => [one.id, one])));
  // The order of the last report; then requirements of earlier reports only.
  const last = new Set(reports.at(-1)?.requirements.map(({ id }) => id));
  const ids = [...last, ...[...known.keys()].filter((id) => !last.has(id))];
  const all = ids.map((id) => {
    const cells = reports.map((report) => report.cells.get(id) ?? unknown);
    return { id, cells, columns: columns.map((at) => cells[at] ?? unknown) };
  });
  const differences = differencesOf(all);
  const rows = all.flatMap(({ id, cells, columns: shown }) => {
    const requirement = known.get(id);
    if (requirement === undefined) return [];
    const histories = [...places].map(([target, runs]) =>
      historyOf(
        target,
        runs.map((run) => ({ run, verdict: (cells[run] ?? unknown).verdict })),
      ),
    );
    return [{ ...requirement, difference: differences.get(id) ?? 'none', cells: shown, histories }];
  });
  return inOrder(rows);
}

function observationsOf(columns: readonly ReducedReport[]): readonly ObservationRow[] {
  const known = new Map(columns.flatMap(({ observations }) => observations.map((one) => [one.id, one])));
  const rows = [...known.values()].map(({ id, question, section }) => ({
    id,
    question,
    section,
    answers: columns.map(({ observations }) => observations.find((one) => one.id === id)?.answer ?? null),
  }));
  return rows.filter(({ answers }) => new Set(answers.map((one) => one && shapeOf(one))).size > 1);
}

function notesOf(reports: readonly ReducedReport[]): readonly string[] {
  const cut = reports.filter(({ run }) => run.cut).length;
  const varies = (what: (report: ReducedReport) => string) => new Set(reports.map(what)).size > 1;
  return [
    ...(varies(({ run }) => run.schemas)
      ? ['the runs were judged by different schemas: a difference may come from them']
      : []),
    ...(varies(({ scope }) => scope)
      ? ['the runs differ in scope: what was out of scope in a run does not count as different']
      : []),
    ...(cut > 0 ? [`${plural(cut, 'run')} ended before the plan was carried out`] : []),
  ];
}

function sentenceOf(
  rows: readonly MatrixRow[],
  columnsAre: Matrix['columnsAre'],
  targets: number,
  runs: number,
): string {
  const count = (wanted: MatrixRow['difference']) =>
    rows.filter(({ difference }) => difference === wanted).length;
  const [differ, changed] = [count('columns'), count('time')];
  const of = `of ${plural(rows.length, 'requirement')}`;
  if (columnsAre === 'runs') return `${differ + changed} ${of} changed over ${plural(runs, 'run')}`;
  const over = runs === targets ? '' : `, ${changed} more changed over ${plural(runs, 'run')}`;
  return `${differ} ${of} ${differ === 1 ? 'differs' : 'differ'} between ${plural(targets, 'target')}${over}`;
}

/** The verdicts on each requirement across targets or runs, and its history. */
export function matrixOf(given: readonly ReducedReport[], options: MatrixOptions = {}): Matrix {
  const reports = options.asGiven === true ? given : [...given].sort(byTime);
  const runs = reports.map(({ run }) => run);
  const places = placesByTarget(runs);
  const columnsAre = options.by ?? (places.size > 1 ? 'targets' : 'runs');
  const columns =
    columnsAre === 'targets'
      ? [...places.values()].flatMap((all) => all.at(-1) ?? [])
      : runs.map((_, at) => at).slice(-mostColumns);
  const requirements = rowsOf(reports, columns, places);
  return {
    formatVersion: 1,
    columnsAre,
    sentence: sentenceOf(requirements, columnsAre, places.size, runs.length),
    notes: notesOf(reports),
    targets: [...places.keys()],
    runs,
    columns,
    requirements,
    observations: observationsOf(columns.flatMap((at) => reports[at] ?? [])),
  };
}
