import type { Duration, ObservationChange, TimingChange } from '../model/comparison.ts';
import type { Exchange } from '../model/exchange.ts';
import { groupBy } from '../model/group-by.ts';
import type { Report } from '../model/report.ts';
import { plural } from '../text/plural.ts';
import { differingAnswers, targetName } from './differences.ts';

/** What differs between two runs besides verdicts, and decides nothing. */

function schemasNote(before: Report, after: Report): string | null {
  if (before.document.sha256 === after.document.sha256) return null;
  return `the runs were judged by different schemas (${before.tool.version} before, ${after.tool.version} after): a change may come from them`;
}

function scopeNote(before: Report, after: Report, outOfScope: number): string | null {
  if (JSON.stringify(before.run.scope) === JSON.stringify(after.run.scope)) return null;
  return `the runs differ in scope: ${plural(outOfScope, 'requirement')} in the scope of one only, not compared`;
}

function orderNote({ run: before }: Report, { run: after }: Report): string | null {
  if (before.id === after.id) return 'both reports are of the same run';
  const isReversed = Date.parse(after.startedAt) < Date.parse(before.startedAt);
  return isReversed ? 'the second run started before the first: are they in the right order?' : null;
}

function targetNote(before: Report, after: Report): string | null {
  const isSame = before.target.baseUrl === after.target.baseUrl;
  if (isSame || (before.target.reference && after.target.reference)) return null;
  return `the runs judged different targets: ${targetName(before)} and ${targetName(after)}`;
}

/** What a reader should know before trusting a flip, one sentence each. */
export function notesOf(before: Report, after: Report, outOfScope: number): readonly string[] {
  const cut = (['first', 'second'] as const).filter((_, at) => [before, after][at]?.run.cut === true);
  return [
    orderNote(before, after),
    targetNote(before, after),
    schemasNote(before, after),
    scopeNote(before, after, outOfScope),
    ...cut.map((which) => `the ${which} run was interrupted before every planned request was sent`),
  ].filter((note) => note !== null);
}

/** Answers to open questions that differ; in the order of the later report, then those that are gone. */
export function observationChanges(before: Report, after: Report): readonly ObservationChange[] {
  const [was, is] = [before.observations, after.observations];
  return differingAnswers([was, is], [is, was, is]).map(
    ({ answers: [first = null, second = null], ...one }) => ({
      ...one,
      before: first,
      after: second,
    }),
  );
}

const credentials: Readonly<Record<Exchange['credentials'], string>> = {
  authorised: 'authorised',
  none: 'without credentials',
  'made-up': 'with a made-up token',
};

/** Of an even number of values the mean of the two in the middle. */
function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? 0;
  return Number.isInteger(middle) ? ((sorted[middle - 1] ?? 0) + upper) / 2 : upper;
}

/** By kind of request, repeats included: `PUT authorised`. Answered ones only: a timeout says how long we waited. */
function durations({ exchanges }: Report): ReadonlyMap<string, Duration> {
  const answered = exchanges.filter(({ response }) => response !== undefined);
  const byKind = groupBy(
    answered,
    ({ request, credentials: kind }) => `${request.method} ${credentials[kind]}`,
  );
  return new Map(
    [...byKind].map(([kind, own]) => {
      const medianMs = median(own.map(({ timings }) => timings.totalMs));
      return [kind, { requests: own.length, medianMs }];
    }),
  );
}

/** How long responses took, by kind of request; in the order of the later report, then kinds that are gone. */
export function timingChanges(before: Report, after: Report): readonly TimingChange[] {
  const [earlier, later] = [durations(before), durations(after)];
  return [...new Set([...later.keys(), ...earlier.keys()])].map((request) => {
    const [was, is] = [earlier.get(request) ?? null, later.get(request) ?? null];
    const ratio = was === null || is === null || was.medianMs === 0 ? null : is.medianMs / was.medianMs;
    return { request, before: was, after: is, ratio: ratio === null ? null : Math.round(ratio * 100) / 100 };
  });
}
