import type {
  Cell,
  Difference,
  Matrix,
  MatrixRow,
  MatrixRun,
  Observation,
  Report,
  RequirementResult,
  TargetCourse,
} from '../../schemas/types.ts';
import { identity, type Requirement } from '../model/requirement.ts';
import { clipped } from '../text/escape.ts';
import { plural } from '../text/plural.ts';
import { differencesOf, differingAnswers, judgedRun, shapeOf, standing, targetName } from './differences.ts';
import { courseOf, historyOf, isChecked } from './history.ts';
import { isInScope } from './scope.ts';

/**
 * A hundred reports of 150 KB take 1.1 s of processor time and 105 MB, as only the verdict on each requirement and
 * the first place of a deviation are kept. A comparison is a matrix of two: `differences.ts` decides for both what
 * only follows from another change, and what counts as the same value.
 */

/** What a matrix keeps of a report; exchanges and evidence, which take the most memory, are dropped. */
export interface ReducedReport {
  readonly run: MatrixRun;
  /** Equal texts for equal scopes. */
  readonly scope: string;
  readonly requirements: readonly Omit<Requirement, 'schema'>[];
  readonly operations: Matrix['operations'];
  /** By the ids of requirements. */
  readonly cells: ReadonlyMap<string, Cell>;
  readonly observations: readonly Pick<Observation, 'id' | 'question' | 'section' | 'answer'>[];
}

/** Values and reasons are cut to so many characters. */
const longestText = 300;

/** Shared by nearly all cells. */
const conforms: Cell = { verdict: 'conforms' };
const outOfScope: Cell = { verdict: 'out-of-scope' };
const unknown: Cell = { verdict: 'unknown' };

function cut<T extends object>(texts: T): T {
  const short = Object.entries(texts).map(([key, value]) => [
    key,
    typeof value === 'string' ? clipped(value, longestText) : value,
  ]);
  return Object.fromEntries(short) as T;
}

function cellOf(row: RequirementResult, report: Report): Cell {
  if (!isInScope(row, report.run.scope, report.operations)) return outOfScope;
  if (row.verdict === 'conforms') return conforms;
  const { strength: _, seenOmitted: __, seen, ...rest } = standing(row, report);
  return { ...cut(rest), ...(seen && { seen: cut(seen) }) };
}

/** @param page the page of the report, as a URL relative to the matrix; null for none */
export function reduced(report: Report, page: string | null): ReducedReport {
  const { run } = report;
  const judged = judgedRun(report);
  const cells = new Map(report.requirements.map((row) => [row.id, cellOf(row, report)]));
  return {
    run: {
      runId: run.id,
      startedAt: run.startedAt,
      label: run.label ?? null,
      target: targetName(report),
      baseUrl: report.target.baseUrl,
      verdict: clipped(report.conclusion.verdict, longestText),
      act: clipped(report.conclusion.act, longestText),
      next: report.conclusion.next,
      ...judged,
      reason: clipped(judged.reason, longestText),
      cut: run.cut,
      checked: [...cells.values()].filter(({ verdict }) => isChecked(verdict)).length,
      page,
    },
    scope: JSON.stringify(run.scope),
    operations: report.operations.map(({ name, method }) => ({ name, method })),
    requirements: report.requirements.map(identity),
    cells,
    observations: report.observations.map(({ id, question, section, answer }) =>
      cut({ id, question, section, answer }),
    ),
  };
}

/** Older runs have no column; histories have all runs. */
const mostColumns = 10;

