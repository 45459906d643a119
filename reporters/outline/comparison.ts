import type {
  ComparedRun,
  Comparison,
  Direction,
  Flip,
  Matrix,
  Standing,
  Unmatched,
} from '../../schemas/types.ts';
import { visibleDeep } from '../../src/text/escape.ts';
import { andMore } from '../../src/text/more.ts';
import { plural, verb } from '../../src/text/plural.ts';
import { byCause, changedRow } from './changes.ts';
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
  const { before, after, notes, summary, flips, still, appeared, vanished, observations } = comparison;
  const list = (anchor: string, heading: string, rows: readonly Row[], count = rows.length) =>
    cut(listed('record', anchor, heading, rows, { count }), options);
  const turned = (anchor: string, heading: string, direction: Direction) => {
    const own = flips.filter((flip) => flip.direction === direction);
    return list(anchor, heading, byCause(own.map(caused), options), own.length);
  };
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
      turned('worse', 'Got worse', 'worse'),
      turned('better', 'Got better', 'better'),
      turned('other', 'Changed otherwise', 'other'),
      list('still', 'Deviates as before', byCause(still.map(causedStill), options), still.length),
      list('appeared', 'New requirements', appeared.map(unmatchedRow)),
      list('vanished', 'Vanished requirements', vanished.map(unmatchedRow)),
      list('observations', 'Observations that differ', observations.map(changedRow)),
      ...(isPage ? [unchecked(matrix, options), alike(matrix)] : []),
    ]),
    conclusion: [
      ...fact('why', isPage ? reason : null),
      ...fact('unchanged', unchangedWords(summary)),
      ...reasons.flatMap((other) => fact('also', other)),
    ],
  };
}

function caused(flip: Flip) {
  const { id, before, after } = flip;
  const was = before.problem ?? reasonOf(before);
  const cause = after.problem ?? reasonOf(after) ?? (was === null ? null : `before: ${was}`);
  return { id, cause, as: [flipWords(flip), markOf(after)], row: () => flipRow(flip) };
}

function causedStill(one: Comparison['still'][number]) {
  const { id, before, after } = one;
  return {
    id,
    cause: after.problem ?? null,
    as: [reasonOf(before), markOf(after)],
    row: () => stillRow(one),
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
  const more = seenOmitted > 0 ? ` ${andMore(seenOmitted)}, see its report` : '';
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
