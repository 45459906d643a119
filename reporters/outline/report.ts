import type { Report } from '../../schemas/types.ts';
import { ofAll } from '../../src/text/more.ts';
import { plural } from '../../src/text/plural.ts';
import { about, head, tally, titles } from './about.ts';
import { changedObservations, changes, declaredAnswers, observations } from './changes.ts';
import { acts, conclusion, counts } from './conclusion.ts';
import { findingRow } from './finding-row.ts';
import { operationSections, operationShares } from './operation.ts';
import { capped, filled, listed, type Outline, type OutlineOptions, type OutlineSection } from './outline.ts';
import { operationsOf, visibleReport } from './rows.ts';
import { clientsSection } from './traffic.ts';
import { commands, failures } from './unanswered.ts';
import { notChecked } from './unchecked.ts';
import { waivers } from './waivers.ts';
import { outcomeLine, outcomeMarks } from './words.ts';

/** The report of a run or of recorded traffic. */
export function reportOutline(given: Report, options: OutlineOptions): Outline {
  const report = visibleReport(given);
  const { detail } = options;
  const isFull = detail === 'page' || detail === 'verbose';
  const isOfFields = detail === 'fields';
  const [records, others] = exchanges(report);
  const groups: (readonly OutlineSection[])[] = [
    isOfFields ? [] : [...deviations(report, options), records, commands(given)],
    [failures(report, given)],
    [clientsSection(report)],
    [changes(report, options), changedObservations(report, options)],
    isFull || isOfFields
      ? operationsOf(report).flatMap((name) => operationSections(report, name))
      : [operationShares(report)],
    [notChecked(report, options)],
    [waivers(report)],
    [declaredAnswers(report)],
    [observations(report, options)],
    [others],
    ...(isFull ? [[tally(report)], [about(report)]] : []),
  ];
  // What matters most is at the end of what a terminal prints.
  const isFromEnd = detail !== 'summary' && detail !== 'page';
  const sections = (isFromEnd ? groups.reverse() : groups).flat();
  return {
    ...titles(report),
    line: outcomeLine(report),
    mark: outcomeMarks[report.summary.outcome],
    counts: counts(report),
    acts: acts(report),
    conclusion: conclusion(report, options),
    head: isFull ? [] : head(report),
    sections: filled(sections).filter(({ only = detail }) => only === detail),
    of: given,
  };
}

/** Deviations of the service, and of its clients where requests were judged: each side has an owner. */
function deviations(report: Report, options: OutlineOptions): readonly OutlineSection[] {
  const problems = report.problems;
  const rows = problems.map((problem, at) => findingRow(report, problem, at, options));
  const of = (isOfClients: boolean) =>
    rows.filter((_, at) => (problems[at]?.side === 'request') === isOfClients);
  const ofClients = of(true);
  if (ofClients.length === 0) return [listed('record', 'deviations', 'Problems', rows)];
  return [
    listed('record', 'deviations', 'Problems of the service', of(false)),
    listed('record', 'client-deviations', 'Problems of its clients', ofClients),
  ];
}

/** Exchanges in whose responses something deviates, or is accepted, then all others; of traffic a sample. */
function exchanges({
  requirements,
  exchanges: all,
  traffic,
}: Report): readonly [OutlineSection, OutlineSection] {
  const wrong = new Set(
    requirements.flatMap(({ verdict, side, evidence }) =>
      side === undefined && (verdict === 'deviates' || verdict === 'waived')
        ? evidence.map(({ exchange }) => exchange)
        : [],
    ),
  );
  const shown = capped(
    all.filter(({ id }) => wrong.has(id)),
    'records',
  ).rows;
  const others = all.filter((one) => !shown.includes(one));
  const isRecorded = traffic !== undefined;
  const empty = isRecorded ? 'None is shown.' : 'Nothing was sent.';
  return [
    {
      kind: 'exchanges',
      only: 'page',
      anchor: 'records',
      heading: 'Responses, line by line',
      count: ofAll(shown.length, wrong.size),
      rows: shown,
    },
    {
      kind: 'exchanges',
      only: 'page',
      anchor: 'exchanges',
      heading: 'Requests and responses',
      count: isRecorded ? `a sample of ${plural(traffic.exchanges, 'exchange')}` : others.length,
      empty: shown.length > 0 ? 'All of them are above.' : empty,
      rows: others,
    },
  ];
}
