import type { History, Matrix, MatrixRow, MatrixRun } from '../../schemas/types.ts';
import { shapeOf } from '../../src/report/differences.ts';
import { isChecked, isDeviating, runName } from '../../src/report/matrix.ts';
import { visibleDeep } from '../../src/text/escape.ts';
import { andMoreIn } from '../../src/text/more.ts';
import { plural } from '../../src/text/plural.ts';
import { fact, filled, listed, type Outline, type OutlineOptions, type OutlineSection } from './outline.ts';
import { requirementTitle } from './rows.ts';
import { actFacts, answers, byCause, type Caused, placeFacts, signOf } from './several.ts';
import { moment, outcomeMarks, outcomeWord, supportWords } from './words.ts';

/** Runs that a strip shows: the last ones. */
const longestStrip = 200;

/** A requirement over the runs. */
interface Followed extends MatrixRow {
  readonly history: History;
}

/** The runs of one service after another: what they come to today, what is broken, what flickers, what healed. */
export function historyOutline(given: Matrix, options: OutlineOptions): Outline {
  const { sentence, notes, runs, requirements, observations } = visibleDeep(given);
  const all = requirements.flatMap(({ history, ...row }) => (history === null ? [] : { ...row, history }));
  const section = (anchor: string, heading: string, applies: (one: History) => boolean, empty?: string) => {
    const own = all.filter(({ history }) => applies(history)).sort(bySeverity);
    // One mistake may be several requirements: the verdict of a run counts the one, this the other.
    const count = own.length === 0 ? 0 : plural(own.length, 'requirement');
    const rows = own.map((one) => followed(runs, one));
    return byCause('strip', anchor, heading, rows, options, { empty, count });
  };
  const last = runs.at(-1);
  return {
    kind: `History of ${plural(runs.length, 'run')} of ${last?.target}`,
    tab: `${sentence} · conformance`,
    title: sentence,
    line: sentence,
    mark: last === undefined || last.checked === 0 ? 'not-exercised' : outcomeMarks[last.outcome],
    head: notes.flatMap((note) => fact('note', note)),
    sections: filled([
      runStrip(runs, options),
      section('broken', 'Broken now', isBroken, 'Nothing.'),
      section('flickers', 'Flickers', (one) => one.course === 'flickers' && !isBroken(one)),
      section('healed', 'Healed', ({ course }) => course === 'healed'),
      answers(
        'record',
        'observations',
        'Observations that changed',
        observations,
        (one) => nowAndBefore(one.answers, runs),
        options,
      ),
    ]),
    conclusion: last === undefined ? [] : [...fact('why', last.reason), ...actFacts(last)],
  };
}

/** Whether it deviates in the last run that checked it. */
function isBroken({ stretches }: History): boolean {
  const last = stretches.findLast(isChecked);
  return last !== undefined && isDeviating(last);
}

/** Required by the document first, then what is accepted by a waiver last; the latest change first. */
function bySeverity(one: Followed, other: Followed): number {
  const rank = ({ strength, history: { stretches } }: Followed) =>
    (stretches.findLast(isDeviating)?.verdict === 'waived' ? 2 : 0) + (strength === 'stated' ? 0 : 1);
  return rank(one) - rank(other) || (other.history.since ?? -1) - (one.history.since ?? -1);
}

/** `build-228 (2026-07-20)`. */
function dayWords(run: MatrixRun): string {
  return run.label === null ? runName(run) : `${runName(run)} (${run.startedAt.slice(0, 10)})`;
}

/** `build-228, 2026-07-20 02:00:11 UTC: Deviates (exit 1)`. */
function stateWords(run: MatrixRun): string {
  const name = run.label === null ? '' : `${runName(run)}, `;
  const word = run.checked === 0 ? 'Reached nothing' : outcomeWord(run.outcome);
  return `${name}${moment(run.startedAt)}: ${word} (exit ${run.exitCode})`;
}

const stripLegend = [
  { sign: 'conforms', text: 'conforms' },
  { sign: 'deviates', text: 'deviates' },
  { sign: 'waived', text: 'a waiver is no longer needed' },
  { sign: 'not-exercised', text: 'incomplete' },
  { sign: 'note', text: 'reached nothing' },
] as const;

/** The runs by their outcome, the latest at the right. */
function runStrip(runs: readonly MatrixRun[], { whole }: OutlineOptions): OutlineSection {
  const shown = runs.slice(-longestStrip);
  const ends = [...new Set([...shown.slice(0, 1), ...shown.slice(-1)].map(dayWords))].join(' to ');
  const cells = shown.map((run) => ({
    sign: run.checked === 0 ? ('note' as const) : outcomeMarks[run.outcome],
    text: '',
    name: stateWords(run),
    url: run.page ?? undefined,
  }));
  const left = runs.length - shown.length;
  return listed('strip', 'runs', 'Runs', [{ title: `${ends}, the latest at the right`, cells }], {
    count: runs.length,
    legend: stripLegend.filter((entry) => cells.some(({ sign }) => sign === entry.sign)),
    more: andMoreIn(left, left, whole, 'earlier run'),
  });
}

/** A requirement with its verdict in each of the last runs, since when, and what was seen last. */
function followed(runs: readonly MatrixRun[], row: Followed): Caused {
  const { id, strength, history } = row;
  const { stretches, problem = null, seen, lastSeen } = history;
  const signs = stretches.flatMap(({ verdict, runs: length }) =>
    Array.from({ length }, () => signOf(verdict, strength)),
  );
  const cells = signs
    .map((sign, at) => ({ sign: runs[at]?.checked === 0 ? ('note' as const) : sign, text: '' }))
    .slice(-longestStrip);
  const run = runs[lastSeen ?? -1];
  const name = run && (run.page === null ? runName(run) : { link: runName(run), url: run.page, to: id });
  return {
    id,
    cause: problem,
    as: [stretches, strength],
    row: {
      sign: cells.findLast(({ sign }) => sign !== 'note' && sign !== 'not-exercised')?.sign,
      ...requirementTitle(row, supportWords(row)),
      cells,
      lines: [
        fact('since', sinceWords(runs, history)),
        seen === null || name === undefined ? [] : placeFacts(seen, [', ', name]),
      ],
    },
  };
}

/** Since when a requirement has its verdict, and how often it was otherwise; the first of all runs may not have been the first. */
function sinceWords(
  runs: readonly MatrixRun[],
  { course, checked, deviates, flips, lasting, since, firstSeen }: History,
): string {
  const run = runs[since ?? firstSeen ?? 0];
  const first = `${run && dayWords(run)}${since === null ? ' or earlier' : ''}, ${plural(lasting, 'run')}`;
  const changes = course === 'flickers' ? `; ${flips} changes, ` : '; ';
  // It deviates in no other runs than these.
  const isAll = course === 'broke' ? deviates === lasting : course === 'deviates';
  return isAll ? first : `${first}${changes}deviates in ${deviates} of ${plural(checked, 'run')}`;
}

/** What the responses show of an open question now, and what they showed before that. */
function nowAndBefore(all: readonly (string | null)[], runs: readonly MatrixRun[]) {
  const own = runs.flatMap((run, at) => {
    const answer = all[at] ?? null;
    return answer === null ? [] : { run, answer };
  });
  const now = own.at(-1);
  const before = own.findLast(({ answer }) => shapeOf(answer) !== shapeOf(now?.answer ?? ''));
  if (now === undefined || before === undefined) return [];
  const last = `, the last time in ${runName(before.run)}`;
  return [['now', now.answer], ['before', before.answer, last] as const] as const;
}
