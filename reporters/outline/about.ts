import type { Report } from '../../schemas/types.ts';
import { buildWords } from '../../src/report/change.ts';
import { countsIn } from '../../src/report/scope.ts';
import { plural } from '../../src/text/plural.ts';
import { type Fact, fact, type Outline, type OutlineSection } from './outline.ts';
import { targetWords, trafficFacts } from './traffic.ts';
import { linked, moment, outcomeWord, scopeWords, seconds, strengthWords } from './words.ts';

/** What a report is about: the target, the run, the document, and how many requirements there are. */

/** Characters of the target in the title of a tab, which browsers cut anyway. */
const longestTarget = 35;

export function titles(report: Report): Pick<Outline, 'kind' | 'tab' | 'title'> {
  const { target, run, summary, conclusion } = report;
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
    title: conclusion.verdict,
  };
}

/** What the base URL does not say. */
function calledWords({ reference }: Report['target']): string {
  return reference ? ' (the embedded reference service)' : '';
}

/** What was judged, and when. */
export function head(report: Report): readonly Fact[] {
  const { target, run } = report;
  const build = run.label === undefined ? '' : ` of ${buildWords(run.label)}`;
  return [
    ...fact('target', [{ value: targetWords(report) }, calledWords(target)]),
    ...fact('run', [{ value: run.id }, `${build}, ${moment(run.startedAt)}, ${requests(report)}`]),
    ...trafficFacts(report),
    ...fact('scope', scopeWords(report)),
  ];
}

/** `5 of 6 requests in 1.43 s, cut short`. */
function requests({ exchanges, plan, run, traffic: info }: Report): string {
  const cut = run.cut ? ', cut short' : '';
  if (info !== undefined) return `nothing sent; read in ${seconds(run.durationMs)} s${cut}`;
  const planned = plural(plan.length, 'request');
  const made = exchanges.length === plan.length ? planned : `${exchanges.length} of ${planned}`;
  return `${made} in ${seconds(run.durationMs)} s${cut}`;
}

/** The same, and where the report is from, in full. */
export function about(report: Report): OutlineSection {
  const { document, summary, formatVersion, tool } = report;
  return {
    kind: 'facts',
    anchor: 'about',
    heading: 'About this run',
    rows: [
      ...head(report),
      ...fact('document', [linked(document.title, document.url)]),
      ...fact('tool', `${tool.name} ${tool.version}`),
      ...fact('exit code', String(summary.exitCode)),
      ...fact('report format', String(formatVersion)),
      ...fact('schemas', [{ value: document.sha256 }, ' (SHA-256)']),
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
