import type { Fault } from '../../reference/faults.ts';

/** Rows that an example, a remark or a standard's advice supports; every other row is stated. */
export const shownRows = [
  /^\w+:(byte-order-mark|unique-keys)$/,
  /^\w+\.requestId:uniqueness$/,
  /^put\.data\.conditions:count$/,
  /^put\.data\.conditions\.each\.(column|columnType|operator|value):echo$/,
  /^put\.data\.conditions\.each\.type:value$/,
  /^put\.data\.action\.\w+:echo$/,
  /^put\.data\.action\.timezone:format$/,
  /^put\.data\.entityId:echo$/,
  /^put\.data\.(derivativeFactTransformerId|entityId|businessDataTypeId):value$/,
  /^put\.data\.(created|updated|deleted)At:format$/,
  /^delete\.data\.updatedAt:format$/,
  /^delete\.data\.(automationRuleId|entityId):echo$/,
];

/** Whether what it breaks is stated somewhere, by hand, so that a mistake in the schemas cannot agree with itself. */
export function strengthOf({ trips }: Fault): 'stated' | 'shown' {
  return trips.every((id) => shownRows.some((row) => row.test(id))) ? 'shown' : 'stated';
}
