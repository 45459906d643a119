import type { Exchange } from '../../src/model/exchange.ts';
import type { Report } from '../../src/model/report.ts';
import { about, head, tally, titles } from './about.ts';
import { acts, counts } from './acts.ts';
import { changedObservations, changes } from './changes.ts';
import { conclusion } from './conclusion.ts';
import { effectsSection } from './effects.ts';
import { problemsIn } from './finding.ts';
import { findingRow } from './finding-row.ts';
import { declaredAnswers, observations } from './observations.ts';
import { operationSections, operationShares } from './operation.ts';
import type { OutlineOptions } from './options.ts';
import { filled, type Outline, type OutlineSection, type Row } from './outline.ts';
import { operationsOf } from './rows.ts';
import { clientsSection, failedSection, sourcesSection } from './traffic.ts';
import { commands, failures } from './unanswered.ts';
import { notChecked } from './unchecked.ts';
import { visibleReport } from './visible-report.ts';
import { waivers } from './waivers.ts';
import { outcomeLine, outcomeMarks } from './words.ts';

/** The report of a run or of recorded traffic. */
export function reportOutline(given: Report, options: OutlineOptions): Outline {
  const report = visibleReport(given);
  const { detail } = options;
  const groups: readonly (readonly OutlineSection[])[] = [
    [
      ...deviations(report, options),
      ...(detail === 'page' ? [records(report)] : []),
      ...(detail === 'verbose' ? [commands(given)] : []),
    ],
    ...ofTraffic(report, given, options),
    [changes(report, options), changedObservations(report)],
    detail === 'usual'
      ? [operationShares(report)]
      : operationsOf(report).flatMap((name) => operationSections(report, name, options)),
    [notChecked(report, options)],
    [waivers(report)],
    [declaredAnswers(report)],
    [observations(report, options)],
    ...(detail === 'page' ? [[effectsSection(report)], [exchanges(report)], [sourcesSection(report)]] : []),
    detail === 'verbose' || detail === 'page' ? [tally(report)] : [],
    detail === 'page' ? [about(report, options)] : [],
  ];
  const isFromEnd = detail === 'usual' || detail === 'verbose';
  return {
    ...titles(report),
    line: outcomeLine(report),
    mark: outcomeMarks[report.summary.outcome],
    head: detail === 'page' ? [] : head(report, options),
    sections: filled((isFromEnd ? [...groups].reverse() : groups).flat()),
    ...(detail === 'page' ? { counts: counts(report), acts: acts(report) } : {}),
    conclusion: conclusion(report, options),
    of: given,
  };
}

/** Requests that failed, and of recorded traffic the clients. */
function ofTraffic(
  report: Report,
  given: Report,
  { detail }: OutlineOptions,
): readonly (readonly OutlineSection[])[] {
  if (report.traffic?.operations.every(({ failed }) => failed !== undefined) !== true)
    return [[failures(report, given)]];
  return [[failedSection(report, given)], detail === 'usual' ? [] : [clientsSection(report)]];
}

/** Deviations of the service, and of its clients where requests were judged: each side has an owner. */
function deviations(report: Report, options: OutlineOptions): readonly OutlineSection[] {
  const all = problemsIn(report).map((problem, at) => ({
    side: problem.side,
    row: findingRow(report, problem, at, options),
  }));
  const ofClients = all.flatMap(({ side, row }) => (side === 'request' ? [row] : []));
  const ofService = all.flatMap(({ side, row }) => (side === 'request' ? [] : [row]));
  const section = (
    rows: readonly Row[],
    words: Pick<OutlineSection, 'anchor' | 'heading'>,
  ): OutlineSection => ({
    kind: 'record',
    count: rows.length,
    rows,
    ...words,
  });
  if (ofClients.length === 0) return [section(ofService, { anchor: 'deviations', heading: 'Deviations' })];
  return [
    section(ofService, { anchor: 'deviations', heading: 'Deviations of the service' }),
    section(ofClients, { anchor: 'client-deviations', heading: 'Deviations of its clients' }),
  ];
}

/** Responses that are shown line by line; the others are among all exchanges. */
const mostRecords = 10;

/** Exchanges in whose responses something deviates, or is accepted. */
function wrongResponses({ requirements, exchanges: all }: Report): readonly Exchange[] {
  const wrong = new Set(
    requirements.flatMap(({ verdict, side, evidence }) =>
      side === undefined && (verdict === 'deviates' || verdict === 'waived')
        ? evidence.map(({ exchange }) => exchange)
        : [],
    ),
  );
  return all.filter(({ id }) => wrong.has(id)).slice(0, mostRecords);
}

function records(report: Report): OutlineSection {
  const rows = wrongResponses(report);
  return {
    kind: 'exchanges',
    anchor: 'records',
    heading: 'Responses, line by line',
    count: rows.length,
    rows,
  };
}

/** What else was sent, and what came back; of traffic a sample. */
function exchanges(report: Report): OutlineSection {
  const isRecorded = report.traffic !== undefined;
  const shown = new Set(wrongResponses(report));
  const rows = report.exchanges.filter((one) => !shown.has(one));
  return {
    kind: 'exchanges',
    anchor: 'exchanges',
    heading: 'Requests and responses',
    count: isRecorded ? 'a sample' : report.exchanges.length,
    empty: shown.size > 0 ? 'All of them are above.' : isRecorded ? 'None is shown.' : 'Nothing was sent.',
    rows,
  };
}
