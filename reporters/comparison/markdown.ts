import type {
  ComparedRun,
  Comparison,
  Flip,
  ObservationChange,
  Still,
  Unmatched,
} from '../../src/model/comparison.ts';
import {
  comparisonLine,
  comparisonMark,
  directions,
  flipsOf,
  flipWords,
  otherValue,
  seenOf,
  standingReason,
  stillHeading,
  timingWords,
  unchangedWords,
} from '../outline/comparison-words.ts';
import { type Mark, markWords, moment, outcomeWord, strengthWords, supportWords } from '../outline/words.ts';
import { assembled, type MarkdownSection } from '../print/markdown-sections.ts';
import { code, longestSentence, text } from '../print/markdown-text.ts';
import { type FormatOptions, wholeFile } from '../reporter.ts';

const signs: Readonly<Partial<Record<Mark, string>>> = { conforms: '✅', deviates: '❌' };

/** A summary for a pull request comment or a job summary, in lists, cut like that of a report. */
export function render(comparison: Comparison, options: Pick<FormatOptions, 'files'> = {}): string {
  return assembled(
    [
      head(comparison),
      ...directions.map(({ direction, heading }) => list(heading, flipsOf(comparison, direction).map(flip))),
      list(stillHeading, comparison.still.map(still)),
      list('New requirements', comparison.appeared.map(unmatched)),
      list('Vanished requirements', comparison.vanished.map(unmatched)),
      list('Observations that changed', comparison.observations.map(observation)),
      timing(comparison),
    ],
    wholeFile(options),
  );
}

function list(heading: string, rows: readonly string[]): MarkdownSection {
  return { before: [`### ${heading} (${rows.length})`, ''], rows, after: [] };
}

function head(comparison: Comparison): MarkdownSection {
  const { before, after, notes, summary } = comparison;
  const sign = signs[comparisonMark(comparison)] ?? '⚠️';
  return {
    before: [`## ${sign} ${text(comparisonLine(comparison))}`, ''],
    rows: [
      ...summary.reasons.slice(1).map((reason) => `- ${text(reason)}`),
      ...notes.map((note) => `- Note: ${text(note)}`),
      `- Before: ${run(before)}`,
      `- After: ${run(after)}`,
      `- ${text(unchangedWords(summary))}`,
    ],
    after: [],
  };
}

function run({ outcome, exitCode, baseUrl, startedAt, runId }: ComparedRun): string {
  return `${outcomeWord(outcome)} (exit ${exitCode}), ${code(baseUrl)}, ${code(moment(startedAt))}, run ${code(runId)}`;
}

function flip(one: Flip): string {
  const why = standingReason(one.after);
  const seen = (seenOf(one)?.lines ?? []).map(
    ([label, value]) => `${label} ${label === 'at' ? text(value) : code(value)}`,
  );
  return [
    `- ${code(one.id)}: ${text(flipWords(one))}; ${text(one.statement)} (${text(supportWords(one))})`,
    ...(seen.length === 0 ? [] : [`  - ${seen.join(', ')}`]),
    ...(why === null ? [] : [`  - ${text(why)}`]),
  ].join('\n');
}

function still(one: Still): string {
  const values = otherValue(one);
  const other = values === null ? '' : `; was ${code(values[0])}, is ${code(values[1])}`;
  return `- ${code(one.id)}: ${text(one.statement)} (${text(supportWords(one))})${other}`;
}

function unmatched({ id, strength, verdict, statement }: Unmatched): string {
  return `- ${code(id)} (${strengthWords[strength]}, ${markWords[verdict]}): ${text(statement)}`;
}

function observation({ question, section, before, after }: ObservationChange): string {
  const answer = (given: string | null) => (given === null ? 'not answered' : code(given, longestSentence));
  return `- ${text(question)} (section ${text(section)})<br>before: ${answer(before)}<br>after: ${answer(after)}`;
}

function timing({ timing: all }: Comparison): MarkdownSection {
  return {
    before: ['<details>', '<summary>Response time, a hint only</summary>', ''],
    rows: all.map((one) => `- ${text(timingWords(one))}`),
    after: ['', '</details>'],
  };
}
