import type { History, Matrix, MatrixRow, MatrixRun, RunState } from '../../schemas/types.ts';
import { groupBy } from '../../src/model/group-by.ts';
import { shapeOf } from '../../src/report/differences.ts';
import { isChecked, isDeviating, runName } from '../../src/report/history.ts';
import { visibleDeep } from '../../src/text/escape.ts';
import { andMoreIn } from '../../src/text/more.ts';
import { plural, verb } from '../../src/text/plural.ts';
import { byCause, firstIds } from './changes.ts';
import { inSection } from './finding.ts';
import {
  cut,
  type Fact,
  fact,
  filled,
  listed,
  type Outline,
  type OutlineOptions,
  type OutlineSection,
  type Row,
  type SignedCell,
} from './outline.ts';
import { placeWords, reasonOf, requirementTitle } from './rows.ts';
import { cellSign } from './side-by-side.ts';
import {
  type Mark,
  moment,
  outcomeMarks,
  outcomeWord,
  supportWords,
  withCommands,
  worstFirst,
} from './words.ts';

/** Runs that a strip shows: the last ones. */
const longestStrip = 200;

/** One requirement over the runs. */
interface RowHistory {
  readonly row: MatrixRow;
  readonly history: History;
}

/** The runs of one service after another: what they come to today, what is broken, what flickers, what healed. */
export function historyOutline(given: Matrix, options: OutlineOptions): Outline {
  const matrix = visibleDeep(given);
  const { sentence, notes, targets, runs } = matrix;
  const all = matrix.requirements.flatMap((row) => row.histories.map((history) => ({ row, history })));
  const group = (anchor: string, heading: string, applies: (one: History) => boolean, empty?: string) => {
    const own = all.filter(({ history }) => applies(history));
    const rows = byCause(
      own.sort(bySeverity).map((one) => ({
        id: one.row.id,
        cause: one.history.problem ?? null,
        as: [one.history.stretches, one.row.strength],
        row: () => requirementStrip(matrix, one),
      })),
      options,
    );
    // One mistake may be several requirements: the verdict of a run counts the one, this the other.
    const count = own.length === 0 ? 0 : plural(own.length, 'requirement');
    return cut(listed('strip', anchor, heading, rows, { empty, count }), options);
  };
  return {
    kind: `History of ${plural(runs.length, 'run')} of ${targets[0]}`,
    tab: `${sentence} · conformance`,
    title: sentence,
    line: sentence,
    mark: markOf(matrix),
    head: notes.flatMap((note) => fact('note', note)),
    sections: filled([
      runStrip(matrix, options),
      group('broken', 'Broken now', isBroken, 'Nothing.'),
      unchecked(matrix, all, options),
      group('flickers', 'Flickers', (one) => one.course === 'flickers' && !isBroken(one)),
      group('healed', 'Healed', ({ course }) => course === 'healed'),
      observations(matrix, options),
    ]),
    conclusion: [...latest(matrix), ...fact('unchanged', steadyWords(all))],
  };
}

/** Whether it deviates in the last run that checked it. */
function isBroken({ stretches }: History): boolean {
  const last = stretches.findLast(({ verdict }) => isChecked(verdict));
  return last !== undefined && isDeviating(last.verdict);
}

const stateMarks: Readonly<Record<RunState, Mark>> = { ...outcomeMarks, nothing: 'not-exercised' };

function markOf({ courses }: Matrix): Mark {
  const marks = courses.flatMap(({ stretches: [last] }) => (last ? stateMarks[last.state] : []));
  return worstFirst.find((mark) => marks.includes(mark)) ?? 'not-exercised';
}

/** `build-228, 2026-07-20 02:00:11 UTC: Deviates (exit 1)`, and what it is without its outcome. */
function runWords(run: MatrixRun): string {
  return run.label === null ? moment(run.startedAt) : `${runName(run)}, ${moment(run.startedAt)}`;
}

function stateWords(run: MatrixRun): string {
  const word = run.checked === 0 ? 'Reached nothing' : outcomeWord(run.outcome);
  return `${runWords(run)}: ${word} (exit ${run.exitCode})`;
}

