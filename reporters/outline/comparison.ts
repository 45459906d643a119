import type {
  ComparedRun,
  Comparison,
  Direction,
  Duration,
  Flip,
  Standing,
  Unmatched,
} from '../../src/model/comparison.ts';
import type { Matrix } from '../../src/model/matrix.ts';
import { visibleDeep } from '../../src/text/escape.ts';
import { andMore } from '../../src/text/more.ts';
import { plural, verb } from '../../src/text/plural.ts';
import { changedRow } from './changes.ts';
import {
  cut,
  type Fact,
  fact,
  filled,
  listed,
  type Outline,
  type OutlineOptions,
  type RichText,
  type Row,
} from './outline.ts';
import { placeWords, reasonOf, requirementTitle } from './rows.ts';
import { alike, grid, unchecked } from './side-by-side.ts';
import { type Mark, markOf, markWords, moment, outcomeWord, strengthWords, supportWords } from './words.ts';

/** A comparison of two runs, and their matrix. */
export interface Compared {
  readonly comparison: Comparison;
  readonly matrix: Matrix;
}

/** What changed from one run to another; on a page also both beside each other. */
export function comparisonOutline(given: Compared, options: OutlineOptions): Outline {
  const { comparison, matrix } = visibleDeep(given);
  const { before, after, notes, summary, flips, still, appeared, vanished, observations, timing } =
    comparison;
  const list = (anchor: string, heading: string, rows: readonly Row[]) =>
    cut(listed('record', anchor, heading, rows), options);
  const turned = (direction: Direction) => flips.filter((flip) => flip.direction === direction).map(flipRow);
  const isPage = options.detail === 'page';
  const word = verdictWords[summary.verdict];
  const [reason = 'no reason was recorded', ...reasons] = summary.reasons;
  return {
    kind: 'Comparison of two conformance reports',
    tab: `${word} · comparison of two runs · conformance`,
    title: word,
    exitCode: summary.exitCode,
    // The decisive reason only.
    line: `${word.toUpperCase()} (exit ${summary.exitCode}): ${reason}`,
    mark: comparisonMark(comparison),
    head: [
      ...fact('before', runText(before)),
      ...fact('after', runText(after)),
      ...notes.flatMap((note) => fact('note', note)),
    ],
    sections: filled([
      ...(isPage ? [grid(matrix, options)] : []),
      list('worse', 'Got worse', turned('worse')),
      list('better', 'Got better', turned('better')),
      list('other', 'Changed otherwise', turned('other')),
      list('still', 'Deviates as before', still.map(stillRow)),
      list('appeared', 'New requirements', appeared.map(unmatchedRow)),
      list('vanished', 'Vanished requirements', vanished.map(unmatchedRow)),
      list('observations', 'Observations that differ', observations.map(changedRow)),
      {
        kind: 'facts',
        anchor: 'timing',
        heading: 'Response time (only a hint)',
        // `40 ms → 80 ms × 2`.
        rows: timing.map(({ request, ratio, ...run }) => {
          const times = `${durationWords(run.before)} → ${durationWords(run.after)}`;
          return { label: request, text: `${times}${ratio === null ? '' : ` × ${ratio}`}` };
        }),
      },
      ...(isPage ? [unchecked(matrix, options), alike(matrix)] : []),
    ]),
    conclusion: [
      ...fact('why', isPage ? reason : null),
      ...fact('unchanged', unchangedWords(summary)),
      ...reasons.flatMap((other) => fact('also', other)),
    ],
  };
}

function flipRow(flip: Flip): Row {
  const lines = [fact('verdict', flipWords(flip)), seenFacts(flip), fact('because', reasonOf(flip.after))];
  return { sign: markOf(flip.after), ...requirementTitle(flip, supportWords(flip)), lines };
}

/** `conforms → not checked`, and the strength where it changed too. */
function flipWords({ before, after }: Flip): string {
  const words = (standing: Standing) =>
    before.strength === after.strength
      ? markWords[markOf(standing)]
      : `${markWords[standing.verdict]} (${strengthWords[standing.strength]})`;
  return `${words(before)} → ${words(after)}`;
}

/** The deviation that came, else the one that went. */
function seenFacts({ before, after }: Flip): readonly Fact[] {
  const { seen, seenOmitted } = after.seen === undefined ? before : after;
  if (seen === undefined) return [];
  const more = seenOmitted > 0 ? ` ${andMore(seenOmitted)}` : '';
  return [
    ...fact('at', `${placeWords(seen.pointer)} (${seen.probe})${more}`),
    ...fact('expected', [{ value: seen.expected }]),
    ...fact(after.seen === undefined ? 'was' : 'actual', [{ value: seen.actual }]),
  ];
}

/** With both values where they differ. */
function stillRow(row: Comparison['still'][number]): Row {
  const { isOtherValue, before, after } = row;
  const value = (label: string, { seen }: Standing) => ({ label, text: [{ value: seen?.actual ?? '' }] });
  const unseen = fact('before', reasonOf(before) && `not seen in that run: ${reasonOf(before)}`);
  const lines = [isOtherValue ? [value('was', before), value('is', after)] : unseen];
  return { sign: markOf(after), ...requirementTitle(row, supportWords(row)), lines };
}

function unmatchedRow(row: Unmatched): Row {
  const sign = markOf(row);
  return { sign, ...requirementTitle(row, `${supportWords(row)}, ${markWords[sign]}`) };
}

/** `12 ms (median of 3)`, without needless digits: `0.4 ms`. */
function durationWords(duration: Duration | null): string {
  if (duration === null) return 'no response';
  const { requests, medianMs } = duration;
  const time = `${medianMs < 10 ? Math.round(medianMs * 10) / 10 : Math.round(medianMs)} ms`;
  return requests === 1 ? time : `${time} (median of ${requests})`;
}

const verdictWords: Readonly<Record<Comparison['summary']['verdict'], string>> = {
  better: 'Better',
  same: 'Same',
  worse: 'Worse',
  mixed: 'Mixed',
};

/** No green tick where something deviates as before. */
function comparisonMark({ summary, still }: Comparison): Mark {
  if (summary.outcome === 'worse') return 'deviates';
  return still.length > 0 || summary.worse > 0 ? 'shown-deviates' : 'conforms';
}

/** `Conforms (exit 0), https://…, 2026-03-01 12:00:00 UTC, run 5d0c by entity-config-conformance 0.1.0`. */
function runText({ outcome, exitCode, runId, startedAt, baseUrl, tool }: ComparedRun): RichText {
  const judged = `${outcomeWord(outcome)} (exit ${exitCode}), `;
  return [judged, { value: baseUrl }, `, ${moment(startedAt)}, run `, { value: runId }, ` by ${tool}`];
}

/** `148 requirements are unchanged: 140 conform, 5 deviate, …`, and how many changes only follow from others. */
function unchangedWords({ unchanged, consequences }: Comparison['summary']): string {
  const { conforms, deviates, waived, notExercised } = unchanged;
  const sum = conforms + deviates + waived + notExercised;
  const follow = consequences === 0 ? '' : `; ${consequences} more follow from these changes`;
  return `${plural(sum, 'requirement')} ${sum === 1 ? 'is' : 'are'} unchanged: ${conforms} ${verb(conforms, 'conform')}, ${deviates} ${verb(deviates, 'deviate')}, ${waived} accepted, ${notExercised} not checked${follow}`;
}
