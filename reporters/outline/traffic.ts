import { statusOf } from '../../src/model/exchange.ts';
import { groupBy } from '../../src/model/group-by.ts';
import type { Report } from '../../src/model/report.ts';
import type { OperationTraffic, TrafficClient, TrafficInfo } from '../../src/model/traffic.ts';
import { visibleDeep } from '../../src/text/escape.ts';
import { andMore, firstOf, numbered } from '../../src/text/more.ts';
import { clientName } from '../../src/text/user-agent.ts';
import { type Fact, fact, type OutlineSection, type Row } from './outline.ts';
import { exchangeRef } from './rows.ts';
import { unansweredRequests } from './unanswered.ts';
import { moment } from './words.ts';

/** Names of a list that are shown; the rest is counted. */
const mostNames = 3;
/** Clients of a table. */
const mostClients = 20;

function entries(count: number): string {
  return `${numbered(count)} ${count === 1 ? 'entry' : 'entries'}`;
}

/** `https://staging.example.com/api and 2 more`, of traffic to several. */
export function targetWords({ target, traffic }: Pick<Report, 'target' | 'traffic'>): string {
  const others = (traffic?.baseUrls ?? []).filter(({ value }) => value !== target.baseUrl).length;
  const name = target.baseUrl === '' ? 'unknown: no base URL was recorded' : target.baseUrl;
  return others > 0 ? `${name} ${andMore(traffic?.isPartial === true ? null : others)}` : name;
}

/** `session.har: 1,200 exchanges of the document's operations, 3 other entries; 2026-11-22 06:22:34 UTC to 2026-11-22 07:00:00 UTC`. */
function trafficWords(info: TrafficInfo): string {
  const { sources, moreSources = 0, exchanges, other, bad, firstAt, lastAt } = info;
  const names = sources.slice(0, mostNames).map(({ name }) => name);
  const rest = andMore(sources.length + moreSources - names.length);

  const when = firstAt === null || lastAt === null ? '' : `; ${moment(firstAt)} to ${moment(lastAt)}`;
  const counts = [
    `${numbered(exchanges)} ${exchanges === 1 ? 'exchange' : 'exchanges'} of the document's operations`,
    ...(other > 0 ? [`${numbered(other)} other ${other === 1 ? 'entry' : 'entries'}`] : []),
    ...(bad > 0 ? [`${entries(bad)} that could not be read`] : []),
  ];
  return `${[names.join(', '), rest].join(' ').trim()}: ${counts.join(', ')}${when}`;
}

/** `200 (1,190), 401 (10)`. */
function statusWords(statuses: OperationTraffic['statuses']): string {
  return statuses.map(({ value, count }) => `${value ?? 'no response'} (${numbered(count)})`).join(', ');
}

/** Clients of one name together, in the order of the first of each. */
function byName(clients: readonly TrafficClient[]): readonly NamedClient[] {
  const sum = (own: readonly TrafficClient[], of: (one: TrafficClient) => number) =>
    own.reduce((all, one) => all + of(one), 0);
  return [...groupBy(clients, ({ userAgent }) => clientName(userAgent))].map(([name, own]) => ({
    name,
    exchanges: sum(own, ({ exchanges }) => exchanges),
    wrong: own.every(({ wrong }) => wrong === undefined) ? null : sum(own, ({ wrong = 0 }) => wrong),
  }));
}

interface NamedClient {
  readonly name: string;
  readonly exchanges: number;
  /** Requests that deviate; null where they were not judged. */
  readonly wrong: number | null;
}

/** `curl/8.5.0 (12), okhttp/4 (3)`. */
export function clientWords({ clients, isPartial }: Pick<TrafficInfo, 'clients' | 'isPartial'>): string {
  const words = byName(clients).map(({ name, exchanges }) => `${name} (${numbered(exchanges)})`);
  return firstOf(words, mostNames, isPartial);
}

/** `30 %`, `0.2 %`: of a share that is not nothing never 0. */
function shareWords(part: number, all: number): string {
  const share = all === 0 ? 0 : (part / all) * 100;
  if (share === 0 || share >= 10) return `${Math.round(share)} %`;
  return share < 0.1 ? 'less than 0.1 %' : `${Math.round(share * 10) / 10} %`;
}

