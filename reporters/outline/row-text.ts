import type { Standing } from '../../src/model/comparison.ts';
import type { RequirementResult } from '../../src/model/report.ts';
import type { Requirement } from '../../src/model/requirement.ts';
import { clipped } from '../../src/text/escape.ts';
import { plural } from '../../src/text/plural.ts';
import { fact, type Row } from './outline.ts';

/** The empty pointer in words. */
export function placeWords(pointer: string): string {
  return pointer === '' ? 'the whole response' : pointer;
}

/** Why a requirement was not checked, with the requirement that is the cause. */
export function reasonWords({
  reason = 'no reason was recorded',
  because,
  covered = false,
}: {
  readonly reason?: string;
  readonly because?: string;
  /** Whether a waiver covers the cause. */
  readonly covered?: boolean;
}): string {
  return because === undefined
    ? reason
    : `${reason} (see ${because}${covered ? ', covered by a waiver' : ''})`;
}

/** Why a requirement has its verdict, where no place of a response says it; null where that needs no words. */
export function reasonOf({
  reason,
  because,
  waiver,
}: Pick<Standing, 'reason' | 'because' | 'waiver'>): string | null {
  if (waiver !== undefined) return waiver;
  if (reason === undefined) return null;
  return reasonWords(because === undefined ? { reason } : { reason, because });
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
