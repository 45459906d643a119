import type { Exchange } from '../../src/model/exchange.ts';
import type { Report } from '../../src/model/report.ts';
import { endingSoon, soonWords } from '../../src/model/waiver.ts';
import { capital } from '../../src/text/capital.ts';
import { visibleDeep } from '../../src/text/escape.ts';
import { glue } from '../../src/text/layout.ts';
import { andMore } from '../../src/text/more.ts';
import { plural } from '../../src/text/plural.ts';
import { acts, causes, counts, otherCauses } from './acts.ts';
import { changedObservations, changes } from './changes.ts';
import { effectsSection, leftBehind } from './effects.ts';
import { problemsIn } from './finding.ts';
import { findingRow } from './finding-row.ts';
import { documentCommand, explainCommand } from './links.ts';
import { observations } from './observations.ts';
import { operationSections, operationShares } from './operation.ts';
import {
  type Fact,
  fact,
  filled,
  joined,
  type Outline,
  type OutlineSection,
  type RichText,
  type Row,
  type TextPiece,
} from './outline.ts';
import { operationsOf } from './rows.ts';
import { clientsSection, failedSection, sourcesSection, targetWords, trafficFacts } from './traffic.ts';
import { commands, failures } from './unanswered.ts';
import { notChecked } from './unchecked.ts';
import { visibleReport } from './visible-report.ts';
import { waivers } from './waivers.ts';
import { webLink } from './web-link.ts';
import {
  moment,
  outcomeLine,
  outcomeMarks,
  outcomeWord,
  restWords,
  scopeWords,
  seconds,
  strengthWords,
} from './words.ts';

/** A file of the report: its name, its path for people, and where it is on this machine. */
interface ReportFile {
  readonly name: string;
  readonly path: string;
  readonly url: string;
}

/** For whom, and what else is known about the report. */
export interface OutlineOptions {
  /**
   * `summary`: read from its beginning; `usual`: read from its end; `verbose`: with the fields and their matrix, all
   * observations, all reasons and all commands as well; `page`: from its beginning, with everything.
   */
  readonly detail: 'summary' | 'usual' | 'verbose' | 'page';
  /** Name of the file that has everything; null for none. */
  readonly whole: string | null;
  /** Files to name. */
  readonly files?: readonly ReportFile[];
  /** Where people find the page of the report; null where nobody knows. */
  readonly pageUrl?: string | null;
}

/** Causes that are listed in a summary; it has them below, too. */
const mostWhy = 5;

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

/** Characters of the target in the title of a tab, which browsers cut anyway. */
const longestTarget = 35;

