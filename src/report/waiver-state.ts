import type { RequirementResult } from '../model/report.ts';
import { standsFor, type Waiver, type WaiverState } from '../model/waiver.ts';

/**
 * Whether what conforms is enough to call a waiver stale. A pattern may have been meant for any of its requirements, so
 * it takes every stated one of them; shown ones are often not exercised for good reasons.
 */
function isSettled(
  { id }: Waiver,
  results: readonly RequirementResult[],
  exercised: ReadonlySet<string>,
): boolean {
  const named = results.filter((requirement) => standsFor(id, requirement.id));
  return named.every((requirement) => requirement.strength === 'shown' || exercised.has(requirement.id));
}

/**
 * @param covers what the waiver covers in this run
 * @param results as judged, before waivers
 */
export function waiverState(
  waiver: Waiver,
  covers: readonly string[],
  results: readonly RequirementResult[],
): WaiverState {
  if (covers.length > 0) return 'active';
  const exercised = results.filter(
    ({ id, verdict }) => standsFor(waiver.id, id) && verdict !== 'not-exercised',
  );
  if (exercised.some(({ verdict }) => verdict === 'deviates')) return 'other-value';
  if (exercised.length === 0 || !isSettled(waiver, results, new Set(exercised.map(({ id }) => id))))
    return 'dormant';
  return waiver.flaky === true ? 'flaky' : 'stale';
}
