import type { ComparedRun, Comparison, Flip, Standing, Still, Unmatched } from '../../schemas/types.ts';
import { capital } from '../../src/text/capital.ts';
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
import { type Mark, markOf, markWords, moment, outcomeWord, strengthWords, supportWords } from './words.ts';

/** What changed from one run to another. */
export function comparisonOutline(given: Comparison, options: OutlineOptions): Outline {
  const comparison = visibleDeep(given);
  const { before, after, notes, summary, flips, still, appeared, vanished, observations } = comparison;
  const { verdict, exitCode } = summary;
  const word = capital(verdict);
  const list = (anchor: string, heading: string, rows: readonly Row[], count = rows.length) =>
    cut(listed('record', anchor, heading, rows, { count }), options);
  const turned = (direction: Flip['direction'], heading: string) => {
    const own = flips.filter((flip) => flip.direction === direction);
    return list(direction, heading, byCause(own.map(caused), options), own.length);
  };
  // Where nothing fails, what got worse is only suggested by the document.
  const lenient = exitCode === 0 && flips.some(({ direction }) => direction === 'worse');
  return {
    kind: 'Comparison of two conformance reports',
    tab: `${word} · comparison of two runs · conformance`,
    title: word,
    exitCode,
    line: `${verdict.toUpperCase()} (exit ${exitCode}): ${summary.sentence}${lenient ? '; fails only under --strict' : ''}`,
    mark: comparisonMark(comparison),
    head: [
      ...fact('before', runText(before)),
      ...fact('after', runText(after)),
      ...notes.flatMap((note) => fact('note', note)),
    ],
    sections: filled([
      turned('worse', 'Got worse'),
      turned('better', 'Got better'),
      turned('other', 'Changed otherwise'),
      list('still', 'Deviates as before', byCause(still.map(causedStill), options), still.length),
      list('appeared', 'New requirements', appeared.map(unmatchedRow)),
      list('vanished', 'Vanished requirements', vanished.map(unmatchedRow)),
      list('observations', 'Observations that differ', observations.map(changedRow)),
    ]),
    conclusion: [
      ...fact('why', options.detail === 'page' ? summary.sentence : null),
      ...fact('unchanged', unchangedWords(summary)),
    ],
  };
}
function caused(flip: Flip) {
  const { id, before, after } = flip;
  const was = before.problem ?? reasonOf(before);
  const cause = after.problem ?? reasonOf(after) ?? (was === null ? null : `before: ${was}`);
  return { id, cause, as: [flipWords(flip), markOf(after)], row: () => flipRow(flip) };
}

function causedStill(one: Still) {
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
function stillRow(row: Still): Row {
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

/** No green tick where something deviates as before. */
function comparisonMark({ summary, still, flips }: Comparison): Mark {
  if (summary.outcome === 'worse') return 'deviates';
  const isWorse = flips.some(({ direction }) => direction === 'worse');
  return still.length > 0 || isWorse ? 'shown-deviates' : 'conforms';
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
