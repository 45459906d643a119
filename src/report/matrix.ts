import type {
  Cell,
  CellVerdict,
  Course,
  Difference,
  History,
  Matrix,
  MatrixRow,
  MatrixRun,
  Stretch,
} from '../model/matrix.ts';
import type { Observation, Report, RequirementResult } from '../model/report.ts';
import { identity, type Requirement } from '../model/requirement.ts';
import { clipped } from '../text/escape.ts';
import { plural } from '../text/plural.ts';
import { differencesOf, differingAnswers, judgedRun, standing, targetName } from './differences.ts';
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
  return {
    run: {
      runId: run.id,
      startedAt: run.startedAt,
      label: run.label ?? null,
      target: targetName(report),
      ...judged,
      reason: clipped(judged.reason, longestText),
      cut: run.cut,
      page,
    },
    scope: JSON.stringify(run.scope),
    requirements: report.requirements.map(identity),
    cells: new Map(report.requirements.map((row) => [row.id, cellOf(row, report)])),
    observations: report.observations.map(({ id, question, section, answer }) =>
      cut({ id, question, section, answer }),
    ),
  };
}

/** So many changes or more are flickering. */
const flickeringFlips = 4;

/** The verdict on a requirement in one run; `run` is the index of the run in the matrix. */
interface InRun {
  readonly run: number;
  readonly verdict: CellVerdict;
}

function stretchesOf(runs: readonly InRun[]): readonly Stretch[] {
  const stretches: { verdict: CellVerdict; first: number; runs: number }[] = [];
  for (const { run, verdict } of runs) {
    const last = stretches.at(-1);
    if (last?.verdict === verdict) last.runs += 1;
    else stretches.push({ verdict, first: run, runs: 1 });
  }
  return stretches;
}

function isDeviating({ verdict }: InRun): boolean {
  return verdict === 'deviates' || verdict === 'waived';
}

function courseOf(isDeviatingNow: boolean | undefined, flips: number): Course {
  if (isDeviatingNow === undefined) return 'not-checked';
  if (flips >= flickeringFlips) return 'flickers';
  if (flips === 0) return isDeviatingNow ? 'deviates' : 'conforms';
  return isDeviatingNow ? 'broke' : 'healed';
}

/** @param places indexes of the runs of one target, the oldest first */
function historyOf(target: string, places: readonly number[], cells: readonly Cell[]): History {
  const runs = places.map((run) => ({ run, verdict: (cells[run] ?? unknown).verdict }));
  const checked = runs.filter((one) => isDeviating(one) || one.verdict === 'conforms');
  const deviating = checked.filter(isDeviating);
  const changes = checked.filter((one, at) => {
    const before = checked[at - 1];
    return before !== undefined && isDeviating(before) !== isDeviating(one);
  });
  const last = checked.at(-1);
  return {
    target,
    course: courseOf(last && isDeviating(last), changes.length),
    checked: checked.length,
    deviates: deviating.length,
    flips: changes.length,
    firstSeen: deviating[0]?.run ?? null,
    lastSeen: deviating.at(-1)?.run ?? null,
    since: changes.at(-1)?.run ?? null,
    stretches: stretchesOf(runs),
  };
}

/** Older runs have no column; histories have all runs. */
const mostColumns = 10;

export interface MatrixOptions {
  /** What a column is; by default a target if there are several, otherwise a run. */
  readonly by?: Matrix['columnsAre'];
  /** Whether to keep the order of the reports, as in a comparison; by default they are sorted by time. */
  readonly asGiven?: boolean;
}

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

const order: Readonly<Record<Difference, number>> = { columns: 0, time: 0, consequence: 1, none: 2 };

/** What differs first, of that what deviates in the last column, then in any column; stated before shown. */
function rank({ difference, cells, strength }: MatrixRow): number {
  const deviates = cells.map(({ verdict }) => verdict === 'deviates');
  const where = deviates.at(-1) ? 0 : deviates.includes(true) ? 1 : 2;
  return order[difference] * 10 + where * 2 + (strength === 'stated' ? 0 : 1);
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
    const histories = [...places].map(([target, runs]) => historyOf(target, runs, cells));
    return [{ ...requirement, difference: differences.get(id) ?? 'none', cells: shown, histories }];
  });
  return rows.sort((left, right) => rank(left) - rank(right));
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
    ...(cutRuns > 0 ? [`${plural(cutRuns, 'run')} ended before every planned request was sent`] : []),
  ];
}

function sentenceOf(
  rows: readonly MatrixRow[],
  columnsAre: Matrix['columnsAre'],
  targets: number,
  runs: number,
): string {
  const count = (wanted: Difference) => rows.filter(({ difference }) => difference === wanted).length;
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
    observations: differingAnswers(columns.map((at) => reports[at]?.observations ?? [])),
  };
}
