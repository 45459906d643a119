import type { History, Matrix, MatrixRow, MatrixRun, Stretch } from '../../schemas/types.ts';
import { shapeOf } from '../../src/report/differences.ts';
import { isChecked, isDeviating, runName } from '../../src/report/matrix.ts';
import { visibleDeep } from '../../src/text/escape.ts';
import { andMoreIn } from '../../src/text/more.ts';
import { plural } from '../../src/text/plural.ts';
import { byCause } from './changes.ts';
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
import { placeWords, requirementTitle } from './rows.ts';
import { signOf } from './targets.ts';
import { moment, outcomeMarks, outcomeWord, supportWords, withCommands } from './words.ts';

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
  const group = (anchor: string, heading: string, applies: (one: History) => boolean, empty?: string) => {
    const own = all.filter(({ history }) => applies(history)).sort(bySeverity);
    const rows = byCause(
      own.map((one) => ({
        id: one.id,
        cause: one.history.problem ?? null,
        as: [one.history.stretches, one.strength],
        row: () => requirementStrip(runs, one),
      })),
      options,
    );
    // One mistake may be several requirements: the verdict of a run counts the one, this the other.
    const count = own.length === 0 ? 0 : plural(own.length, 'requirement');
    return cut(listed('strip', anchor, heading, rows, { empty, count }), options);
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
      group('broken', 'Broken now', isBroken, 'Nothing.'),
      group('flickers', 'Flickers', (one) => one.course === 'flickers' && !isBroken(one)),
      group('healed', 'Healed', ({ course }) => course === 'healed'),
      cut(
        listed(
          'record',
          'observations',
          'Observations that changed',
          observations.flatMap((one) => answerRows(one, runs)),
        ),
        options,
      ),
    ]),
    conclusion: [
      ...fact('why', last?.reason),
      ...(last === undefined || last.exitCode === 0
        ? []
        : [...fact('action needed', last.act), ...fact('next', withCommands(last.next))]),
    ],
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
  const cells = shown.map(
    (run): SignedCell => ({
      sign: run.checked === 0 ? 'note' : outcomeMarks[run.outcome],
      text: '',
      name: stateWords(run),
      ...(run.page === null ? {} : { url: run.page }),
    }),
  );
  const left = runs.length - shown.length;
  return listed('strip', 'runs', 'Runs', [{ title: `${ends}, the latest at the right`, cells }], {
    count: runs.length,
    legend: stripLegend.filter((entry) => cells.some(({ sign }) => sign === entry.sign)),
    more: andMoreIn(left, left, whole, 'earlier run'),
  });
}

/** A requirement with its verdict in each of the last runs, since when, and what was seen last. */
function requirementStrip(runs: readonly MatrixRun[], row: Followed): Row {
  const signs = row.history.stretches.flatMap(({ verdict, runs: length }: Stretch) =>
    Array.from({ length }, () => signOf({ verdict }, row.strength)),
  );
  const cells = signs
    .map((sign, at): SignedCell => ({ sign: runs[at]?.checked === 0 ? 'note' : sign, text: '' }))
    .slice(-longestStrip);
  return {
    sign: cells.findLast(({ sign }) => sign !== 'note' && sign !== 'not-exercised')?.sign,
    ...requirementTitle(row, supportWords(row)),
    cells,
    lines: [sinceFacts(runs, row.history), seenFacts(runs, row)],
  };
}

/** Since when a requirement has its verdict, and how often it was otherwise; the first of all runs may not have been the first. */
function sinceFacts(
  runs: readonly MatrixRun[],
  { course, checked, deviates, flips, lasting, since, firstSeen }: History,
): readonly Fact[] {
  const run = runs[since ?? firstSeen ?? 0];
  const first = `${run && dayWords(run)}${since === null ? ' or earlier' : ''}, ${plural(lasting, 'run')}`;
  const changes = course === 'flickers' ? `; ${flips} changes, ` : '; ';
  // It deviates in no other runs than these.
  const isAll = course === 'broke' ? deviates === lasting : course === 'deviates';
  return fact(
    'since',
    isAll ? first : `${first}${changes}deviates in ${deviates} of ${plural(checked, 'run')}`,
  );
}

/** What was expected and seen where it deviates for the last time; the run leads to it in its report. */
function seenFacts(
  runs: readonly MatrixRun[],
  { id, history: { seen, lastSeen } }: Followed,
): readonly Fact[] {
  const run = runs[lastSeen ?? -1];
  if (seen === null || run === undefined) return [];
  const name = runName(run);
  return fact('latest', [
    `at ${placeWords(seen.pointer)} (${seen.probe}), `,
    run.page === null ? name : { link: name, url: run.page, to: id },
    ': expected ',
    { value: seen.expected },
    ', got ',
    { value: seen.actual },
  ]);
}

/** What the responses show of an open question now, and what they showed before that. */
function answerRows(
  { question, section, answers }: Matrix['observations'][number],
  runs: readonly MatrixRun[],
): readonly Row[] {
  const own = runs.flatMap((run, at) => {
    const answer = answers[at] ?? null;
    return answer === null ? [] : { run, answer };
  });
  const now = own.at(-1);
  const before = own.findLast(({ answer }) => shapeOf(answer) !== shapeOf(now?.answer ?? ''));
  if (now === undefined || before === undefined) return [];
  const last = [{ value: before.answer }, `, the last time in ${runName(before.run)}`];
  const lines = [fact('now', [{ value: now.answer }]), fact('before', last)];
  return [{ sign: 'note', title: inSection(question, section), lines }];
}
