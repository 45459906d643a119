import { groupBy } from '../../src/model/group-by.ts';
import type { History, Matrix, MatrixRun, RunState } from '../../src/model/matrix.ts';
import { shapeOf } from '../../src/report/differences.ts';
import { runName } from '../../src/report/history.ts';
import { visibleDeep } from '../../src/text/escape.ts';
import { firstOf } from '../../src/text/more.ts';
import { plural, verb } from '../../src/text/plural.ts';
import { inSection } from './finding.ts';
import { bySeverity, longestStrip, type RowHistory, requirementStrip, runsOf } from './history-rows.ts';
import {
  cut,
  type Fact,
  fact,
  filled,
  listed,
  type Outline,
  type OutlineOptions,
  type OutlineSection,
  type RichText,
  type Row,
  type SignedCell,
} from './outline.ts';
import { reasonOf } from './rows.ts';
import { type Mark, moment, outcomeMarks, outcomeWord, worstFirst } from './words.ts';

/** Ids of requirements that were not checked for one reason; the rest is counted. */
const namedIds = 5;

/** The runs of one target after another: what they come to today, what is broken, what flickers, what healed. */
export function historyOutline(given: Matrix, options: OutlineOptions): Outline {
  const matrix = visibleDeep(given);
  const { sentence, notes, targets, runs } = matrix;
  const all = matrix.requirements.flatMap((row) => row.histories.map((history) => ({ row, history })));
  const group = (anchor: string, heading: string, own: readonly RowHistory[], empty?: string) => {
    const rows = [...own].sort(bySeverity).map((one) => requirementStrip(matrix, one));
    // One mistake may be several requirements: the verdict of a run counts the one, this the other.
    const count = own.length === 0 ? {} : { count: plural(own.length, 'requirement') };
    return { ...cut({ kind: 'strip', anchor, heading, rows, empty }, options), ...count };
  };
  const are = (...courses: readonly History['course'][]) =>
    all.filter(({ history }) => courses.includes(history.course));
  return {
    kind: `History of ${plural(runs.length, 'run')} of ${targets.length === 1 ? targets[0] : plural(targets.length, 'target')}`,
    tab: `${sentence} · conformance`,
    title: sentence,
    line: sentence,
    mark: markOf(matrix),
    head: notes.flatMap((note) => fact('note', note)),
    sections: filled([
      runStrips(matrix),
      group('broken', 'Broken now', are('deviates', 'broke'), 'Nothing.'),
      unchecked(matrix, all, options),
      group('flickers', 'Flickers', are('flickers')),
      group('healed', 'Healed', are('healed')),
      observations(matrix, options),
      nothingReached(matrix, options),
      ...(options.detail === 'page' ? [everyRun(matrix), steady(all)] : []),
    ]),
    conclusion: [...latest(matrix), ...fact('unchanged', steadyWords(all))],
  };
}

const stateMarks: Readonly<Record<RunState, Mark>> = { ...outcomeMarks, nothing: 'not-exercised' };

function markOf({ courses }: Matrix): Mark {
  const marks = courses.flatMap(({ stretches: [last] }) => (last ? stateMarks[last.state] : []));
  return worstFirst.find((mark) => marks.includes(mark)) ?? 'not-exercised';
}

/** `build-228, 2026-07-20 02:00:11 UTC`. */
function runWords(run: MatrixRun): string {
  return run.label === null ? moment(run.startedAt) : `${runName(run)}, ${moment(run.startedAt)}`;
}

/** `Deviates (exit 1)`. */
function stateWords({ outcome, exitCode, checked }: MatrixRun): string {
  return `${checked === 0 ? 'Reached nothing' : outcomeWord(outcome)} (exit ${exitCode})`;
}

/** `build-228 (2026-07-20)`. */
function dayWords(run: MatrixRun): string {
  return run.label === null ? runName(run) : `${runName(run)} (${run.startedAt.slice(0, 10)})`;
}

/** Why the last run of each target ended as it did, who has to act, and what comes next. */
function latest(matrix: Matrix): readonly Fact[] {
  return matrix.targets.flatMap((target): Fact[] => {
    const run = runsOf(matrix, target).at(-1);
    if (run === undefined) return [];
    const of = matrix.targets.length === 1 ? '' : `${target}: `;
    const why = fact('why', run.reason === '' ? null : `${of}${run.reason}`);
    if (run.exitCode === 0) return [...why];
    return [...why, ...fact('action needed', `${of}${run.act}`), ...fact('next', `${of}${run.next}`)];
  });
}

function runAnchor({ runId }: MatrixRun): string {
  return `run.${runId}`;
}

