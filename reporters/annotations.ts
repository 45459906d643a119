import type { Report } from '../schemas/types.ts';
import { findingSentences } from '../src/answers/words.ts';
import { capital } from '../src/text/capital.ts';
import { clipped, workflowData, workflowProperty } from '../src/text/escape.ts';
import { andMore } from '../src/text/more.ts';
import { type Finding, findingOf, notJudged, placeText, sentences } from './outline/finding.ts';
import { visibleReport } from './outline/rows.ts';
import { endings } from './outline/waivers.ts';
import { outcomeWord } from './outline/words.ts';

/** GitHub shows as many annotations of a kind per step; one of them counts the others. */
const shownPerKind = 10;
/** Characters of one value in an annotation. */
const longestValue = 300;

interface Annotation {
  readonly title: string;
  readonly text: string;
}

/**
 * Workflow commands of GitHub Actions, one a line and a problem, the most severe first: errors for what fails the run,
 * and one for what could not be judged beside it; warnings for what differs from an example only; notices for waivers
 * that end soon and for declared answers. Empty where there is nothing to report. Printed on standard error: the runner
 * reads both streams, and standard output is the report's.
 */
export function render(given: Report): string {
  const report = visibleReport(given);
  const { waivers, run, answerFindings } = report;
  const findings = report.problems.map((problem) => findingOf(report, problem));
  const of = (fails: boolean) => findings.filter((finding) => finding.fails === fails).map(deviation);
  // A waiver that is no longer needed fails a run as well.
  const stale = waivers
    .filter(({ state }) => state === 'stale')
    .map(({ id }) => ({
      title: `waiver ${id}`,
      text: 'It is no longer needed: what it names conforms now. Remove it.',
    }));
  const isWarning = run.options.staleWaivers === 'warn';
  const failing = [...of(true), ...(isWarning ? [] : stale)];
  const lines = [
    ...(failing.length > 0 ? commands('error', failing, open(report)) : commands('error', reasons(report))),
    ...commands('warning', [...of(false), ...(isWarning ? stale : [])]),
    ...commands('notice', [
      ...endings(report).map(({ id, text }) => ({ title: `waiver ${id}`, text: `${text}.` })),
      ...findingSentences(answerFindings).map(({ text }) => ({
        title: 'answers to open questions',
        text: `${text}.`,
      })),
    ]),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function deviation({ title, fix, ids, support, places: [first], seen }: Finding): Annotation {
  const value = (text: string) => clipped(text, longestValue);
  const text = sentences(
    fix && `Fix: ${fix}`,
    `${ids.join(', ')} (${support})`,
    first === undefined
      ? null
      : placeText({ ...first, expected: value(first.expected), actual: value(first.actual) }),
    seen && capital(seen),
  );
  return { title, text };
}

/** What could not be judged beside what fails the run, in one annotation. */
function open(report: Report): readonly Annotation[] {
  const why = notJudged(report);
  if (why.length === 0) return [];
  return [{ title: outcomeWord('incomplete'), text: withAct(why.join('. '), report) }];
}

/** A run that does not conform and in which nothing deviates says why, and what action is needed. */
function reasons(report: Report): readonly Annotation[] {
  const { summary } = report;
  if (summary.outcome === 'conforms') return [];
  const title = outcomeWord(summary.outcome);
  return summary.reasons.map((text) => ({ title, text: withAct(text, report) }));
}

function withAct(text: string, { conclusion }: Report): string {
  return `${text}. Action needed: ${conclusion.act}`;
}

/** @param last what is shown after the others, however many they are */
function commands(
  kind: 'error' | 'warning' | 'notice',
  all: readonly Annotation[],
  last: readonly Annotation[] = [],
): readonly string[] {
  const most = shownPerKind - last.length;
  const shown = all.length > most ? all.slice(0, most - 1) : all;
  const left = andMore(all.length - shown.length);
  const rest = left === '' ? [] : [{ title: 'conformance', text: `${left}, see the reports of the run` }];
  return [...shown, ...rest, ...last].map(
    ({ title, text }) => `::${kind} title=${workflowProperty(title)}::${workflowData(text)}`,
  );
}
