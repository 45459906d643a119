import type {
  Cell,
  CellVerdict,
  Course,
  History,
  Matrix,
  MatrixRow,
  MatrixRun,
  Observation,
  Report,
  RequirementResult,
  Stretch,
} from '../../schemas/types.ts';
import { known } from '../model/known.ts';
import { identity, type Requirement } from '../model/requirement.ts';
import { capital } from '../text/capital.ts';
import { clipped } from '../text/escape.ts';
import { plural, verb } from '../text/plural.ts';
import { buildWords } from './change.ts';
import { answersOf, comparedRun, differ, notesOf, standing, targetName } from './differences.ts';
import { isInScope } from './scope.ts';

/**
 * Many reports in one table: the runs of one service one after another, or the last runs of several services side by side.
 * A hundred reports of 150 KB take 1.1 s of processor time and 105 MB, as only the verdict on each requirement and the
 * first place of a deviation are kept.
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
  const { run, conclusion } = report;
  const cells = new Map(report.requirements.map((row) => [row.id, cellOf(row, report)]));
  const { verdict, act } = cut(conclusion);
  return {
    run: {
      ...comparedRun(report),
      label: run.label ?? null,
      target: targetName(report),
      verdict,
      act,
      next: conclusion.next,
      cut: run.cut,
      checked: [...cells.values()].filter(isChecked).length,
      page,
    },
    scope: JSON.stringify(run.scope),
    requirements: report.requirements.map(identity),
    cells,
    observations: report.observations.map(({ id, question, section, answer }) =>
      cut({ id, question, section, answer }),
    ),
  };
}

/** The verdicts on each requirement in the last run of each target, if there are several, or over the runs of one. */
export function matrixOf(given: readonly ReducedReport[]): Matrix {
  // A run whose report is given twice, such as with a copy of `--history`, counts once: with a page, if one has it.
  const distinct = new Map<string, ReducedReport>();
  for (const one of given) if (!distinct.get(one.run.runId)?.run.page) distinct.set(one.run.runId, one);
  const sorted = [...distinct.values()].sort(byTime);
  const last = new Map(sorted.map((report) => [report.run.target, report]));
  const columnsAre = last.size > 1 ? 'targets' : 'runs';
  const targets = [...last.keys()].sort().flatMap((target) => last.get(target) ?? []);
  const reports = columnsAre === 'runs' ? sorted : targets;
  const runs = reports.map(({ run }) => run);
  const requirements = rowsOf(reports, columnsAre);
  return {
    formatVersion: 1,
    columnsAre,
    sentence: columnsAre === 'runs' ? courseWords(runs) : differWords(requirements, runs),
    notes: notesOf(reports.flatMap(({ run, scope }) => (run.checked > 0 ? { ...run, scope } : []))),
    runs,
    requirements,
    observations: answersOf(reports.map(({ observations }) => observations)).filter(({ answers }) =>
      differ(answers.filter((answer) => answer !== null)),
    ),
  };
}

/** ISO 8601 in UTC sorts as text. */
function byTime({ run: one }: ReducedReport, { run: other }: ReducedReport): number {
  return `${one.startedAt} ${one.runId}` < `${other.startedAt} ${other.runId}` ? -1 : 1;
}

/** What differs first, in the order of the last report; requirements of earlier reports only come last. */
function rowsOf(reports: readonly ReducedReport[], columnsAre: Matrix['columnsAre']): readonly MatrixRow[] {
  const requirements = new Map<string, ReducedReport['requirements'][number]>();
  for (const one of reports.toReversed().flatMap((report) => report.requirements))
    if (!requirements.has(one.id)) requirements.set(one.id, one);
  const rows = [...requirements.values()].map((requirement): MatrixRow => {
    const cells = reports.map((report) => report.cells.get(requirement.id) ?? unknown);
    const differs = new Set(cells.filter(isChecked).map(({ verdict }) => verdict)).size > 1;
    if (columnsAre === 'targets') return { ...requirement, differs, cells, history: null };
    return { ...requirement, differs, cells: [], history: historyOf(cells) };
  });
  return rows.sort((one, other) => Number(other.differs) - Number(one.differs));
}

function differWords(rows: readonly MatrixRow[], runs: readonly MatrixRun[]): string {
  const { length } = rows.filter(({ differs }) => differs);
  return `${length} of ${plural(rows.length, 'requirement')} ${verb(length, 'differ')} between ${plural(runs.length, 'target')}`;
}

