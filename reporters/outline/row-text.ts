import type { RequirementResult } from '../../src/model/report.ts';

/** The empty pointer in words. */
export function placeWords(pointer: string): string {
  return pointer === '' ? 'the whole response' : pointer;
}

/** Why a requirement was not checked, with the requirement that is the cause. */
export function reasonWords({
  reason = 'no reason was recorded',
  because,
  waiver,
}: RequirementResult): string {
  return because ? `${reason} (see ${because}${coveredWords(waiver !== undefined)})` : reason;
}

/** Continues "see put.data:presence". */
export function coveredWords(covered: boolean): string {
  return covered ? ', covered by a waiver' : '';
}
