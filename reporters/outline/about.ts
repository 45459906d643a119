import type { Report } from '../../schemas/types.ts';
import { buildWords } from '../../src/report/change.ts';
import { countsIn } from '../../src/report/scope.ts';
import { plural } from '../../src/text/plural.ts';
import {
  type Fact,
  fact,
  joined,
  type Outline,
  type OutlineOptions,
  type OutlineSection,
  type RichText,
} from './outline.ts';
import { targetWords, trafficFacts } from './traffic.ts';
import { linked, moment, outcomeWord, scopeWords, seconds, strengthWords } from './words.ts';

/** What a report is about: the target, the run, the document, and how many requirements there are. */

/** Characters of the target in the title of a tab, which browsers cut anyway. */
const longestTarget = 35;

export function titles({
  target,
  run,
  summary,
  conclusion: { verdict },
}: Report): Pick<Outline, 'kind' | 'tab' | 'title'> {
  const place = Array.from(target.baseUrl.replace(/^https?:\/\//, ''));
  const short = place.slice(0, longestTarget).join('') + (place.length > longestTarget ? '…' : '');
  const build = run.label === undefined ? '' : `, ${buildWords(run.label)}`;
  return {
    kind: [
      'Conformance of ',
      { value: target.baseUrl },
      `${calledWords(target)}${build}, ${moment(run.startedAt)}`,
    ],
    tab: `${outcomeWord(summary.outcome)} · ${short} · conformance`,
    title: verdict,
  };
}

/** What the base URL does not say. */
function calledWords({ reference }: Report['target']): string {
  return reference ? ' (the embedded reference service)' : '';
}

/** What was judged, and when; the scope where it is not everything. */
export function head(report: Report, { detail }: OutlineOptions): readonly Fact[] {
  const { target, run, tool, document } = report;
  const isWhole = detail === 'verbose' || detail === 'page';
  const build = run.label === undefined ? '' : ` of ${buildWords(run.label)}`;
  return [
    ...fact('target', [{ value: targetWords(report) }, calledWords(target)]),
    ...fact('run', [{ value: run.id }, `${build}, ${moment(run.startedAt)}, ${requests(report)}`]),
    ...trafficFacts(report),
    ...fact('scope', detail === 'usual' && !isNarrowed(report) ? null : scopeWords(report)),
    ...fact(
      'document',
      isWhole ? [linked(document.title, detail === 'page' ? document.url : undefined)] : null,
    ),
    ...fact('tool', isWhole ? `${tool.name} ${tool.version}` : null),
  ];
}

function isNarrowed({ run: { scope, options }, operations, traffic: info }: Report): boolean {
  const isStricter = options.strict || options.requireShown !== undefined;
  if (info !== undefined) return isStricter || scope.operations.length < operations.length;
  const isOff = operations.some(({ flags }) => flags.some(({ name }) => scope[name] === false));
  const isPart = isOff || !scope.unauthorized || scope.operations.length < operations.length;
  return isPart || options.repeat > 1 || isStricter;
}

/** `5 of 6 requests in 1.43 s, cut short`. */
function requests({ exchanges, plan, run, traffic: info }: Report): string {
  const cut = run.cut ? ', cut short' : '';
  if (info !== undefined) return `nothing sent; read in ${seconds(run.durationMs)} s${cut}`;
  const planned = plural(plan.length, 'request');
  const made = exchanges.length === plan.length ? planned : `${exchanges.length} of ${planned}`;
  return `${made} in ${seconds(run.durationMs)} s${cut}`;
}

/** Counts of what is shown elsewhere: it is the same in every report, or decides no verdict. */
export function elsewhere(
  { summary, notAsked, documentNotes }: Report,
  { detail, whole }: OutlineOptions,
): RichText {
  const some = (count: number, text: RichText) => (count === 0 ? [] : [text]);
  const how = detail === 'usual' ? ' (--verbose lists them)' : '';
  const isShown = detail === 'verbose' || detail === 'page';
  const counts: readonly RichText[] = [
    ...some(isShown ? 0 : summary.observations, `${plural(summary.observations, 'observation')}${how}`),
    ...some(notAsked.length, plural(notAsked.length, 'open question')),
    ...some(
      documentNotes.length,
      `${plural(documentNotes.length, 'note')} on the document (docs/document.md)`,
    ),
  ];
  const isReferred = whole !== null && detail === 'summary' && counts.length > 0;
  return joined(isReferred ? [...counts, `see ${whole}`] : counts, ', ');
}

/** Where the report is from, in full. */
export function about(report: Report, options: OutlineOptions): OutlineSection {
  const { document, summary, formatVersion } = report;
  return {
    kind: 'facts',
    anchor: 'about',
    heading: 'About this run',
    rows: [
      ...head(report, options),
      ...fact('exit code', String(summary.exitCode)),
      ...fact('report format', String(formatVersion)),
      ...fact('schemas', [{ value: document.sha256 }, ' (SHA-256)']),
      ...fact('also', elsewhere(report, options)),
    ],
  };
}

/** Continues "what the document only suggests". */
function exampleWords({ strict, requireShown }: Report['run']['options']): string {
  if (strict) return 'does too, as this run is strict';
  const others =
    requireShown === undefined ? '' : `, except for ${requireShown.join(', ')} (--require-shown)`;
  return `does only under --strict${others}`;
}

/** How many requirements have which verdict. */
export function tally(report: Report): OutlineSection {
  const counted = report.requirements.filter(countsIn(report));
  const counts = ['conforms', 'deviates', 'waived', 'not-exercised'] as const;
  return {
    kind: 'table',
    anchor: 'tally',
    heading: 'Requirements',
    more: `What the document requires fails the run; what the document only suggests ${exampleWords(report.run.options)}`,
    columns: ['requirements', 'conforms', 'deviates', 'accepted', 'not checked'],
    rows: (['stated', 'shown'] as const).map((strength) => ({
      title: strengthWords[strength],
      cells: counts.map((count) => ({
        text: String(counted.filter((one) => one.strength === strength && one.verdict === count).length),
      })),
    })),
  };
}
