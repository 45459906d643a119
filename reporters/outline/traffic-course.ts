import type { Report, RequirementResult } from '../../src/model/report.ts';
import { seenOf } from '../../src/report/follows.ts';
import { capital } from '../../src/text/capital.ts';
import { numbered } from '../../src/text/more.ts';
import type { Chart } from './outline.ts';
import { clientWords } from './traffic.ts';
import { judgedNoun, moment } from './words.ts';

type SeenInTraffic = Pick<RequirementResult, 'traffic' | 'counts' | 'side' | 'follows'>;

/** `in every response since 2026-11-22 14:02:00 UTC`; null where no times were recorded. */
export function courseWords(row: Pick<SeenInTraffic, 'traffic' | 'side'>): string | null {
  const { firstAt = null, lastAt = null, course } = row.traffic ?? {};
  if (firstAt === null || lastAt === null) return null;
  const every = `in every ${judgedNoun(row).slice(0, -1)}`;
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
  return [courseWords(row) ?? [], clients === '' ? [] : `by ${clients}`].flat().join('; ');
}

/** `curl/8.5.0 (12)`: whose exchanges deviate; empty where that is not known. */
export function clientsOf(row: SeenInTraffic): string {
  const { clients = [] } = row.traffic ?? {};
  const known = clients.reduce((sum, { exchanges }) => sum + exchanges, 0);
  return clientWords({ clients, isPartial: known < seenOf(row).deviates });
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
