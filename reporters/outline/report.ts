import type { Observation, Outcome, Report } from '../../src/model/report.ts';
import type { Operation } from '../../src/model/requirement.ts';
import { visibleDeep } from '../../src/text/escape.ts';
import { glue } from '../../src/text/layout.ts';
import { andMore, andMoreIn, firstOf } from '../../src/text/more.ts';
import { plural } from '../../src/text/plural.ts';
import { conformingFields, conformingShare } from './conforming-fields.ts';
import { type Resend, resends } from './curl.ts';
import { effectLines } from './effects.ts';
import { findingRow, idList, shortDeviation } from './finding.ts';
import { documentCommand } from './links.ts';
import { matrixSections } from './operation-table.ts';
import {
  type CodeBlock,
  type Fact,
  filled,
  joined,
  type Outline,
  type OutlineSection,
  type RichText,
  type Row,
  type TextPiece,
} from './outline.ts';
import { deviating, operationsOf, rowsOf } from './rows.ts';
import { badWords, clientWords, statusWords, targetWords, trafficWords } from './traffic.ts';
import { type FailedRequest, grouped, mostNamed, unansweredRequests } from './unanswered.ts';
import { uncheckedCount, uncheckedOf, unprotectedOf } from './unchecked.ts';
import { visibleReport } from './visible-report.ts';
import { acceptedWords, idleWaivers } from './waivers.ts';
import { type Mark, moment, operationWords, outcomeLine, restWords, scopeWords, seconds } from './words.ts';

/** A file of the report: its name, its path for people, and where it is on this machine. */
interface ReportFile {
  readonly name: string;
  readonly path: string;
  readonly url: string;
}

/** For whom, and what else is known about the report. */
export interface OutlineOptions {
  /**
   * `summary`: read from its beginning, without commands; `usual`: read from its end; `verbose`: with the matrix of
   * fields, all observations, all reasons and all commands as well.
   */
  readonly detail: 'summary' | 'usual' | 'verbose';
  /** Name of the file that has everything; null for none. */
  readonly whole: string | null;
  /** Files to name. */
  readonly files?: readonly ReportFile[];
  /** Where people find the page of the report; null where nobody knows. */
  readonly pageUrl?: string | null;
}

/** What is listed one by one; the rest is counted. */
const mostWhy = 5;
const mostEffects = 10;
const mostReasons = 6;
const mostChanged = 20;
const mostProbes = 3;

/** Names of sections, the same in every format. */
export const headings = {
  deviations: 'Deviations',
  failed: 'Requests that failed',
  changes: 'Since the earlier run',
  notChecked: 'Not checked',
  waivers: 'Waivers',
  observations: 'Observations',
  changedObservations: 'Observations that changed',
  tally: 'Requirements',
} as const;

const marks: Readonly<Record<Outcome, Mark>> = {
  conforms: 'conforms',
  'stale-waivers': 'shown-deviates',
  deviates: 'deviates',
  incomplete: 'shown-deviates',
};

/** The report of a run or of recorded traffic. Commands quote what was really sent, and do their own escaping. */
export function reportOutline(given: Report, options: OutlineOptions): Outline {
  const report = visibleReport(given);
  const failed = unansweredRequests(given);
  const groups: readonly (readonly OutlineSection[])[] = [
    [
      deviations(report, options),
      ...(options.detail === 'summary' ? [] : [commands(given, failed, options)]),
    ],
    [failures(report, visibleDeep(failed))],
    [changes(report, options), changedObservations(report)],
    operationsOf(report).flatMap((name) => operation(report, name, options)),
    [notChecked(report, options)],
    [waivers(report)],
    [observations(report, options)],
    options.detail === 'verbose' ? [tally(report)] : [],
  ];
  const ordered = options.detail === 'summary' ? groups : [...groups].reverse();
  return {
    line: outcomeLine(report),
    mark: marks[report.summary.outcome],
    head: head(report, options),
    sections: filled(ordered.flat()),
    conclusion: conclusion(report, options),
  };
}

function facts(label: string, text: RichText | null): readonly Fact[] {
  return text === null || text.length === 0 ? [] : [{ label, text }];
}

