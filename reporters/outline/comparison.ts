import type { ComparedRun, Comparison, Flip, Standing, Still, Unmatched } from '../../schemas/types.ts';
import { capital } from '../../src/text/capital.ts';
import { visibleDeep } from '../../src/text/escape.ts';
import { andMore } from '../../src/text/more.ts';
import { plural, verb } from '../../src/text/plural.ts';
import { fact, filled, type Outline, type OutlineOptions, type RichText } from './outline.ts';
import { reasonOf, requirementTitle } from './rows.ts';
import { answers, beforeAndAfter, byCause, type Caused, placeFacts } from './several.ts';
import { type Mark, markOf, markWords, moment, outcomeWord, strengthWords, supportWords } from './words.ts';

/** What changed from one run to another. */
export function comparisonOutline(given: Comparison, options: OutlineOptions): Outline {
  const comparison = visibleDeep(given);
  const { before, after, notes, summary, flips, still, appeared, vanished, observations } = comparison;
  const { verdict, exitCode } = summary;
  const word = capital(verdict);
  const section = (anchor: string, heading: string, all: readonly Caused[]) =>
    byCause('record', anchor, heading, all, options);
  const turned = (direction: Flip['direction']) =>
    flips.filter((flip) => flip.direction === direction).map(flipped);
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
      section('worse', 'Got worse', turned('worse')),
      section('better', 'Got better', turned('better')),
      section('other', 'Changed otherwise', turned('other')),
      section('still', 'Deviates as before', still.map(deviatesStill)),
      section('appeared', 'New requirements', appeared.map(unmatched)),
      section('vanished', 'Vanished requirements', vanished.map(unmatched)),
      answers('record', 'observations', 'Observations that differ', observations, beforeAndAfter, options),
    ]),
    conclusion: [...fact('why', summary.sentence, 'page'), ...fact('unchanged', unchangedWords(summary))],
  };
}

/** With the deviation that came, else the one that went. */
function flipped(flip: Flip): Caused {
  const { id, before, after } = flip;
  const was = before.problem ?? reasonOf(before);
  const words = flipWords(flip);
  const { seen, seenOmitted } = after.seen === undefined ? before : after;
  const more = seenOmitted > 0 ? ` ${andMore(seenOmitted)}, see its report` : '';
  const lines = [
    fact('verdict', words),
    seen === undefined ? [] : placeFacts(seen, [more], after.seen === undefined ? 'was' : 'actual'),
    fact('because', reasonOf(after)),
  ];
  return {
    id,
    cause: after.problem ?? reasonOf(after) ?? (was === null ? null : `before: ${was}`),
    as: [words, markOf(after)],
    row: { sign: markOf(after), ...requirementTitle(flip, supportWords(flip)), lines },
  };
}

/** `conforms → not checked`, and the strength where it changed too. */
function flipWords({ before, after }: Flip): string {
  const words = (standing: Standing) =>
    before.strength === after.strength
      ? markWords[markOf(standing)]
      : `${markWords[standing.verdict]} (${strengthWords[standing.strength]})`;
  return `${words(before)} → ${words(after)}`;
}

/** With both values where they differ. */
function deviatesStill(one: Still): Caused {
  const { id, isOtherValue, before, after } = one;
  const value = (label: string, { seen }: Standing) => ({ label, text: [{ value: seen?.actual ?? '' }] });
  const reason = reasonOf(before);
  const unseen = fact('before', reason && `not seen in that run: ${reason}`);
  const lines = [isOtherValue ? [value('was', before), value('is', after)] : unseen];
  return {
    id,
    cause: after.problem ?? null,
    as: [reason, markOf(after)],
    row: { sign: markOf(after), ...requirementTitle(one, supportWords(one)), lines },
  };
}

function unmatched(one: Unmatched): Caused {
  const sign = markOf(one);
  const title = requirementTitle(one, `${supportWords(one)}, ${markWords[sign]}`);
  return { id: one.id, cause: null, as: null, row: { sign, ...title } };
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