function titles({
  target,
  run,
  summary,
  conclusion: { verdict },
}: Report): Pick<Outline, 'kind' | 'tab' | 'title'> {
  const place = Array.from(target.baseUrl.replace(/^https?:\/\//, ''));
  const short = place.slice(0, longestTarget).join('') + (place.length > longestTarget ? '…' : '');
  const build = run.label === undefined ? '' : `, build ${run.label}`;
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

/** What a target is called, where its base URL does not say it. */
function calledWords({ name, reference }: Report['target']): string {
  if (reference) return ' (the embedded reference service)';
  return name === undefined ? '' : ` (${name})`;
}

/** Why, what action is needed, what changed, what was not checked, the effects on the service, and what to do next. */
function conclusion(report: Report, options: OutlineOptions): readonly Fact[] {
  const { act, next } = report.conclusion;
  const { changed, notChecked: open } = restWords(report.conclusion);
  const { detail, pageUrl = null, files = [] } = options;
  const isPage = detail === 'page';
  const told = [
    ...(isPage
      ? []
      : [...fact('counts', countWords(report, detail)), ...why(report, detail), ...soon(report)]),
    ...fact('action needed', act),
    ...(isPage ? fact('next', command(report, next)) : []),
    ...fact('changed', changed),
    ...fact('not checked', report.conclusion.notChecked === null ? open : [{ ref: open, to: 'not-checked' }]),
    ...fact('reports', fileList(files)),
    ...fact('report', pageUrl === null ? null : [{ link: pageUrl, url: pageUrl }]),
    ...(isPage ? [] : [...explained(report), ...fact('next', command(report, next))]),
  ];
  if (isPage) return told;
  const aside = [
    ...fact('effects', leftBehind(report, options.whole)),
    ...fact('also', elsewhere(report, options)),
  ];
  return detail === 'summary' ? [...told, ...aside] : [...aside, ...told];
}

/** What conforms as a whole is said by its operations. */
function countWords(report: Report, detail: OutlineOptions['detail']): string {
  if (detail === 'usual' && report.summary.outcome === 'conforms') return '';
  return counts(report)
    .map(({ text }) => text)
    .join(', ');
}

/** A terminal has the deviations right above; a summary begins with them. */
function why(report: Report, detail: OutlineOptions['detail']): readonly Fact[] {
  const all = detail === 'summary' ? causes(report) : otherCauses(report);
  const most = detail === 'summary' ? mostWhy : all.length;
  return [
    ...all.slice(0, most).flatMap((text) => fact('why', text)),
    ...fact('why', andMore(all.length - most)),
  ];
}

function soon({ waivers: all, run: { startedAt } }: Report): readonly Fact[] {
  return endingSoon(all, startedAt).flatMap((waiver) =>
    fact('waiver', capital(soonWords(waiver, startedAt))),
  );
}

/** What the document says of the first deviation. */
function explained(report: Report): readonly Fact[] {
  const [id] = problemsIn(report)[0]?.requirements ?? [];
  return id === undefined ? [] : fact('explain', [{ value: explainCommand(report.tool, id) }]);
}

/** A command can be copied; a sentence stays text. */
function command({ tool }: Report, text: string): RichText {
  return text.startsWith(`${tool.command ?? 'conformance'} `) ? [{ value: text }] : text;
}

/** Counts of what is shown elsewhere: it is the same in every report, or decides no verdict. */
function elsewhere(
  { summary, notAsked, documentNotes, tool }: Report,
  { detail, whole }: OutlineOptions,
): RichText {
  const counts: readonly RichText[] = [
    ...(detail === 'verbose' || detail === 'page' || summary.observations === 0
      ? []
      : [plural(summary.observations, 'observation')]),
    ...(notAsked.length === 0 ? [] : [plural(notAsked.length, 'open question')]),
    ...(documentNotes.length === 0
      ? []
      : [[`${plural(documentNotes.length, 'note')} on the document: `, { value: documentCommand(tool) }]]),
  ];
  return joined(
    whole === null || detail !== 'summary' || counts.length === 0 ? counts : [...counts, `see ${whole}`],
    ', ',
  );
}

/** The page with its path, the other files of the folder by their names. */
function fileList(files: readonly ReportFile[]): RichText {
  const pageFirst = [...visibleDeep(files)].sort(
    (a, b) => Number(b.name === 'report.html') - Number(a.name === 'report.html'),
  );
  const links = pageFirst.map(({ path, name, url }, index): readonly TextPiece[] => [
    { link: (index === 0 ? path : name).replaceAll(' ', glue), url },
  ]);
  return joined(links, ', ');
}

/** What was judged, and when; the scope where it is not everything. */
function head(report: Report, { detail }: OutlineOptions): readonly Fact[] {
  const { target, run, tool, document } = report;
  const isWhole = detail === 'verbose' || detail === 'page';
  const address = detail === 'page' ? webLink(document.url) : null;
  const build: readonly TextPiece[] = run.label === undefined ? [] : [' of build ', { value: run.label }];
  return [
    ...fact('target', [{ value: targetWords(report) }, calledWords(target)]),
    ...fact('run', [{ value: run.id }, ...build, `, ${moment(run.startedAt)}, ${requests(report)}`]),
    ...trafficFacts(report),
    ...fact('scope', detail === 'usual' && !isNarrowed(report) ? null : scopeWords(report)),
    ...fact(
      'document',
      isWhole ? [address === null ? document.title : { link: document.title, url: address }] : null,
    ),
    ...fact('tool', isWhole ? `${tool.name} ${tool.version}` : null),
  ];
}

function isNarrowed({ run: { scope, options }, operations, traffic: info }: Report): boolean {
  const isStricter = options.strict || options.requireShown !== undefined;
  if (info !== undefined) return isStricter || scope.operations.length < operations.length;
  const isOff = operations.some(({ flags }) => flags.some(({ name }) => scope[name] === false));
  return (
    isOff ||
    !scope.unauthorized ||
    scope.operations.length < operations.length ||
    options.repeat > 1 ||
    isStricter
  );
}

/** `5 of 6 requests in 1.43 s, cut short`. */
function requests({ exchanges, plan, run, traffic: info }: Report): string {
  const cut = run.cut ? ', cut short' : '';
  if (info !== undefined) return `nothing sent; read in ${seconds(run.durationMs)} s${cut}`;
  const planned = plural(plan.length, 'request');
  const made = exchanges.length === plan.length ? planned : `${exchanges.length} of ${planned}`;
  return `${made} in ${seconds(run.durationMs)} s${cut}`;
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

/** Where the report is from, in full. */
function about(report: Report, options: OutlineOptions): OutlineSection {
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

/** Continues "what is seen only in an example". */
function exampleWords({ strict, requireShown }: Report['run']['options']): string {
  if (strict) return 'does too, as this run is strict';
  return requireShown === undefined
    ? 'does only under --strict'
    : `does only under --strict, but for ${requireShown.join(', ')} (--require-shown)`;
}

/** How many requirements have which verdict. */
function tally({ summary, run }: Report): OutlineSection {
  const counts = ['conforms', 'deviates', 'waived', 'notExercised'] as const;
  const rows = (['stated', 'shown'] as const).map((strength) => ({
    title: strengthWords[strength],
    cells: counts.map((count) => ({ text: String(summary[strength][count]) })),
  }));
  return {
    kind: 'table',
    anchor: 'tally',
    heading: 'Requirements',
    more: `What the document requires fails the run; what is seen only in an example ${exampleWords(run.options)}`,
    columns: ['requirements', 'conforms', 'deviates', 'accepted', 'not checked'],
    rows,
  };
}
