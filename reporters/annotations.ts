import type { SourcePlace } from '../src/model/location.ts';
import type { Report, RequirementResult } from '../src/model/report.ts';
import { clipped, workflowData, workflowProperty } from '../src/text/escape.ts';
import { placeWords } from './support/row-text.ts';
import { deviating, operationsOf, rowsOf } from './support/rows.ts';
import { strengthWords } from './support/words.ts';

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
 * Workflow commands of GitHub Actions, one a line: errors for what fails the run, warnings for deviations from what is
 * only shown. Empty where there is nothing to tell.
 */
export function render(report: Report): string {
  const rows = operationsOf(report).flatMap((operation) => deviating(rowsOf(report, operation)));
  const ordered = [...rows].sort((left, right) => rank(left) - rank(right));
  const fails = ({ strength }: RequirementResult) => strength === 'stated' || report.run.options.strict;
  const isWarning = report.run.options.staleWaivers === 'warn';
  const failing = [...ordered.filter(fails).map(deviation), ...(isWarning ? [] : stale(report))];
  const errors = failing.length > 0 ? failing : reasons(report);
  const warnings = [
    ...ordered.filter((row) => !fails(row)).map(deviation),
    ...(isWarning ? stale(report) : []),
  ];
  return [...commands('error', errors), ...commands('warning', warnings)].map((line) => `${line}\n`).join('');
}

/** Who is served without credentials comes before any field. */
function rank({ facet, strength }: RequirementResult): number {
  if (facet === 'authorization' || facet === 'made-up-token') return 0;
  return strength === 'stated' ? 1 : 2;
}

function deviation(row: RequirementResult): Annotation {
  const { id, statement, section, strength, location, evidence } = row;
  const [first] = evidence;
  const value = (text: string) => clipped(text, longestValue);
  const seen = first
    ? ` At ${placeWords(first.pointer)}: expected ${value(first.expected)}, actual ${value(first.actual)}`
    : '';
  return {
    title: id,
    text: `${statement} (${strengthWords[strength]}, section ${section}).${seen}`,
    ...(location === undefined ? {} : { place: location }),
  };
}

/** A waiver that is no longer needed fails a run as well. */
function stale({ waivers }: Report): readonly Annotation[] {
  return waivers
    .filter(({ state }) => state === 'stale')
    .map(({ id }) => ({ title: `waiver ${id}`, text: 'What it names conforms now: remove the waiver.' }));
}

/** A run that does not conform and in which nothing deviates says why. */
function reasons({ summary }: Report): readonly Annotation[] {
  if (summary.outcome === 'conforms') return [];
  return summary.reasons.map((reason) => ({ title: `conformance ${summary.outcome}`, text: reason }));
}

function whereOf(place: SourcePlace | undefined): string {
  return place === undefined ? '' : `file=${workflowProperty(place.file)},line=${place.line},`;
}

function commands(kind: 'error' | 'warning', all: readonly Annotation[]): readonly string[] {
  const shown = all.length > shownPerKind ? all.slice(0, shownPerKind - 1) : all;
  const left = all.length - shown.length;
  const rest: readonly Annotation[] =
    left > 0 ? [{ title: 'conformance', text: `and ${left} more, see the reports of the run` }] : [];
  return [...shown, ...rest].map(
    ({ title, text, place }) =>
      `::${kind} ${whereOf(place)}title=${workflowProperty(title)}::${workflowData(text)}`,
  );
}
