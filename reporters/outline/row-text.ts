import type { Report, RequirementResult } from '../../src/model/report.ts';
import { andMoreIn } from '../../src/text/more.ts';
import { probeOf, share } from './rows.ts';
import { supportWords } from './words.ts';

/** What was expected and what was there, first place only, in one line. */
export function shortDeviation({ evidence: [first], statement }: RequirementResult): string {
  return first ? `expected ${first.expected}, actual ${first.actual}` : statement;
}

/** Statement, support and every place of the evidence, one thing a line. */
export function wholeDeviation(report: Report, row: RequirementResult, whole: string | null): string {
  const seen = share(row);
  const more = andMoreIn(row.evidenceOmitted, row.spread?.length ?? 0, whole);
  return [
    row.statement,
    supportWords(row),
    ...row.evidence.flatMap(({ pointer, exchange, expected, actual }) => [
      `at: ${placeWords(pointer)} (${probeOf(report, exchange)})`,
      `  expected: ${expected}`,
      `  actual: ${actual}`,
    ]),
    ...(more === '' ? [] : [more]),
    ...(seen ? [`seen: in ${seen}`] : []),
  ].join('\n');
}

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