/** Why, who has to act, what changed, what was not checked, what the run left behind, and what to do next. */
function conclusion(report: Report, options: OutlineOptions): readonly Fact[] {
  const { why, act, next } = report.conclusion;
  const { changed, notChecked: open } = restWords(report.conclusion);
  const { detail, pageUrl = null, files = [] } = options;
  const told = [
    ...why.slice(0, mostWhy).flatMap((text) => facts('why', text)),
    ...facts('why', why.length > mostWhy ? andMore(null) : null),
    ...facts('action needed', act),
    ...facts('changed', changed),
    ...facts('not checked', open),
    ...facts('reports', fileList(files)),
    ...facts('report', pageUrl === null ? null : [{ link: pageUrl, url: pageUrl }]),
    ...facts('next', next),
  ];
  const aside = [
    ...facts('left behind', effects(report, options)),
    ...facts('also', elsewhere(report, options)),
  ];
  return detail === 'summary' ? [...told, ...aside] : [...aside, ...told];
}

/** What the run left behind at the service. */
function effects(report: Report, { whole }: OutlineOptions): RichText {
  const all = effectLines(report);
  const more = all.length - mostEffects;
  const texts: readonly RichText[] = all
    .slice(0, mostEffects)
    .map(({ noun, id, what, times }) => [
      `${noun} `,
      id === null ? '(identifier unknown)' : { value: id },
      ` ${what}${times > 1 ? ` ${times} times` : ''}`,
    ]);
  const rest = andMoreIn(more, more, whole);
  return joined(rest === '' ? texts : [...texts, rest], '; ');
}

