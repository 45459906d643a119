import type { RequirementResult } from '../../src/model/report.ts';
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
