import type { Report, RequirementResult } from '../schemas/types.ts';
import { findingSentences } from '../src/answers/words.ts';
import { isGated } from '../src/model/requirement.ts';
import { capital } from '../src/text/capital.ts';
import { clipped } from '../src/text/escape.ts';
import { andMore } from '../src/text/more.ts';
import { type Finding, findingFor, findingOf, placeText, shortDeviation } from './outline/finding.ts';
import { said } from './outline/outline.ts';
import { reasonWords, visibleReport } from './outline/rows.ts';
import { acceptedWords, endings } from './outline/waivers.ts';
import { outcomeWord } from './outline/words.ts';

/** One thing that a report says to another tool, complete: a format puts entries into its syntax, and has no words of its own. */
export interface ReportEntry {
  /** `problem`: requirements that deviate for one cause, each of which has an entry as well. */
  readonly kind:
    | 'problem'
    | RequirementResult['verdict']
    | 'outcome'
    | 'incomplete'
    | 'waiver'
    | 'open question';
  readonly id: string;
  /** Only what fails the run is an error. */
  readonly level: 'error' | 'warning' | 'note';
  readonly title: string;
  /** The fix; where none is known, what was expected and what was there. Empty for what does not deviate. */
  readonly advice: string;
  /** Everything but the title on one line, in sentences. */
  readonly text: string;
  /** The same on lines, as long as it is. */
  readonly lines: readonly string[];
  /** The requirement that it is about, if it is one. */
  readonly row: RequirementResult | null;
  /** Code scanning and GitLab take nothing without a file: that of the setting, or the one in which it can be accepted. */
  readonly file: string;
}

type EntryWords = Partial<ReportEntry> & Pick<ReportEntry, 'kind' | 'id' | 'level' | 'title' | 'lines'>;

/** Characters of one value in a text of one line, and places named in it; the rest is counted. */
const longestValue = 300;
const mostPlaces = 3;

/** What deviates, what was not checked, what the run comes to, waivers and open questions. */
export function entriesOf(given: Report): readonly ReportEntry[] {
  const report = visibleReport(given);
  const { requirements, problems, waivers, run, answerFindings } = report;
  const open = requirements.filter(({ verdict }) => verdict === 'not-exercised');
  const entries: readonly EntryWords[] = [
    ...problems.map((problem) => problemWords(findingOf(report, problem))),
    ...requirements.flatMap((row) => deviationWords(report, row)),
    // What is not known to be protected has to be seen first.
    ...open.filter(({ unclear }) => unclear !== undefined).map(openWords),
    ...open.filter(({ unclear }) => unclear === undefined).map(openWords),
    ...runWords(report),
    ...waivers
      .filter(({ state }) => state === 'stale')
      .map(({ id }): EntryWords => {
        const lines = ['It is no longer needed: what it names conforms now', 'Remove it'];
        const level = run.options.staleWaivers === 'warn' ? 'warning' : 'error';
        return { kind: 'waiver', id, level, title: `waiver ${id}`, lines };
      }),
    ...endings(report).map(
      ({ id, text }): EntryWords => ({
        kind: 'waiver',
        id,
        level: 'note',
        title: `waiver ${id}`,
        lines: [text],
      }),
    ),
    ...findingSentences(answerFindings).map(
      ({ kind, id = '', text }): EntryWords => ({
        kind: 'open question',
        id: `${kind} ${id}`.trim(),
        level: 'note',
        title: 'answers to open questions',
        lines: [text],
      }),
    ),
  ];
  const file = run.options.sarifFile ?? 'conformance.waivers.json';
  return entries.map((one) => ({ advice: '', text: sentences(one.lines), row: null, file, ...one }));
}

function sentences(texts: readonly string[]): string {
  return texts.map((text) => `${text}.`).join(' ');
}

function problemWords(finding: Finding): EntryWords {
  const { title, fix, fails, support, ids, places, omitted, seen } = finding;
  const id = ids.join(', ');
  const advice = fix === null ? '' : `Fix: ${fix}`;
  const value = (text: string) => clipped(text, longestValue);
  const shown = places
    .slice(0, mostPlaces)
    .map((one) =>
      placeText({ ...one, expected: value(one.expected), actual: value(one.actual) }, ` (${one.probe})`),
    );
  const lines = said(
    advice,
    `${id} (${support})`,
    ...shown,
    capital(andMore(places.length - shown.length + omitted)),
    seen && capital(seen),
  );
  return { kind: 'problem', id, level: fails ? 'error' : 'warning', title, advice, lines };
}

/** A requirement that deviates, or does and is accepted. */
function deviationWords(report: Report, row: RequirementResult): readonly EntryWords[] {
  const { id, verdict, statement } = row;
  if (verdict !== 'deviates' && verdict !== 'waived') return [];
  const finding = findingFor(report, row);
  const { lines: texts, ...words } = problemWords(finding);
  const lines = said(
    statement,
    finding.support,
    ...finding.places.flatMap(({ place, probe, expected, actual }) => [
      `at: ${place} (${probe})`,
      `  expected: ${expected}`,
      `  actual: ${actual}`,
    ]),
    andMore(finding.omitted),
    finding.seen && `seen: ${finding.seen}`,
  );
  return [
    {
      ...words,
      kind: verdict,
      id,
      row,
      advice: words.advice || capital(shortDeviation(row)),
      text: sentences(texts),
      lines: verdict === 'waived' ? [acceptedWords(report, row)] : lines,
    },
  ];
}

function openWords(row: RequirementResult): EntryWords {
  const { id, statement: title, strength, waiver } = row;
  const lines = [`not checked: ${reasonWords({ ...row, covered: waiver !== undefined })}`];
  return { kind: 'not-exercised', id, level: strength === 'stated' ? 'warning' : 'note', title, lines, row };
}

/**
 * Why a run does not conform in which no deviation says so: a list without it would read as "all is well". Where something
 * deviates, what could not be judged beside it.
 */
function runWords({ summary, conclusion, requirements, run }: Report): readonly EntryWords[] {
  const { act, next, acts } = conclusion;
  const failing = requirements.filter((row) => row.verdict === 'deviates' && isGated(row, run.options));
  const open = acts.flatMap(({ kind, sentence }) => (kind === 'not-checked' ? sentence : []));
  const isExplained = failing.length > 0;
  if (summary.outcome === 'conforms' || (isExplained && open.length === 0)) return [];
  const why = isExplained ? open : summary.reasons;
  return [
    {
      kind: isExplained ? 'incomplete' : 'outcome',
      id: 'outcome',
      level: 'error',
      title: outcomeWord(isExplained ? 'incomplete' : summary.outcome),
      text: sentences([...why, `Action needed: ${act}`]),
      lines: [...why, act, next],
    },
  ];
}
