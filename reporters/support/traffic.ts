import type { Report } from '../../src/model/report.ts';
import type { Client, Counted, RequirementTraffic, TrafficInfo } from '../../src/model/traffic.ts';
import { moment } from './words.ts';

/** Names of a list that are shown; the rest is counted. */
const mostNames = 3;

function named(names: readonly string[]): string {
  const more = names.length - mostNames;
  return names.slice(0, mostNames).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** `1,200`. */
export function numbered(count: number): string {
  // As toLocaleString('en') writes a whole number, without loading data of ICU for it.
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}

function entries(count: number): string {
  return `${numbered(count)} ${count === 1 ? 'entry' : 'entries'}`;
}

/** `https://staging.example.com/api and 2 more`, of traffic to several. */
export function targetWords({ target, traffic }: Pick<Report, 'target' | 'traffic'>): string {
  const others = (traffic?.baseUrls ?? []).filter(({ value }) => value !== target.baseUrl).length;
  const name = target.baseUrl === '' ? 'not recorded' : target.baseUrl;
  return others > 0 ? `${name} and ${others} more` : name;
}

/** `session.har: 1,200 exchanges, 3 others; 2026-11-22 06:22:34 UTC to 2026-11-22 07:00:00 UTC`. */
export function trafficWords(info: TrafficInfo): string {
  const { sources, exchanges, other, bad, firstAt, lastAt } = info;
  const when = firstAt === null || lastAt === null ? '' : `; ${moment(firstAt)} to ${moment(lastAt)}`;
  const counts = [
    `${numbered(exchanges)} ${exchanges === 1 ? 'exchange' : 'exchanges'} of the document`,
    ...(other > 0 ? [`${numbered(other)} other`] : []),
    ...(bad > 0 ? [`${entries(bad)} that could not be read`] : []),
  ];
  return `${named(sources.map(({ name }) => name))}: ${counts.join(', ')}${when}`;
}

/** `200 (1,190), 401 (10)`. */
export function statusWords(statuses: readonly Counted<number | null>[]): string {
  return statuses.map(({ value, count }) => `${value ?? 'no answer'} (${numbered(count)})`).join(', ');
}

/** `curl/8.5.0 (12), okhttp/4 (3)`. */
export function clientWords(clients: readonly Client[]): string {
  return named(clients.map(({ userAgent, exchanges }) => `${userAgent} (${numbered(exchanges)})`));
}

/** `since 2026-11-22 14:02:00 UTC, last 2026-11-22 15:40:10 UTC; by curl/8.5.0 (12)`. */
export function sinceWords({ firstAt, lastAt, clients }: RequirementTraffic): string {
  const when =
    firstAt === null || lastAt === null ? [] : [`since ${moment(firstAt)}, last ${moment(lastAt)}`];
  return [...when, ...(clients.length === 0 ? [] : [`by ${clientWords(clients)}`])].join('; ');
}

/** The first entries that could not be read, each on a line. */
export function badWords({ badEntries, bad }: TrafficInfo): readonly string[] {
  const told = badEntries.map(
    ({ source, number, problem }) => `${source}${number === null ? '' : `:${number}`} ${problem}`,
  );
  const more = bad - badEntries.length;
  return more > 0 ? [...told, `and ${numbered(more)} more`] : told;
}
