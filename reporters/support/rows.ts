import type { Problem } from '../../src/model/conclusion.ts';
import type { Report, RequirementResult } from '../../src/model/report.ts';
import type { Operation } from '../../src/model/requirement.ts';
import { judgedNoun } from './words.ts';

/** The operations that a report has rows of, in the order in which they first appear. */
export function operationsOf(report: Report): readonly Operation[] {
  return [...new Set(report.requirements.map((row) => row.operation))];
}

export function rowsOf(report: Report, operation: Operation): readonly RequirementResult[] {
  return report.requirements.filter((row) => row.operation === operation);
}

/** Rows that deviate, stated ones first, each kind in document order. */
export function deviating(rows: readonly RequirementResult[]): readonly RequirementResult[] {
  const all = rows.filter((row) => row.verdict === 'deviates');
  return [
    ...all.filter((row) => row.strength === 'stated'),
    ...all.filter((row) => row.strength === 'shown'),
  ];
}

/** How many answers were looked at and how many of them deviate: `2 of 3 answers`; null for a single answer. */
export function share(row: RequirementResult): string | null {
  const { conforms, deviates, notExercised } = row.counts;
  const all = conforms + deviates + notExercised;
  return all > 1 ? `${deviates} of ${all} ${judgedNoun(row)}` : null;
}

/** Rows that were not exercised for one and the same reason. */
export interface ReasonGroup {
  readonly reason: string;
  /** Id of the requirement whose deviation is the cause. */
  readonly because?: string;
  /** Whether a waiver covers the cause, and so these rows. */
  readonly covered: boolean;
  readonly rows: readonly RequirementResult[];
}

function isCovered({ because, waiver }: RequirementResult): boolean {
  return Boolean(because) && waiver !== undefined;
}

/** Groups in the order in which their reasons first appear. */
export function notExercised(rows: readonly RequirementResult[]): readonly ReasonGroup[] {
  const groups = new Map<string, RequirementResult[]>();
  for (const row of rows.filter(({ verdict }) => verdict === 'not-exercised')) {
    const key = JSON.stringify([row.reason, row.because, isCovered(row)]);
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()].map(toGroup);
}

function toGroup(rows: readonly RequirementResult[]): ReasonGroup {
  const because = rows[0]?.because;
  const covered = rows[0] !== undefined && isCovered(rows[0]);
  return { reason: rows[0]?.reason ?? 'no reason was recorded', ...(because && { because }), covered, rows };
}

/** One thing that is wrong, and the exchanges in which it is. */
export interface Deviation {
  readonly pointer: string;
  readonly expected: string;
  readonly actual: string;
  /** Ids, in the order of the evidence; at least one. */
  readonly exchanges: readonly string[];
}

/** A row's evidence with what is the same in several exchanges said once. */
export function distinct({ evidence }: RequirementResult): readonly Deviation[] {
  const groups = new Map<string, Deviation>();
  for (const { exchange, pointer, expected, actual } of evidence) {
    const key = JSON.stringify([pointer, expected, actual]);
    const exchanges = [...(groups.get(key)?.exchanges ?? []), exchange];
    groups.set(key, { pointer, expected, actual, exchanges });
  }
  return [...groups.values()];
}

/** Name of the probe behind an exchange id, which tells a reader more than the id does. */
export function probeOf(report: Report, exchange: string): string {
  return report.exchanges.find(({ id }) => id === exchange)?.probe ?? exchange;
}

/** The problem that a requirement is part of. */
export function problemOf({ problems }: Report, id: string): Problem | undefined {
  return problems.find(({ requirements }) => requirements.includes(id));
}