/** `build-228 (2026-07-20)`. */
function dayWords(run: MatrixRun): string {
  return run.label === null ? runName(run) : `${runName(run)} (${run.startedAt.slice(0, 10)})`;
}

/** Why the last run ended as it did, who has to act, and what comes next. */
function latest({ runs }: Matrix): readonly Fact[] {
  const run = runs.at(-1);
  if (run === undefined) return [];
  const why = fact('why', run.reason);
  if (run.exitCode === 0) return why;
  return [...why, ...fact('action needed', run.act), ...fact('next', withCommands(run.next))];
}

/** The runs by their outcome, the latest at the right. */
function runStrip({ runs }: Matrix, { whole }: OutlineOptions): OutlineSection {
  const shown = runs.slice(-longestStrip);
  const ends = [shown[0], shown.at(-1)].flatMap((run) => (run ? dayWords(run) : []));
  const cells = shown.map(
    (run): SignedCell => ({
      sign: run.checked === 0 ? 'note' : stateMarks[run.outcome],
      text: '',
      name: stateWords(run),
      ...(run.page === null ? {} : { url: run.page }),
    }),
  );
  const title = `${[...new Set(ends)].join(' to ')}, the latest at the right`;
  const signs = new Set(cells.map(({ sign }) => sign));
  const left = runs.length - shown.length;
  return listed('strip', 'runs', 'Runs', [{ title, cells }], {
    count: runs.length,
    legend: stripLegend.filter(({ sign }) => signs.has(sign)),
    more: andMoreIn(left, left, whole, 'earlier run'),
  });
}

const stripLegend = [
  { sign: 'conforms', text: 'conforms' },
  { sign: 'deviates', text: 'deviates' },
  { sign: 'waived', text: 'a waiver is no longer needed' },
  { sign: 'not-exercised', text: 'incomplete' },
  { sign: 'note', text: 'reached nothing' },
] as const;

/** Required by the document first, then what is accepted by a waiver last; the latest change first. */
function bySeverity(one: RowHistory, other: RowHistory): number {
  const rank = ({ row, history }: RowHistory) => {
    const last = history.stretches.findLast(({ verdict }) => verdict === 'deviates' || verdict === 'waived');
    return (last?.verdict === 'waived' ? 2 : 0) + (row.strength === 'stated' ? 0 : 1);
  };
  return rank(one) - rank(other) || (other.history.since ?? -1) - (one.history.since ?? -1);
}

/** A requirement with its verdict in each of the last runs, since when, and what was seen last. */
function requirementStrip(matrix: Matrix, one: RowHistory): Row {
  const { row, history } = one;
  const { title, anchor } = requirementTitle(row, supportWords(row));
  const { runs } = matrix;
  const cells = history.stretches
    .flatMap(({ verdict, runs: length }) => Array.from({ length }, () => cellSign({ verdict }, row)))
    .map((sign, at): SignedCell => ({ sign: runs[at]?.checked === 0 ? 'note' : sign, text: '' }))
    .slice(-longestStrip);
  const last = cells.findLast(({ sign }) => sign !== 'note' && sign !== 'not-exercised');
  return {
    sign: last?.sign,
    title,
    anchor,
    cells,
    lines: [historyFacts(matrix, history), seenFacts(matrix, one), uncheckedFacts(matrix, one)],
  };
}

/** Since when a requirement has its verdict, and how often it was otherwise; the first of all runs may not have been the first. */
function historyFacts({ runs }: Matrix, history: History): readonly Fact[] {
  const { course, checked, deviates, flips, lasting, since, firstSeen } = history;
  if (course === 'conforms' || course === 'not-checked') return [];
  const run = runs[since ?? firstSeen ?? 0];
  const name = run === undefined ? missingRun : dayWords(run);
  const share = `deviates in ${deviates} of ${plural(checked, 'run')}`;
  const rest: Readonly<Record<typeof course, string>> = {
    deviates: '',
    broke: deviates === lasting ? '' : `; ${share}`,
    healed: `; ${share}`,
    flickers: `; ${flips} changes, ${share}`,
  };
  return fact(
    'since',
    `${name}${since === null ? ' or earlier' : ''}, ${plural(lasting, 'run')}${rest[course]}`,
  );
}