/** The runs of each target by their outcome, the latest at the right. */
function runStrips(matrix: Matrix): OutlineSection {
  const rows = matrix.targets.map((target): Row => {
    const own = runsOf(matrix, target).slice(-longestStrip);
    const ends = [own[0], own.at(-1)].flatMap((run) => (run ? dayWords(run) : []));
    const cells = own.map(
      (run): SignedCell => ({
        sign: run.checked === 0 ? 'note' : stateMarks[run.outcome],
        text: '',
        name: `${runWords(run)}: ${stateWords(run)}`,
        ...(run.page === null ? { to: runAnchor(run) } : { url: run.page }),
      }),
    );
    const of: RichText = matrix.targets.length === 1 ? [] : [{ value: target }, ': '];
    return { title: [...of, `${[...new Set(ends)].join(' to ')}, the latest at the right`], cells };
  });
  const shown = rows.flatMap(({ cells = [] }) => cells);
  const signs = new Set(shown.map(({ sign }) => sign));
  const left = matrix.runs.length - shown.length;
  return {
    kind: 'strip',
    anchor: 'runs',
    heading: 'Runs',
    count: matrix.runs.length,
    rows,
    legend: stripLegend.filter(({ sign }) => signs.has(sign)),
    ...(left > 0 ? { more: `and ${plural(left, 'earlier run')}` } : {}),
  };
}

const stripLegend = [
  { sign: 'conforms', text: 'conforms' },
  { sign: 'deviates', text: 'deviates' },
  { sign: 'waived', text: 'a waiver is no longer needed' },
  { sign: 'not-exercised', text: 'incomplete' },
  { sign: 'note', text: 'reached nothing' },
] as const;

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
    return { sign: 'not-exercised', title, lines: [fact('', firstOf(ids, namedIds))] };
  });
  return { ...cut(listed('record', 'unchecked', 'No longer checked', rows), options), count: open.length };
}

/** What the responses of a target show of an open question now, and what they showed before that. */
function observations(matrix: Matrix, options: OutlineOptions): OutlineSection {
  const rows = matrix.targets.flatMap((target) =>
    matrix.observations.flatMap(({ question, section, answers }): readonly Row[] => {
      const own = matrix.columns.flatMap((at, column) => {
        const [run, answer] = [matrix.runs[at], answers[column] ?? null];
        return run?.target === target && answer !== null ? [{ run, answer }] : [];
      });
      const now = own.at(-1);
      const before = own.findLast(({ answer }) => shapeOf(answer) !== shapeOf(now?.answer ?? ''));
      if (now === undefined || before === undefined) return [];
      const last = [{ value: before.answer }, `, the last time in ${runName(before.run)}`];
      const lines = [fact('now', [{ value: now.answer }]), fact('before', last)];
      return [{ sign: 'note', title: inSection(question, section), lines }];
    }),
  );
  return cut(listed('record', 'observations', 'Observations that changed', rows), options);
}

/** Runs that say nothing about the service, with their reasons, the latest first. */
function nothingReached({ runs }: Matrix, options: OutlineOptions): OutlineSection {
  const own = runs.filter(({ checked }) => checked === 0).toReversed();
  const rows = own.map(
    (run): Row => ({ sign: 'note', title: runWords(run), lines: [[{ label: '', text: run.reason }]] }),
  );
  return cut(listed('record', 'nothing', 'Reached nothing', rows), options);
}

/** A page alone has room for each run; a strip leads here where a run has no page. */
function everyRun({ runs, targets }: Matrix): OutlineSection {
  const own = runs.slice(-longestStrip).toReversed();
  const below = own.map(
    (run): Row => ({
      anchor: runAnchor(run),
      title: [
        run.page === null ? { value: run.runId } : { link: run.runId, url: run.page },
        ` ${runWords(run)}: ${stateWords(run)}${targets.length === 1 ? '' : `, ${run.target}`}`,
      ],
      lines: [[{ label: '', text: run.reason }]],
    }),
  );
  const title = `${plural(own.length, 'run')}, the latest first`;
  return { kind: 'list', anchor: 'every', heading: 'Each run', rows: [{ title, below }] };
}

/** What never changed, which a page alone names one by one. */
function steady(all: readonly RowHistory[]): OutlineSection {
  const rows = steadyCourses.flatMap(({ course, sign, words }): readonly Row[] => {
    const own = all.filter(({ history }) => history.course === course);
    if (own.length === 0) return [];
    const below = own.map(({ row: { id, section } }) => ({ title: [{ value: id }, ` § ${section}`] }));
    return [{ sign, title: `${plural(own.length, 'requirement')}, ${words}`, below }];
  });
  return { kind: 'list', anchor: 'steady', heading: 'Never changed', rows };
}

const steadyCourses = [
  { course: 'conforms', sign: 'conforms', words: 'in every run that checked it: conforms' },
  { course: 'not-checked', sign: 'not-exercised', words: 'in every run: not checked' },
] as const;

/** `142 of 148 requirements: 141 conform in every run that checked them, 1 was checked in no run`. */
function steadyWords(all: readonly RowHistory[]): string {
  const count = (wanted: History['course']) => all.filter(({ history }) => history.course === wanted).length;
  const [conforming, open] = [count('conforms'), count('not-checked')];
  const held = `${conforming} ${verb(conforming, 'conform')} in every run`;
  const others = open === 0 ? '' : `, ${open} ${open === 1 ? 'was' : 'were'} checked in none`;
  return `${conforming + open} of ${plural(all.length, 'requirement')}: ${held}${others}`;
}
