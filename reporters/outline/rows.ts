import type { Evidence } from '../../src/model/finding.ts';
import type { Report, RequirementResult } from '../../src/model/report.ts';
import type { Operation } from '../../src/model/requirement.ts';
import { protectionFirst } from '../../src/report/protection.ts';
import { credentialsOf } from '../../src/report/results.ts';
import { andMore, andMoreIn } from '../../src/text/more.ts';
import { joined, type Ref, type TextPiece } from './outline.ts';
import { markOf, symbols } from './words.ts';

/** The operations that a report has requirements of, in the order in which they first appear. */
export function operationsOf(report: Report): readonly Operation[] {
  return [...new Set(report.requirements.map((row) => row.operation))];
}

export function rowsOf(report: Report, operation: Operation): readonly RequirementResult[] {
  return report.requirements.filter((row) => row.operation === operation);
}

/** Requirements that deviate, stated ones first, each kind in document order. */
export function deviating(rows: readonly RequirementResult[]): readonly RequirementResult[] {
  const all = rows.filter((row) => row.verdict === 'deviates');
  return [
    ...all.filter((row) => row.strength === 'stated'),
    ...all.filter((row) => row.strength === 'shown'),
  ];
}

/** Requirements that were not exercised for the same reason. */
export interface ReasonGroup {
  readonly reason: string;
  /** Id of the requirement whose deviation is the cause. */
  readonly because?: string;
  /** What came of an unauthorised request, where the reason is that it was neither refused nor served. */
  readonly unclear?: string;
  /** Whether a waiver covers the cause, and so these requirements. */
  readonly covered: boolean;
  readonly rows: readonly RequirementResult[];
}

function isCovered({ because, waiver }: RequirementResult): boolean {
  return Boolean(because) && waiver !== undefined;
}

/** Groups in the order in which their reasons first appear; whether an operation is protected goes first. */
export function notExercised(rows: readonly RequirementResult[]): readonly ReasonGroup[] {
  const groups = new Map<string, RequirementResult[]>();
  for (const row of rows.filter(({ verdict }) => verdict === 'not-exercised')) {
    const key = JSON.stringify([row.reason, row.because, isCovered(row)]);
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return protectionFirst([...groups.values()].map(toGroup));
}

/** What was not checked of all operations, in the same order. */
export function notExercisedIn(report: Report): readonly (ReasonGroup & { readonly operation: Operation })[] {
  const groups = operationsOf(report).flatMap((operation) =>
    notExercised(rowsOf(report, operation)).map((group) => ({ operation, ...group })),
  );
  return protectionFirst(groups);
}

function toGroup(rows: readonly RequirementResult[]): ReasonGroup {
  const { reason = 'no reason was recorded', because, unclear } = rows[0] ?? {};
  const covered = rows[0] !== undefined && isCovered(rows[0]);
  return { reason, ...(because && { because }), ...(unclear !== undefined && { unclear }), covered, rows };
}

/** One thing that is wrong, and the exchanges in which it is. */
export interface SeenDeviation extends Omit<Evidence, 'exchange'> {
  /** Ids, in the order of the evidence; at least one. */
  readonly exchanges: readonly string[];
}

/** A requirement's evidence; what is the same in several exchanges is said once. */
export function distinct({ evidence }: RequirementResult): readonly SeenDeviation[] {
  const groups = new Map<string, SeenDeviation>();
  for (const { exchange, ...found } of evidence) {
    const key = JSON.stringify(found);
    groups.set(key, { ...found, exchanges: [...(groups.get(key)?.exchanges ?? []), exchange] });
  }
  return [...groups.values()];
}

/** Whether more was found than the report has evidence of. */
export function isSampled(rows: readonly RequirementResult[]): boolean {
  return rows.some(({ evidenceOmitted }) => evidenceOmitted > 0);
}

/**
 * What is found beyond the deviations that are shown: places where all of them are known, else `and others`.
 * @param whole the file that has the rest of the evidence; null for none
 */
export function furtherPlaces(
  rows: readonly RequirementResult[],
  shown: readonly SeenDeviation[],
  whole: string | null,
): string {
  const kept: readonly Evidence[] = rows.flatMap(({ evidence, spread = [] }) => [...evidence, ...spread]);
  if (!isSampled(rows)) {
    const pointers = new Set(shown.map(({ pointer }) => pointer));
    const left = new Set(kept.flatMap(({ pointer }) => (pointers.has(pointer) ? [] : pointer))).size;
    return andMoreIn(left, left, whole, 'place');
  }
  const occurrence = (exchange: string, pointer: string) => JSON.stringify([exchange, pointer]);
  const known = new Set(
    shown.flatMap(({ pointer, exchanges }) => exchanges.map((exchange) => occurrence(exchange, pointer))),
  );
  const held = new Set(kept.map(({ exchange, pointer }) => occurrence(exchange, pointer)));
  return andMoreIn(null, [...held].filter((one) => !known.has(one)).length, whole);
}

/** Responses that have a mark each; of more the number says it. */
const mostMarks = 20;

/** `✓✓✗✓✓`: what each response of a repeated request comes to, as far as all are known; null where it is the same in all. */
export function repeatMarks(report: Report, row: RequirementResult): string | null {
  const { conforms, deviates } = row.counts;
  if (report.traffic !== undefined || conforms === 0 || deviates === 0 || isSampled([row])) return null;
  const credentials = credentialsOf(row);
  const own = report.exchanges.filter(
    (one) => one.operation === row.operation && one.credentials === credentials,
  );
  if (own.length !== conforms + deviates || own.length > mostMarks) return null;
  const wrong = new Set(row.evidence.map(({ exchange }) => exchange));
  return own.map(({ id }) => symbols[wrong.has(id) ? markOf(row) : 'conforms']).join('');
}

/** The exchange by the name of its probe. @param pointer a place in its response */
export function exchangeRef(report: Report, exchange: string, pointer?: string): Ref {
  const to = pointer === undefined ? { exchange } : { exchange, pointer };
  return { ref: probeOf(report, exchange), to };
}

/** Exchanges by the names of their probes: `put-authorised, put-no-header and 3 more`. */
export function exchangeRefs(
  report: Report,
  exchanges: readonly string[],
  most: number,
  isSample: boolean,
  pointer?: string,
): readonly TextPiece[] {
  const left = exchanges.length - most;
  const names = exchanges.slice(0, most).map((id) => [exchangeRef(report, id, pointer)]);
  return [...joined(names, ', '), ...(left > 0 ? [` ${andMore(isSample ? null : left)}`] : [])];
}

/** Name of the probe behind an exchange id, which says more to a reader than the id. */
export function probeOf(report: Report, exchange: string): string {
  return report.exchanges.find(({ id }) => id === exchange)?.probe ?? exchange;
}
