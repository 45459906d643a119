import { findingSentences } from '../src/answers/words.ts';
import type { SourcePlace } from '../src/model/location.ts';
import type { Report } from '../src/model/report.ts';
import { endingSoon, soonWords } from '../src/model/waiver.ts';
import { capital } from '../src/text/capital.ts';
import { clipped, workflowData, workflowProperty } from '../src/text/escape.ts';
import { andMore } from '../src/text/more.ts';
import { type Finding, findingOf, placeText } from './outline/finding.ts';
import { outcomeWord } from './outline/words.ts';

/**
 * Printed on standard error: the runner of GitHub Actions reads both streams, and standard output is the report's.
 */

/** GitHub shows as many annotations of a kind per step; one of them counts the others. */
const shownPerKind = 10;
/** Characters of one value in an annotation. */
const longestValue = 300;

interface Annotation {
  readonly title: string;
  readonly text: string;
  /** In the service's own sources. */
  readonly place?: SourcePlace | null;
}

/**
 * Workflow commands of GitHub Actions, one a line and a problem, the gravest first: errors for what fails the run,
 * warnings for what differs from an example only, notices for waivers that end soon and for
 * declared answers. Empty where there is nothing to report.
 */
export function render(report: Report): string {
  const findings = report.problems.map((problem) => findingOf(report, problem));
  const isWarning = report.run.options.staleWaivers === 'warn';
  const of = (fails: boolean) => findings.filter((finding) => finding.fails === fails).map(deviation);
  const failing = [...of(true), ...(isWarning ? [] : stale(report))];
  const errors = failing.length > 0 ? failing : reasons(report);
  const warnings = [...of(false), ...(isWarning ? stale(report) : [])];
  return [
    ...commands('error', errors),
    ...commands('warning', warnings),
    ...commands('notice', [...ending(report), ...answers(report)]),
  ]
    .map((line) => `${line}\n`)
    .join('');
}

function deviation({ title, fix, ids, support, places: [first], seen, location }: Finding): Annotation {
  const value = (text: string) => clipped(text, longestValue);
  const sentences = [
    ...(fix === null ? [] : [`Fix: ${fix}`]),
    `${ids.join(', ')} (${support})`,
    ...(first === undefined
      ? []
      : [placeText({ ...first, expected: value(first.expected), actual: value(first.actual) })]),
    ...(seen === null ? [] : [capital(seen)]),
  ];
  return { title, text: sentences.map((sentence) => `${sentence}.`).join(' '), place: location };
}

/** A waiver that is no longer needed fails a run as well. */
function stale({ waivers }: Report): readonly Annotation[] {
  return waivers
    .filter(({ state }) => state === 'stale')
    .map(({ id }) => ({
      title: `waiver ${id}`,
      text: 'It is no longer needed: what it names conforms now. Remove it.',
    }));
}

function ending({ waivers, run }: Report): readonly Annotation[] {
  return endingSoon(waivers, run.startedAt).map((waiver) => ({
    title: `waiver ${waiver.id}`,
    text: `${capital(soonWords(waiver, run.startedAt))}.`,
  }));
}

function answers({ answerFindings }: Report): readonly Annotation[] {
  return findingSentences(answerFindings).map(({ text }) => ({
    title: 'answers to open questions',
    text: `${text}.`,
  }));
}

/** A run that does not conform and in which nothing deviates says why, and what action is needed. */
function reasons({ summary, conclusion }: Report): readonly Annotation[] {
  if (summary.outcome === 'conforms') return [];
  const title = outcomeWord(summary.outcome);
  const why = conclusion.why.length === 0 ? [conclusion.verdict] : conclusion.why;
  return why.map((text) => ({ title, text: `${text}. Action needed: ${conclusion.act}` }));
}

function whereOf(place: SourcePlace | null = null): string {
  return place === null ? '' : `file=${workflowProperty(place.file)},line=${place.line},`;
}

function commands(kind: 'error' | 'warning' | 'notice', all: readonly Annotation[]): readonly string[] {
  const shown = all.length > shownPerKind ? all.slice(0, shownPerKind - 1) : all;
  const left = all.length - shown.length;
  const rest: readonly Annotation[] =
    left > 0 ? [{ title: 'conformance', text: `${andMore(left)}, see the reports of the run` }] : [];
  return [...shown, ...rest].map(
    ({ title, text, place }) =>
      `::${kind} ${whereOf(place)}title=${workflowProperty(title)}::${workflowData(text)}`,
  );
}