/** Who sent the requests, and how many of them are wrong. */
export function clientsSection({ traffic }: Report): OutlineSection {
  const clients = byName(traffic?.clients ?? []);
  const isJudged = clients.some(({ wrong }) => wrong !== null);
  const more = andMore(traffic?.isPartial === true ? null : clients.length - mostClients);
  return {
    kind: 'table',
    anchor: 'clients',
    heading: 'Clients',
    columns: ['client', 'requests', ...(isJudged ? ['wrong requests', 'share'] : [])],
    rows: clients.slice(0, mostClients).map(({ name, exchanges, wrong }) => {
      const judged = wrong === null ? [] : [numbered(wrong), shareWords(wrong, exchanges)];
      return { title: name, cells: [numbered(exchanges), ...judged].map((text) => ({ text })) };
    }),
    ...(more === '' ? {} : { more }),
  };
}

interface FailedRequests {
  readonly operation: string;
  /** Null without a response. */
  readonly status: number | null;
  readonly count: number;
  /** `PUT 500: 492 of 10,000 requests`. */
  readonly words: string;
}

function failedRequests({ traffic, operations }: Report): readonly FailedRequests[] {
  return (traffic?.operations ?? []).flatMap(({ operation, exchanges, failed = [] }) => {
    const method = operations.find(({ name }) => name === operation)?.method ?? operation;
    return failed.map(({ value: status, count }) => {
      const words = `${method} ${status ?? 'no response'}: ${numbered(count)} of ${numbered(exchanges)} requests`;
      return { operation, status, count, words };
    });
  });
}

/** What failed on the side of the service. Who has to act on a refusal, traffic does not show. */
export function serviceFailuresIn(report: Report): readonly string[] {
  const failed = failedRequests(report).filter(({ status }) => status === null || status >= 500);
  return failed.map(({ words }) => words);
}

/** Requests that failed, all of them by operation and status, each with an example. @param given with its responses */
export function failedSection(report: Report, given: Report): OutlineSection {
  const sample = visibleDeep(unansweredRequests(given));
  const failed = failedRequests(report);
  const rows = failed.map(({ operation, status, words }): Row => {
    const example = sample.find(
      ({ exchange }) => exchange.operation === operation && (statusOf(exchange) ?? null) === status,
    );
    const lines = [
      fact('response', example?.response == null ? null : [{ value: example.response }]),
      fact('example', example === undefined ? null : [exchangeRef(report, example.exchange.id)]),
    ];
    return { sign: 'failed', title: words, lines: lines.filter((line) => line.length > 0) };
  });
  const count = failed.reduce((sum, one) => sum + one.count, 0);
  return { kind: 'list', anchor: 'failed', heading: 'Requests that failed', count, rows };
}

/** The first entries that could not be read, each on a line. */
function badWords({ badEntries, bad }: TrafficInfo): readonly string[] {
  const listed = badEntries.map(
    ({ source, number, problem }) => `${source}${number === null ? '' : `:${number}`} ${problem}`,
  );
  const more = andMore(bad - badEntries.length);
  return more === '' ? listed : [...listed, more];
}

/** What was read, and what could not be read. */
export function trafficFacts({ traffic: info, operations }: Report): readonly Fact[] {
  if (info === undefined) return [];
  const method = (name: string) => operations.find((one) => one.name === name)?.method ?? name;
  const statuses = info.operations
    .filter(({ exchanges }) => exchanges > 0)
    .map(({ operation, statuses: all }) => `${method(operation)} ${statusWords(all)}`);
  return [
    ...fact('traffic', trafficWords(info)),
    ...fact('responses', statuses.join('; ')),
    ...fact('clients', info.clients.length === 0 ? null : clientWords(info)),
    ...badWords(info).flatMap((text) => fact('not read', text)),
  ];
}

/** Where the traffic is from, source by source. */
export function sourcesSection({ traffic }: Report): OutlineSection {
  const { sources = [], moreSources = 0 } = traffic ?? {};
  const more = andMore(moreSources);
  return {
    kind: 'table',
    anchor: 'traffic',
    heading: 'Recorded traffic',
    columns: ['source', 'exchanges', 'other', 'not read'],
    rows: sources.map(({ name, exchanges, other, bad }) => ({
      title: name,
      cells: [exchanges, other, bad].map((count) => ({ text: numbered(count) })),
    })),
    ...(more === '' ? {} : { more }),
  };
}