/** Counts of what is shown elsewhere: it is the same in every report, or decides no verdict. */
function elsewhere(
  { summary, notAsked, documentNotes, tool }: Report,
  { detail, whole }: OutlineOptions,
): RichText {
  const counts: readonly RichText[] = [
    ...(detail === 'verbose' || summary.observations === 0
      ? []
      : [plural(summary.observations, 'observation')]),
    ...(notAsked.length === 0 ? [] : [plural(notAsked.length, 'open question')]),
    ...(documentNotes.length === 0
      ? []
      : [[`${plural(documentNotes.length, 'note')}: `, { value: documentCommand(tool) }]]),
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
  const isVerbose = detail === 'verbose';
  const build: readonly TextPiece[] = run.label === undefined ? [] : [' of build ', { value: run.label }];
  return [
    ...facts('target', [
      { value: targetWords(report) },
      target.reference ? ' (the embedded reference service)' : '',
    ]),
    ...facts('run', [{ value: run.id }, ...build, `, ${moment(run.startedAt)}, ${requests(report)}`]),
    ...traffic(report),
    ...facts('scope', detail === 'usual' && !isNarrowed(report) ? null : scopeWords(report)),
    ...facts('document', isVerbose ? document.title : null),
    ...facts('tool', isVerbose ? `${tool.name} ${tool.version}` : null),
  ];
}

/** What was read, and what could not be read. */
function traffic({ traffic: info, operations }: Report): readonly Fact[] {
  if (info === undefined) return [];
  const method = (name: string) => operations.find((one) => one.name === name)?.method ?? name;
  const statuses = info.operations
    .filter(({ exchanges }) => exchanges > 0)
    .map(({ operation: name, statuses: all }) => `${method(name)} ${statusWords(all)}`);
  return [
    ...facts('traffic', trafficWords(info)),
    ...facts('responses', statuses.join('; ')),
    ...facts('clients', info.clients.length === 0 ? null : clientWords(info)),
    ...badWords(info).flatMap((text) => facts('not read', text)),
  ];
}

function isNarrowed({ run: { scope, options }, operations, traffic: info }: Report): boolean {
  if (info !== undefined) return options.strict || scope.operations.length < operations.length;
  const isOff = operations.some(({ flags }) => flags.some(({ name }) => scope[name] === false));
  return (
    isOff ||
    !scope.unauthorized ||
    scope.operations.length < operations.length ||
    options.repeat > 1 ||
    options.strict
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

function deviations(report: Report, { whole }: OutlineOptions): OutlineSection {
  return {
    kind: 'record',
    anchor: 'deviations',
    heading: headings.deviations,
    count: report.problems.length,
    rows: report.problems.map((problem) => findingRow(report, problem, whole)),
  };
}

/**
 * How to send again what led to deviations and what was answered without success: one command for each operation, all
 * of them where somebody asks.
 */
function commands(
  report: Report,
  failed: readonly FailedRequest[],
  { detail }: OutlineOptions,
): OutlineSection {
  const isVerbose = detail === 'verbose';
  const answered = failed.filter(({ exchange }) => isVerbose || exchange.response !== undefined);
  const all = operationsOf(report).flatMap((name) => {
    const ids = answered.flatMap(({ exchange }) => (exchange.operation === name ? exchange.id : []));
    const found = resends(report, deviating(rowsOf(report, name)), ids);
    return isVerbose ? found : found.slice(0, 1);
  });
  return { kind: 'code', anchor: 'commands', heading: null, rows: all.map(resendBlock) };
}

/** A command to copy, and what has to be known before it is run. */
function resendBlock({ command, ...around }: Resend): CodeBlock {
  const { probes, isSample, masked, gone } = visibleDeep(around);
  const secrets = masked.length > 0 ? `, with the masked ${masked.join(', ')} filled in` : '';
  const note = gone === null ? '' : ` (the ${gone} is gone by now, so the response will differ)`;
  return {
    title: `To send ${firstOf(probes, mostProbes, isSample)} again${secrets}${note}:`,
    language: 'sh',
    lines: command,
  };
}

/** Requests that failed, with what came back and where to look first. */
function failures(report: Report, failed: readonly FailedRequest[]): OutlineSection {
  const rows = grouped(report, failed).map(({ exchanges, isSample, reason, answer, hint }): Row => {
    const names = exchanges.map(({ probe }) => probe);
    const lines = [facts('response', answer === null ? null : [{ value: answer }]), facts('hint', hint)];
    return {
      sign: 'failed',
      title: `${firstOf(names, mostNamed, isSample)}: ${reason}`,
      lines: lines.filter((line) => line.length > 0),
    };
  });
  const count = report.traffic === undefined ? failed.length : 'a sample';
  return { kind: 'list', anchor: 'failed', heading: headings.failed, count, rows };
}

/** What is new, fixed, still there, comes and goes, or is no longer checked, each with its ids. */
function changes({ change }: Report, { whole }: OutlineOptions): OutlineSection {
  const ids = (label: string, all: readonly string[]) => {
    const left = all.length - mostChanged;
    const more = andMoreIn(left, left, whole);
    const text = [...idList(all.slice(0, mostChanged)), ...(more === '' ? [] : [` ${more}`])];
    return all.length === 0 ? [] : facts(`${label} (${all.length})`, text);
  };
  const rows =
    change === null
      ? []
      : [
          ...ids('new', change.appeared),
          ...ids('fixed', change.fixed),
          ...ids(
            'still',
            change.still.map(({ id }) => id),
          ),
          ...change.still.flatMap(({ id, value }) =>
            value === null
              ? []
              : facts('other value', [
                  { value: id },
                  ' was ',
                  { value: value.before },
                  ', is ',
                  { value: value.after },
                ]),
          ),
          ...ids('comes and goes', change.flaky),
          ...ids('no longer checked', change.lost),
          ...facts(
            'follow from these',
            change.consequences > 0 ? plural(change.consequences, 'requirement') : null,
          ),
          ...change.notes.flatMap((note) => facts('note', note)),
        ];
  return { kind: 'facts', anchor: 'changes', heading: headings.changes, rows };
}

function changedObservations({ change }: Report): OutlineSection {
  const all = change?.observations ?? [];
  const rows = all.map(({ question, section, before, after }): Row => {
    const answer = (given: string | null): RichText => (given === null ? 'not answered' : [{ value: given }]);
    return {
      sign: 'note',
      title: inSection(question, section),
      lines: [facts('before', answer(before)), facts('now', answer(after))],
    };
  });
  return {
    kind: 'list',
    anchor: 'changed-observations',
    heading: headings.changedObservations,
    count: rows.length,
    rows,
  };
}

function inSection(question: string, section: string): string {
  return `${question} (section${glue}${section})`;
}

/** One operation: the fields that conform, by name; the matrix for who asks for it, or has to see where something changed. */
function operation(report: Report, name: Operation, { detail }: OutlineOptions): readonly OutlineSection[] {
  const rows = rowsOf(report, name);
  const { method, object, section } = operationWords(report, name);
  const names = conformingFields(rows).map(({ label, names: fields }): readonly TextPiece[] => [
    { value: label },
    `: ${fields.map((field) => field.replaceAll(' ', glue)).join(', ')}`,
  ]);
  // A summary has one line for all of them.
  const titles = detail === 'summary' && names.length > 0 ? [joined(names, '; ')] : names;
  const { change } = report;
  const changed = new Set([...(change?.appeared ?? []), ...(change?.fixed ?? []), ...(change?.lost ?? [])]);
  const isShown = detail === 'verbose' || (detail === 'usual' && rows.some(({ id }) => changed.has(id)));
  return [
    {
      kind: 'list',
      anchor: name,
      heading: `${method} ${object} (section ${section}): ${conformingShare(rows)}`,
      empty: 'no field conforms in every respect',
      rows: titles.map((title): Row => ({ sign: 'conforms', title })),
    },
    ...(isShown ? matrixSections(name, rows) : []),
  ];
}

/** What was not checked, by reason; first what is not known to be protected. */
function notChecked(report: Report, { detail, whole }: OutlineOptions): OutlineSection {
  const open = unprotectedOf(report).map(
    ({ ids, why }): Row => ({ sign: 'failed', title: [...idList(ids), `: ${why}`] }),
  );
  const others = operationsOf(report).flatMap((name) => {
    const { method } = operationWords(report, name);
    const most = detail === 'verbose' ? report.requirements.length : mostReasons;
    return uncheckedOf(report, rowsOf(report, name), most, whole).map((group): Row => {
      const ids: readonly TextPiece[] = group.ids.length === 0 ? [] : [' (', ...idList(group.ids), ')'];
      return {
        sign: 'not-exercised',
        title: [`${method}, ${uncheckedCount(group)}`, ...ids, `: ${group.why}`],
      };
    });
  });
  return { kind: 'list', anchor: 'not-checked', heading: headings.notChecked, rows: [...open, ...others] };
}

/** Deviations that are accepted, and waivers that cover nothing in this run. */
function waivers(report: Report): OutlineSection {
  const accepted = report.requirements
    .filter(({ verdict }) => verdict === 'waived')
    .map(
      (row): Row => ({
        sign: 'waived',
        title: [{ value: row.id }, `: ${acceptedWords(report, row)}`],
        lines: [facts('', shortDeviation(row))],
      }),
    );
  const idle = idleWaivers(report).map(
    ({ id, state, words, stale }): Row => ({
      sign: stale ? 'shown-deviates' : 'note',
      title: [{ value: id }, `: ${state} (covers nothing in this run)`],
      lines: [facts('', words)],
    }),
  );
  return { kind: 'list', anchor: 'accepted', heading: headings.waivers, rows: [...accepted, ...idle] };
}

/** What was seen where the document is silent: all of it where somebody asks, otherwise what stands out. */
function observations(report: Report, { detail }: OutlineOptions): OutlineSection {
  const first = [...report.observations].sort((a, b) => Number(b.prominent) - Number(a.prominent));
  const shown = detail === 'verbose' ? first : first.filter(({ prominent }) => prominent);
  const all = report.summary.observations;
  return {
    kind: 'list',
    anchor: 'observations',
    heading: `${headings.observations}, where the document is silent`,
    count: shown.length === all ? all : `${shown.length} of ${all}`,
    rows: shown.map(observationRow),
  };
}

function observationRow({ question, answer, section, prominent }: Observation): Row {
  return {
    sign: prominent ? 'shown-deviates' : 'note',
    title: inSection(question, section),
    lines: [facts('', [{ value: answer }])],
  };
}

/** How many requirements have which verdict. */
function tally({ summary }: Report): OutlineSection {
  const counts = ['conforms', 'deviates', 'waived', 'notExercised'] as const;
  const rows = (['stated', 'shown'] as const).map((strength) => ({
    title: strength === 'stated' ? 'required by the document' : 'seen only in its examples',
    cells: counts.map((count) => ({ text: String(summary[strength][count]) })),
  }));
  return {
    kind: 'table',
    anchor: 'tally',
    heading: headings.tally,
    columns: ['', 'conforms', 'deviates', 'accepted', 'not checked'],
    rows,
  };
}