const missingRun = 'a run that is not among these';

/** What was expected and seen where it deviates for the last time; the run leads to it in its report. */
function seenFacts({ runs }: Matrix, { row, history: { seen, lastSeen } }: RowHistory): readonly Fact[] {
  if (seen === null) return [];
  const { expected, actual, pointer, probe } = seen;
  const run = runs[lastSeen ?? -1];
  const name = run === undefined ? missingRun : runName(run);
  return fact('latest', [
    `at ${placeWords(pointer)} (${probe}), `,
    run === undefined || run.page === null ? name : { link: name, url: run.page, to: row.id },
    ': expected ',
    { value: expected },
    ', got ',
    { value: actual },
  ]);
}

/** That the last runs say nothing of it, and how many are not checked because of it. */
function uncheckedFacts({ runs, requirements }: Matrix, { row, history }: RowHistory): readonly Fact[] {
  const run = runs[history.unchecked?.since ?? -1];
  const { length } = requirements.filter(({ histories }) =>
    histories.some(({ unchecked: gap }) => gap?.because === row.id),
  );
  return [
    ...fact('not checked', run && `since ${runName(run)}`),
    ...fact('also', length === 0 ? null : `${plural(length, 'requirement')} not checked because of it`),
  ];
}

/** What the last runs did not check any more, by the reason; what follows from a deviation is counted there. */
function unchecked(matrix: Matrix, all: readonly RowHistory[], options: OutlineOptions): OutlineSection {
  const deviating = new Set(all.flatMap(({ row, history: { seen } }) => (seen === null ? [] : [row.id])));
  const open = all.flatMap(({ row, history: { unchecked: gap } }) => {
    const run = gap === null ? undefined : matrix.runs[gap.since];
    if (gap === null || run === undefined || deviating.has(gap.because ?? '')) return [];
    return [{ id: row.id, words: `since ${runName(run)}: ${reasonOf(gap) ?? 'no reason was recorded'}` }];
  });
  const rows = [...groupBy(open, ({ words }) => words)].map(([words, own]): Row => {
    const ids = own.map(({ id }) => id);
    const title = `${plural(own.length, 'requirement')} ${words}`;
    return { sign: 'not-exercised', title, lines: [fact('', firstIds(ids, options))] };
  });
  return cut(listed('record', 'unchecked', 'No longer checked', rows, { count: open.length }), options);
}

/** What the responses show of an open question now, and what they showed before that. */
function observations(matrix: Matrix, options: OutlineOptions): OutlineSection {
  const rows = matrix.observations.flatMap(({ question, section, answers }): readonly Row[] => {
    const own = matrix.columns.flatMap((at, column) => {
      const [run, answer] = [matrix.runs[at], answers[column] ?? null];
      return run !== undefined && answer !== null ? [{ run, answer }] : [];
    });
    const now = own.at(-1);
    const before = own.findLast(({ answer }) => shapeOf(answer) !== shapeOf(now?.answer ?? ''));
    if (now === undefined || before === undefined) return [];
    const last = [{ value: before.answer }, `, the last time in ${runName(before.run)}`];
    const lines = [fact('now', [{ value: now.answer }]), fact('before', last)];
    return [{ sign: 'note', title: inSection(question, section), lines }];
  });
  return cut(listed('record', 'observations', 'Observations that changed', rows), options);
}

/** `142 of 148 requirements: 141 conform in every run that checked them, 1 was checked in no run`. */
function steadyWords(all: readonly RowHistory[]): string {
  const count = (wanted: History['course']) => all.filter(({ history }) => history.course === wanted).length;
  const [conforming, open] = [count('conforms'), count('not-checked')];
  const held = `${conforming} ${verb(conforming, 'conform')} in every run`;
  const others = open === 0 ? '' : `, ${open} ${open === 1 ? 'was' : 'were'} checked in none`;
  return `${conforming + open} of ${plural(all.length, 'requirement')}: ${held}${others}`;
}