/** ISO 8601 in UTC sorts as text. */
function byTime({ run: left }: ReducedReport, { run: right }: ReducedReport): number {
  const [one, other] = [`${left.startedAt} ${left.runId}`, `${right.startedAt} ${right.runId}`];
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Indexes of runs by their target; indexes are sorted by time. */
function placesByTarget(
  runs: readonly MatrixRun[],
  isSorted: boolean,
): ReadonlyMap<string, readonly number[]> {
  const known = [...new Set(runs.map(({ target }) => target))];
  const names = isSorted ? known.sort() : known;
  return new Map(
    names.map((name) => [name, runs.flatMap(({ target }, at) => (target === name ? [at] : []))]),
  );
}

const order: Readonly<Record<Difference, number>> = { columns: 0, time: 0, consequence: 1, none: 2 };

/**
 * What differs first. Targets are compared field by field, in the order of the document; of runs, what deviates in the last
 * column comes first, then what does in any column; stated before shown.
 */
function rank({ difference, cells, strength }: MatrixRow, columnsAre: Matrix['columnsAre']): number {
  if (columnsAre === 'targets') return order[difference];
  const deviates = cells.map(({ verdict }) => verdict === 'deviates');
  const where = deviates.at(-1) ? 0 : deviates.includes(true) ? 1 : 2;
  return order[difference] * 10 + where * 2 + (strength === 'stated' ? 0 : 1);
}

/** A target that could not be asked for something does not differ in it: why it was not is said once, for all of that. */
function asked(cells: readonly Cell[]): readonly Cell[] {
  return cells.filter(({ verdict }) => verdict !== 'not-exercised');
}

function rowsOf(
  reports: readonly ReducedReport[],
  columns: readonly number[],
  places: ReadonlyMap<string, readonly number[]>,
  columnsAre: Matrix['columnsAre'],
): readonly MatrixRow[] {
  const runs = reports.map(({ run }) => run);
  const known = new Map(reports.flatMap(({ requirements }) => requirements.map((one) => [one.id, one])));
  // The order of the last report; then requirements of earlier reports only.
  const last = new Set(reports.at(-1)?.requirements.map(({ id }) => id));
  const ids = [...last, ...[...known.keys()].filter((id) => !last.has(id))];
  const all = ids.map((id) => {
    const cells = reports.map((report) => report.cells.get(id) ?? unknown);
    return { id, cells, columns: columns.map((at) => cells[at] ?? unknown) };
  });
  // A run without a column that reached nothing changes nothing.
  const counts = runs.map(({ checked }, at) => checked > 0 || columns.includes(at));
  const counted = all.map((row) => ({ ...row, cells: row.cells.filter((_, at) => counts[at]) }));
  const differences = differencesOf(
    columnsAre === 'runs'
      ? counted
      : counted.map(({ id, ...row }) => ({ id, cells: asked(row.cells), columns: asked(row.columns) })),
  );
  const rows = all.flatMap(({ id, cells, columns: shown }) => {
    const requirement = known.get(id);
    if (requirement === undefined) return [];
    const histories = [...places].map(([target, own]) => historyOf(target, own, cells, runs));
    return [{ ...requirement, difference: differences.get(id) ?? 'none', cells: shown, histories }];
  });
  return rows.sort((left, right) => rank(left, columnsAre) - rank(right, columnsAre));
}

function notesOf(reports: readonly ReducedReport[]): readonly string[] {
  const cutRuns = reports.filter(({ run }) => run.cut).length;
  const varies = (what: (report: ReducedReport) => string) => new Set(reports.map(what)).size > 1;
  return [
    ...(varies(({ run }) => run.schemas)
      ? ['the runs were judged by different schemas: a difference may come from them']
      : []),
    ...(varies(({ scope }) => scope)
      ? ['the runs differ in scope: what was out of scope in a run does not count as different']
      : []),
    ...(cutRuns > 0
      ? [`${cutRuns === 1 ? '1 run was' : `${cutRuns} runs were`} interrupted: what came after is missing`]
      : []),
  ];
}

function sentenceOf(
  rows: readonly MatrixRow[],
  columnsAre: Matrix['columnsAre'],
  courses: readonly TargetCourse[],
  runs: number,
): string {
  const [only] = courses;
  if (columnsAre === 'runs' && only !== undefined) return only.sentence;
  const count = (wanted: Difference) => rows.filter(({ difference }) => difference === wanted).length;
  const [differ, changed] = [count('columns'), count('time')];
  const of = `of ${plural(rows.length, 'requirement')}`;
  const over = runs === courses.length ? '' : `, ${changed} more changed over ${plural(runs, 'run')}`;
  return `${differ} ${of} ${differ === 1 ? 'differs' : 'differ'} between ${plural(courses.length, 'target')}${over}`;
}

/** The last run of each target, or the last runs that reached anything; all where none did. */
function columnsOf(
  runs: readonly MatrixRun[],
  places: ReadonlyMap<string, readonly number[]>,
  columnsAre: Matrix['columnsAre'],
): readonly number[] {
  if (columnsAre === 'targets') return [...places.values()].flatMap((all) => all.at(-1) ?? []);
  const all = [...runs.keys()];
  const telling = all.filter((at) => (runs[at]?.checked ?? 0) > 0);
  return (telling.length === 0 ? all : telling).slice(-mostColumns);
}

/** A target that could not be asked does not answer otherwise. */
function observationsOf(
  runs: readonly ReducedReport['observations'][],
  columnsAre: Matrix['columnsAre'],
): Matrix['observations'] {
  const rows = differingAnswers(runs);
  if (columnsAre === 'runs') return rows;
  return rows.filter(
    ({ answers }) => new Set(answers.flatMap((one) => (one === null ? [] : shapeOf(one)))).size > 1,
  );
}

/**
 * The verdicts on each requirement across targets, if there are several, or runs, and its history.
 * @param columnOrder as given, each report is a column, as in a comparison
 */
export function matrixOf(
  given: readonly ReducedReport[],
  columnOrder: 'by time' | 'as given' = 'by time',
): Matrix {
  const isSorted = columnOrder === 'by time';
  const reports = isSorted ? [...given].sort(byTime) : given;
  const runs = reports.map(({ run }) => run);
  const places = placesByTarget(runs, isSorted);
  const columnsAre = isSorted && places.size > 1 ? 'targets' : 'runs';
  const columns = isSorted ? columnsOf(runs, places, columnsAre) : [...runs.keys()];
  const requirements = rowsOf(reports, columns, places, columnsAre);
  const courses = [...places].map(([target, own]) => courseOf(target, own, runs));
  return {
    formatVersion: 1,
    columnsAre,
    sentence: sentenceOf(requirements, columnsAre, courses, runs.length),
    notes: notesOf(reports.filter(({ run }) => run.checked > 0)),
    targets: [...places.keys()],
    courses,
    operations: [...new Map(reports.flatMap((one) => one.operations.map((own) => [own.name, own]))).values()],
    runs,
    columns,
    requirements,
    observations: observationsOf(
      columns.map((at) => reports[at]?.observations ?? []),
      columnsAre,
    ),
  };
}