/*
 * Over the runs of one target. A run that reached nothing changes no requirement and ends nothing that was so before; a run
 * that checked a part counts for what it checked.
 */

export function isDeviating({ verdict }: Pick<Cell, 'verdict'>): boolean {
  return verdict === 'deviates' || verdict === 'waived';
}

export function isChecked(cell: Pick<Cell, 'verdict'>): boolean {
  return isDeviating(cell) || cell.verdict === 'conforms';
}

/** What became of one requirement. @param cells its verdicts, the oldest first */
function historyOf(cells: readonly Cell[]): History {
  const checked = cells.flatMap((cell, run) =>
    isChecked(cell) ? [{ ...cell, run, isWrong: isDeviating(cell) }] : [],
  );
  const deviating = checked.filter(({ isWrong }) => isWrong);
  const turns = [...checked.keys()].filter(
    (at) => at > 0 && checked[at]?.isWrong !== checked[at - 1]?.isWrong,
  );
  const turn = turns.at(-1);
  const lasting = checked.length - (turn ?? 0);
  const last = deviating.at(-1);
  return {
    course: courseOf(checked.at(-1)?.isWrong, turns.length, lasting),
    checked: checked.length,
    deviates: deviating.length,
    flips: turns.length,
    firstSeen: deviating[0]?.run ?? null,
    lastSeen: last?.run ?? null,
    since: turn === undefined ? null : (checked[turn]?.run ?? null),
    lasting,
    ...known({ problem: last?.problem }),
    seen: last?.seen ?? null,
    stretches: stretchesOf(cells),
  };
}

/** So many changes or more are flickering, while the last of them is within so many runs. */
const flickeringFlips = 4;
const settledAfter = 10;

function courseOf(isWrong: boolean | undefined, flips: number, lasting: number): Course {
  if (isWrong === undefined) return 'not-checked';
  if (flips >= flickeringFlips && lasting < settledAfter) return 'flickers';
  if (flips === 0) return isWrong ? 'deviates' : 'conforms';
  return isWrong ? 'broke' : 'healed';
}

function stretchesOf(cells: readonly Cell[]): readonly Stretch[] {
  const stretches: { verdict: CellVerdict; first: number; runs: number }[] = [];
  for (const [first, { verdict }] of cells.entries()) {
    const last = stretches.at(-1);
    if (last?.verdict === verdict) last.runs += 1;
    else stretches.push({ verdict, first, runs: 1 });
  }
  return stretches;
}

/** How a run is called in a sentence: by its build, otherwise by its minute. */
export function runName({ label, startedAt }: Pick<MatrixRun, 'label' | 'startedAt'>): string {
  return label === null ? `${startedAt.slice(0, 16).replace('T', ' ')} UTC` : buildWords(label);
}

/** What runs come to, and how much each says: one that says more is not overruled by those that say less. */
const states = {
  conforms: { words: 'conforms', weight: 2 },
  'stale-waivers': { words: 'has a waiver to remove', weight: 2 },
  deviates: { words: 'deviates', weight: 2 },
  incomplete: { words: 'incomplete', weight: 1 },
  nothing: { words: 'reached nothing', weight: 0 },
} as const;

function stateOf({ outcome, checked }: MatrixRun) {
  return states[checked === 0 ? 'nothing' : outcome];
}

/** `deviates since build-27, 3 runs`; the first of all runs may not have been the first that came to it. */
function sinceWords(runs: readonly MatrixRun[]): readonly string[] {
  const last = runs.at(-1);
  if (last === undefined) return [];
  const state = stateOf(last);
  const telling = runs.filter((run) => stateOf(run).weight >= state.weight);
  const before = telling.findLastIndex((run) => stateOf(run) !== state);
  const own = telling.slice(before + 1);
  const [first = last] = own;
  return [
    `${state.words} since ${runName(first)}${before === -1 ? ' or earlier' : ''}, ${plural(own.length, 'run')}`,
  ];
}

/** `Incomplete since build-30, 2 runs; before: deviates since build-27, 3 runs`. */
function courseWords(runs: readonly MatrixRun[]): string {
  const complete = runs.filter((run) => stateOf(run).weight === states.conforms.weight);
  return capital([...new Set([...sinceWords(runs), ...sinceWords(complete)])].join('; before: '));
}
