import { groupBy } from '../../src/model/group-by.ts';
import type { Report, RequirementResult } from '../../src/model/report.ts';
import type { Counted, TrafficClient, TrafficInfo } from '../../src/model/traffic.ts';
import { andMore, firstOf, numbered } from '../../src/text/more.ts';
import { clientName } from '../../src/text/user-agent.ts';
import { type Fact, fact, type OutlineSection } from './outline.ts';
import { moment } from './words.ts';

/** Names of a list that are shown; the rest is counted. */
const mostNames = 3;

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
function statusWords(statuses: readonly Counted<number | null>[]): string {
  return statuses.map(({ value, count }) => `${value ?? 'no response'} (${numbered(count)})`).join(', ');
}

/** Clients of one name together, in the order of the first of each. */
function byName(
  clients: readonly TrafficClient[],
): readonly { readonly name: string; readonly exchanges: number }[] {
  return [...groupBy(clients, ({ userAgent }) => clientName(userAgent))].map(([name, own]) => ({
    name,
    exchanges: own.reduce((sum, { exchanges }) => sum + exchanges, 0),
  }));
}

/** `curl/8.5.0 (12), okhttp/4 (3)`. */
export function clientWords({ clients, isPartial }: Pick<TrafficInfo, 'clients' | 'isPartial'>): string {
  const words = byName(clients).map(({ name, exchanges }) => `${name} (${numbered(exchanges)})`);
  return firstOf(words, mostNames, isPartial);
}

/** `since 2026-11-22 14:02:00 UTC, last 2026-11-22 15:40:10 UTC; by curl/8.5.0 (12)`. */
export function sinceWords({ traffic, counts }: Pick<RequirementResult, 'traffic' | 'counts'>): string {
  if (traffic === undefined) return '';
  const { firstAt, lastAt, clients } = traffic;
  const known = clients.reduce((sum, { exchanges }) => sum + exchanges, 0);
  const when =
    firstAt === null || lastAt === null ? [] : [`since ${moment(firstAt)}, last ${moment(lastAt)}`];
  return [
    ...when,
    ...(clients.length === 0 ? [] : [`by ${clientWords({ clients, isPartial: known < counts.deviates })}`]),
  ].join('; ');
}

/** The first entries that could not be read, each on a line. */
function badWords({ badEntries, bad }: TrafficInfo): readonly string[] {
  const told = badEntries.map(
    ({ source, number, problem }) => `${source}${number === null ? '' : `:${number}`} ${problem}`,
  );
  const more = andMore(bad - badEntries.length);
  return more === '' ? told : [...told, more];
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
