import type { Duration, TimingChange } from '../../model/comparison.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { Report } from '../../model/report.ts';

const credentials: Readonly<Record<Exchange['credentials'], string>> = {
  authorised: 'authorised',
  none: 'without credentials',
  'made-up': 'with a made-up token',
};

/** Repeats of a request are requests of one kind: `PUT authorised`. */
function kindOf({ request, credentials: kind }: Exchange): string {
  return `${request.method} ${credentials[kind]}`;
}

/** Of an even number of values the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? 0;
  return Number.isInteger(middle) ? ((sorted[middle - 1] ?? 0) + upper) / 2 : upper;
}

/** Answered requests only: a timeout says how long we waited. */
function durations({ exchanges }: Report): ReadonlyMap<string, Duration> {
  const byKind = new Map<string, number[]>();
  for (const exchange of exchanges) {
    if (exchange.response === undefined) continue;
    byKind.set(kindOf(exchange), [...(byKind.get(kindOf(exchange)) ?? []), exchange.timings.totalMs]);
  }
  return new Map(
    [...byKind].map(([kind, times]) => [kind, { requests: times.length, medianMs: median(times) }]),
  );
}

/** How long answers took, by kind of request, in the order of the later report. */
export function timingChanges(before: Report, after: Report): readonly TimingChange[] {
  const earlier = durations(before);
  const later = durations(after);
  return [...new Set([...later.keys(), ...earlier.keys()])].map((request) => {
    const [was, is] = [earlier.get(request) ?? null, later.get(request) ?? null];
    const ratio = was === null || is === null || was.medianMs === 0 ? null : is.medianMs / was.medianMs;
    return { request, before: was, after: is, ratio: ratio === null ? null : Math.round(ratio * 100) / 100 };
  });
}
