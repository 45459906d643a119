import type { Report, RequirementResult } from '../../src/model/report.ts';
import type { Counted, TrafficInfo } from '../../src/model/traffic.ts';
import { andMore, firstOf, numbered } from '../../src/text/more.ts';
import { moment } from './words.ts';

/** Names of a list that are shown; the rest is counted. */
const mostNames = 3;

function entries(count: number): string {
  return `${numbered(count)} ${count === 1 ? 'entry' : 'entries'}`;
}

/** `https://staging.example.com/api and 2 more`, of traffic to several. */
export function targetWords({ target, traffic }: Pick<Report, 'target' | 'traffic'>): string {
  const others = (traffic?.baseUrls ?? []).filter(({ value }) => value !== target.baseUrl).length;
  const name = target.baseUrl === '' ? 'not recorded' : target.baseUrl;
  return others > 0 ? `${name} ${andMore(traffic?.isPartial === true ? null : others)}` : name;
}

/** `session.har: 1,200 exchanges, 3 others; 2026-11-22 06:22:34 UTC to 2026-11-22 07:00:00 UTC`. */
export function trafficWords(info: TrafficInfo): string {
  const { sources, moreSources = 0, exchanges, other, bad, firstAt, lastAt } = info;
  const names = sources.slice(0, mostNames).map(({ name }) => name);
  const rest = andMore(sources.length + moreSources - names.length);

  const when = firstAt === null || lastAt === null ? '' : `; ${moment(firstAt)} to ${moment(lastAt)}`;
  const counts = [
    `${numbered(exchanges)} ${exchanges === 1 ? 'exchange' : 'exchanges'} of the document`,
    ...(other > 0 ? [`${numbered(other)} other`] : []),
    ...(bad > 0 ? [`${entries(bad)} that could not be read`] : []),
  ];
  return `${[names.join(', '), rest].join(' ').trim()}: ${counts.join(', ')}${when}`;
}

/** `200 (1,190), 401 (10)`. */
export function statusWords(statuses: readonly Counted<number | null>[]): string {
  return statuses.map(({ value, count }) => `${value ?? 'no response'} (${numbered(count)})`).join(', ');
}

/** `curl/8.5.0 (12), okhttp/4 (3)`. */
export function clientWords({ clients, isPartial }: Pick<TrafficInfo, 'clients' | 'isPartial'>): string {
  const words = clients.map(({ userAgent, exchanges }) => `${userAgent} (${numbered(exchanges)})`);
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
export function badWords({ badEntries, bad }: TrafficInfo): readonly string[] {
  const told = badEntries.map(
    ({ source, number, problem }) => `${source}${number === null ? '' : `:${number}`} ${problem}`,
  );
  const more = andMore(bad - badEntries.length);
  return more === '' ? told : [...told, more];
}
