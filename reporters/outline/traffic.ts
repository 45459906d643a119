import type { Report, RequirementResult, TrafficClient, TrafficInfo } from '../../schemas/types.ts';
import { groupBy } from '../../src/model/group-by.ts';
import { judgedNoun, seenOf } from '../../src/report/follows.ts';
import { unreadForms } from '../../src/report/obstacles.ts';
import { capital } from '../../src/text/capital.ts';
import { andMore, numbered } from '../../src/text/more.ts';
import { type Chart, capped, type Fact, fact, type OutlineSection, type Sign, said } from './outline.ts';
import { clientName } from './user-agent.ts';
import { moment, operationWords } from './words.ts';

/** `https://staging.example.com/api and 2 more`, of traffic to several. */
export function targetWords({ target, traffic }: Pick<Report, 'target' | 'traffic'>): string {
  const others = (traffic?.baseUrls ?? []).filter(({ value }) => value !== target.baseUrl).length;
  const name = target.baseUrl === '' ? 'unknown: no base URL was recorded' : target.baseUrl;
  return others > 0 ? `${name} ${andMore(traffic?.isPartial === true ? null : others)}` : name;
}

/** `session.har: 1,200 exchanges of the document's operations, 3 other entries; 2026-11-22 06:22:34 UTC to 2026-11-22 07:00:00 UTC`. */
function trafficWords(info: TrafficInfo): string {
  const { sources, moreSources = 0, exchanges, copies = 0, other, bad, firstAt, lastAt } = info;
  const names = capped(sources, 'names').rows.map(({ name }) => name);
  const rest = andMore(sources.length + moreSources - names.length);
  const when = firstAt === null || lastAt === null ? '' : `; ${moment(firstAt)} to ${moment(lastAt)}`;
  const entries = (count: number) => (count === 1 ? 'entry' : 'entries');
  const counts = said(
    `${numbered(exchanges)} ${exchanges === 1 ? 'exchange' : 'exchanges'} of the document's operations`,
    copies > 0 && `${numbered(copies)} of them recorded twice`,
    other > 0 && `${numbered(other)} other ${entries(other)}`,
    bad > 0 && `${numbered(bad)} ${entries(bad)} that could not be read`,
  );
  return `${said(names.join(', '), rest).join(' ')}: ${counts.join(', ')}${when}`;
}

/** Clients of one name together, in the order of the first of each; `wrong` is null where requests were not judged. */
function byName(clients: readonly TrafficClient[]) {
  const sum = (counts: readonly number[]) => counts.reduce((all, one) => all + one, 0);
  return [...groupBy(clients, ({ userAgent }) => clientName(userAgent))].map(([name, own]) => ({
    name,
    exchanges: sum(own.map(({ exchanges }) => exchanges)),
    wrong: own.every(({ wrong }) => wrong === undefined) ? null : sum(own.map(({ wrong = 0 }) => wrong)),
  }));
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
  const { rows, more } = capped(clients, 'clients');
  return {
    kind: 'table',
    anchor: 'clients',
    heading: 'Clients',
    columns: ['client', 'requests', ...(isJudged ? ['wrong requests', 'share'] : [])],
    rows: rows.map(({ name, exchanges, wrong }) => {
      const judged = wrong === null ? [] : [numbered(wrong), shareWords(wrong, exchanges)];
      return { title: name, cells: [numbered(exchanges), ...judged].map((text) => ({ text })) };
    }),
    more: traffic?.isPartial === true ? andMore(null) : more,
  };
}

/** What failed on the side of the service, `PUT 500: 492 of 10,000 requests`. Who has to act on a refusal, traffic does not show. */
export function serviceFailuresIn(report: Report): readonly string[] {
  return (report.traffic?.operations ?? []).flatMap(({ operation, exchanges, failed = [] }) =>
    failed
      .filter(({ value: status }) => status === null || status >= 500)
      .map(({ value: status, count }) => {
        const what = `${operationWords(report, operation).method} ${status ?? 'no response'}`;
        return `${what}: ${numbered(count)} of ${numbered(exchanges)} ${exchanges === 1 ? 'request' : 'requests'}`;
      }),
  );
}

