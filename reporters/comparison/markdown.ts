import type { ComparedRun, Comparison, ObservationChange, Unmatched } from '../../src/model/comparison.ts';
import { comparisonLine, durationWords, ratioWords, unchangedWords } from '../support/comparison-words.ts';
import { flipSections } from '../support/markdown-flips.ts';
import { assembled, type Section } from '../support/markdown-sections.ts';
import { code, longestSentence, text } from '../support/markdown-text.ts';
import { markWords, moment } from '../support/words.ts';

/** A summary for a pull request comment or a job summary, cut like that of a report. */
export function render(comparison: Comparison): string {
  return assembled(
    [
      head(comparison),
      ...flipSections(comparison),
      unmatched('New requirements', comparison.appeared),
      unmatched('Vanished requirements', comparison.vanished),
      observations(comparison),
      timing(comparison),
    ],
    'comparison.json',
  );
}

function head({ before, after, notes, summary, ...rest }: Comparison): Section {
  const sign = summary.outcome === 'worse' ? '❌' : '✅';
  const line = comparisonLine({ before, after, notes, summary, ...rest });
  return {
    before: [`## ${sign} ${text(line)}`, ''],
    rows: [
      ...summary.reasons.slice(1).map((reason) => `- ${text(reason)}`),
      ...notes.map((note) => `- Note: ${text(note)}`),
      `- Before: ${run(before)}`,
      `- After: ${run(after)}`,
      `- ${text(unchangedWords(summary.unchanged))}`,
    ],
    after: [],
  };
}

function run({ outcome, exitCode, baseUrl, startedAt, runId }: ComparedRun): string {
  return `${outcome} (exit ${exitCode}), ${code(baseUrl)}, ${code(moment(startedAt))}, run ${code(runId)}`;
}

function unmatched(heading: string, rows: readonly Unmatched[]): Section {
  const row = ({ id, strength, verdict, statement }: Unmatched) =>
    `- ${code(id)} (${strength}, ${markWords[verdict]}): ${text(statement)}`;
  return { before: [`### ${heading} (${rows.length})`, ''], rows: rows.map(row), after: [] };
}

function observations({ observations: all }: Comparison): Section {
  const answer = (given: string | null) => (given === null ? 'not answered' : code(given, longestSentence));
  const row = ({ question, section, before, after }: ObservationChange) =>
    `- ${text(question)} (section ${text(section)})<br>before: ${answer(before)}<br>after: ${answer(after)}`;
  return { before: [`### Observations that changed (${all.length})`, ''], rows: all.map(row), after: [] };
}

function timing({ timing: all }: Comparison): Section {
  return {
    before: [
      '<details>',
      '<summary>Time until the last byte, a hint only</summary>',
      '',
      '| request | before | after | ratio |',
      '|---|--:|--:|--:|',
    ],
    rows: all.map(
      (one) =>
        `| ${text(one.request)} | ${durationWords(one.before)} | ${durationWords(one.after)} | ${ratioWords(one)} |`,
    ),
    after: ['', '</details>'],
  };
}
