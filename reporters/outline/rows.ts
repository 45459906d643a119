import type { Evidence, Report, RequirementResult, Standing } from '../../schemas/types.ts';
import { groupBy } from '../../src/model/group-by.ts';
import type { Operation, Requirement } from '../../src/model/requirement.ts';
import type { Gap } from '../../src/report/gaps.ts';
import { clipped, visibleDeep } from '../../src/text/escape.ts';
import { andMore, andMoreIn } from '../../src/text/more.ts';
import { plural } from '../../src/text/plural.ts';
import { capped, fact, joined, type Row, type TextPiece } from './outline.ts';

/** The operations that a report has requirements of, in the order in which they first appear. */
export function operationsOf(report: Report): readonly Operation[] {
  return [...new Set(report.requirements.map((row) => row.operation))];
}

export function rowsOf(report: Report, operation: Operation): readonly RequirementResult[] {
  return report.requirements.filter((row) => row.operation === operation);
}

/** One thing that is wrong, and the exchanges in which it is. */
export interface SeenDeviation extends Omit<Evidence, 'exchange'> {
  /** Ids, in the order of the evidence; at least one. */
  readonly exchanges: readonly string[];
}

/** A requirement's evidence; what is the same in several exchanges is said once. */
export function distinct({ evidence }: RequirementResult): readonly SeenDeviation[] {
  const groups = groupBy(evidence, ({ exchange: _, ...found }) => JSON.stringify(found));
  return [...groups.values()].map((own) => ({ ...own[0], exchanges: own.map(({ exchange }) => exchange) }));
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
  const known = new Set(shown.map(({ pointer }) => pointer));
  const kept: readonly Evidence[] = rows.flatMap(({ evidence, spread = [] }) => [...evidence, ...spread]);
  const left = new Set(kept.flatMap(({ pointer }) => (known.has(pointer) ? [] : pointer))).size;
  return left === 0 ? '' : andMoreIn(isSampled(rows) ? null : left, left, whole, 'place');
}

/** Exchanges by the names of their probes: `put-authorised, put-no-header and 3 more`. @param pointer a place in them */
export function exchangeRefs(
  report: Report,
  exchanges: readonly string[],
  isSample: boolean,
  pointer?: string,
): readonly TextPiece[] {
  const { rows, more } = capped(exchanges, 'names');
  const names = rows.map((exchange): readonly TextPiece[] => {
    const to = pointer === undefined ? { exchange } : { exchange, pointer };
    return [{ ref: probeOf(report, exchange), to }];
  });
  return [...joined(names, ', '), ...(more === '' ? [] : [` ${isSample ? andMore(null) : more}`])];
}

/** Name of the probe behind an exchange id, which says more to a reader than the id. */
export function probeOf(report: Report, exchange: string): string {
  return report.exchanges.find(({ id }) => id === exchange)?.probe ?? exchange;
}

/** The empty pointer in words. */
export function placeWords(pointer: string): string {
  return pointer === '' ? 'the whole response' : pointer;
}

/** Why a requirement was not checked, with the requirement that is the cause, and whether a waiver covers that. */
export function reasonWords({
  reason = 'no reason was recorded',
  because,
  covered = false,
}: Partial<Pick<Gap, 'reason' | 'because' | 'covered'>>): string {
  if (because === undefined) return reason;
  return `${reason} (see ${because}${covered ? ', covered by a waiver' : ''})`;
}

/** Why a requirement has its verdict, where no place of a response says it; null where that needs no words. */
export function reasonOf({ reason, because, waiver }: Pick<Standing, 'reason' | 'because' | 'waiver'>) {
  if (waiver !== undefined) return waiver;
  return reason === undefined ? null : reasonWords({ reason, because });
}

/** A requirement by its id, with what it says. */
export function requirementTitle(
  { id, statement }: Pick<Requirement, 'id' | 'statement'>,
  support: string,
): Pick<Row, 'title' | 'anchor'> {
  return { title: [{ value: id }, `: ${statement} (${support})`], anchor: id };
}

/** Characters of an observed value. */
const longestValue = 80;

/** A requirement that does not deviate, with the first value that was seen. A page has most of them. */
export function requirementRow(row: RequirementResult, more: Row['lines'] = []): Row {
  const { id, strength, statement, section, counts, evidence } = row;
  const support = `${strength === 'shown' ? 'example only, ' : ''}§ ${section}`;
  const often = counts.conforms > 1 ? `, ${plural(counts.conforms, 'response')}` : '';
  const value = evidence[0] === undefined ? null : [{ value: clipped(evidence[0].actual, longestValue) }];
  return {
    title: [{ value: id }, ` ${statement}`],
    anchor: id,
    of: row,
    lines: [[...fact('', support + often), ...fact('', value)], ...more],
  };
}

const made = new WeakMap<Report, Report>();

/**
 * The report with every string made visible, once for all formats. Responses are left out: they can be large, and nothing
 * of them is printed but the evidence.
 */
export function visibleReport(report: Report): Report {
  const exchanges = () => report.exchanges.map(({ response: _, ...exchange }) => exchange);
  const shown = made.get(report) ?? visibleDeep({ ...report, exchanges: exchanges() });
  made.set(report, shown);
  return shown;
}