/** What failed in traffic fails nothing; where nothing else could be judged, that was not checked. */
export function failedSign({ summary, traffic }: Report): Sign {
  if (traffic === undefined) return 'failed';
  return summary.outcome === 'incomplete' ? 'not-exercised' : 'notice';
}

/** What was read, and what could not be read. */
export function trafficFacts(report: Report): readonly Fact[] {
  const { traffic: info } = report;
  if (info === undefined) return [];
  // `PUT 200 (1,190), 401 (10)`.
  const statuses = info.operations
    .filter(({ exchanges }) => exchanges > 0)
    .map(({ operation, statuses: all }) => {
      const counts = all.map(({ value, count }) => `${value ?? 'no response'} (${numbered(count)})`);
      return `${operationWords(report, operation).method} ${counts.join(', ')}`;
    });
  return [
    ...fact('traffic', trafficWords(info)),
    ...fact('responses', statuses.join('; ')),
    // The first entries that could not be read, each on a line.
    ...info.badEntries.flatMap(({ source, number, problem }) =>
      fact('not read', `${source}${number === null ? '' : `:${number}`} ${problem}`),
    ),
    ...unreadForms(info).flatMap((text) => fact('not read', text)),
    ...fact('not read', andMore(info.bad - info.badEntries.length)),
  ];
}

type SeenInTraffic = Pick<RequirementResult, 'traffic' | 'counts' | 'side' | 'follows'>;

/** `in every response since 2026-11-22 14:02:00 UTC`; null where no times were recorded. */
export function courseWords(row: Pick<SeenInTraffic, 'traffic' | 'side'>): string | null {
  const { firstAt = null, lastAt = null, course } = row.traffic ?? {};
  if (firstAt === null || lastAt === null) return null;
  const every = `in every ${judgedNoun(row)}`;
  switch (course?.kind) {
    case 'always':
      return every;
    case 'since':
    case 'until':
      return `${every} ${course.kind} ${moment(course.at)}`;
    case 'at-times':
      return `at times, first ${moment(firstAt)}, last ${moment(lastAt)}`;
    case undefined:
      return `since ${moment(firstAt)}, last ${moment(lastAt)}`;
  }
}

/** `in every response since 2026-11-22 14:02:00 UTC; by curl/8.5.0 (12)`. */
export function sinceWords(row: SeenInTraffic): string {
  const clients = clientsOf(row);
  return said(courseWords(row), clients && `by ${clients}`).join('; ');
}

/** `curl/8.5.0 (12)`: whose exchanges deviate; empty where that is not known. */
export function clientsOf(row: SeenInTraffic): string {
  const { clients = [] } = row.traffic ?? {};
  const known = clients.reduce((sum, { exchanges }) => sum + exchanges, 0);
  const words = byName(clients).map(({ name, exchanges }) => `${name} (${numbered(exchanges)})`);
  const { rows, more } = capped(words, 'names');
  return said(rows.join(', '), more && known < seenOf(row).deviates ? andMore(null) : more).join(' ');
}

function step(seconds: number): string {
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}

/** The deviations over time among all exchanges of the operation; null where no times were recorded. */
export function chartOf({ traffic }: Pick<Report, 'traffic'>, row: RequirementResult): Chart | null {
  const deviating = row.traffic?.rate ?? null;
  const words = courseWords(row);
  if (deviating === null || words === null) return null;
  const { from, stepSeconds, counts } = deviating;
  const own = traffic?.operations.find(({ operation }) => operation === row.operation)?.rate ?? null;
  const all = own?.from === from && own.stepSeconds === stepSeconds ? own : null;
  const end = new Date(Date.parse(from) + counts.length * stepSeconds * 1000).toISOString();
  const most = Math.max(1, ...counts, ...(all?.counts ?? []));
  const what = all === null ? 'deviating exchanges' : 'deviating among all exchanges';
  return {
    deviating,
    all,
    caption: `${capital(words)}.`,
    legend: `${moment(from)} to ${moment(end)}: ${what}, in steps of ${step(stepSeconds)}, ${numbered(most)} at most`,
  };
}
