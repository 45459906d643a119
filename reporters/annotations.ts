import type { ServiceProblem } from '../src/model/conclusion.ts';
import type { SourcePlace } from '../src/model/location.ts';
import type { Report } from '../src/model/report.ts';
import { clipped, workflowData, workflowProperty } from '../src/text/escape.ts';
import { andMore } from '../src/text/more.ts';
import { placeWords } from './outline/row-text.ts';
import { judgedNoun, outcomeWord, problemTitle, supportWords } from './outline/words.ts';

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
  readonly place?: SourcePlace;
}

/**
 * Workflow commands of GitHub Actions, one a line and a problem, the gravest first: errors for what fails the run,
 * warnings for what differs from an example only. Empty where there is nothing to report.
 */
export function render(report: Report): string {
  const fails = (problem: ServiceProblem) =>
    report.run.options.strict || rowsOf(report, problem).some(({ strength }) => strength === 'stated');
  const annotationOf = (problem: ServiceProblem) => deviation(report, problem);
  const isWarning = report.run.options.staleWaivers === 'warn';
  const failing = [...report.problems.filter(fails).map(annotationOf), ...(isWarning ? [] : stale(report))];
  const errors = failing.length > 0 ? failing : reasons(report);
  const warnings = [
    ...report.problems.filter((problem) => !fails(problem)).map(annotationOf),
    ...(isWarning ? stale(report) : []),
  ];
  return [...commands('error', errors), ...commands('warning', warnings)].map((line) => `${line}\n`).join('');
}

function rowsOf({ requirements }: Report, problem: ServiceProblem): Report['requirements'] {
  return requirements.filter(({ id }) => problem.requirements.includes(id));
}

function deviation(report: Report, problem: ServiceProblem): Annotation {
  const { cure, seen, requirements } = problem;
  const rows = rowsOf(report, problem);
  const value = (text: string) => clipped(text, longestValue);
  const places = rows.flatMap(({ evidence }) => evidence.slice(0, 1));
  const support = [...new Set(rows.map(supportWords))].join('; ');
  const share = seen.judged > 1 ? ` In ${seen.deviates} of ${seen.judged} ${judgedNoun(problem)}.` : '';
  const first = places
    .slice(0, 1)
    .map(
      ({ pointer, expected, actual }) =>
        ` At ${placeWords(pointer)}: expected ${value(expected)}, actual ${value(actual)}.`,
    );
  const text = `${cure === null ? '' : `Fix: ${cure}. `}${requirements.join(', ')} (${support}).${first.join('')}${share}`;
  const place = rows.find(({ location }) => location !== undefined)?.location;
  return { title: problemTitle(problem), text, ...(place === undefined ? {} : { place }) };
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

/** A run that does not conform and in which nothing deviates says why, and who acts. */
function reasons({ summary, conclusion }: Report): readonly Annotation[] {
  if (summary.outcome === 'conforms') return [];
  const title = outcomeWord(summary.outcome);
  const why = conclusion.why.length === 0 ? [conclusion.verdict] : conclusion.why;
  return why.map((text) => ({ title, text: `${text}. Action needed: ${conclusion.act}` }));
}

function whereOf(place: SourcePlace | undefined): string {
  return place === undefined ? '' : `file=${workflowProperty(place.file)},line=${place.line},`;
}

function commands(kind: 'error' | 'warning', all: readonly Annotation[]): readonly string[] {
  const shown = all.length > shownPerKind ? all.slice(0, shownPerKind - 1) : all;
  const left = all.length - shown.length;
  const rest: readonly Annotation[] =
    left > 0 ? [{ title: 'conformance', text: `${andMore(left)}, see the reports of the run` }] : [];
  return [...shown, ...rest].map(
    ({ title, text, place }) =>
      `::${kind} ${whereOf(place)}title=${workflowProperty(title)}::${workflowData(text)}`,
  );
}
