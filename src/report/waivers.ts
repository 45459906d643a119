import type { RequirementResult, Waiver, WaiverResult, WaiverState } from '../../schemas/types.ts';
import type { RequirementFindings } from '../judge/findings.ts';
import type { Judgement } from '../judge/judge.ts';
import { standsFor } from '../model/requirement.ts';

/**
 * Waivers are part of the recording, together with `--strict`, and are applied where the report is built, so judging
 * it again gives the same report. The judge knows nothing of them. Findings keep more values than the evidence lists,
 * so that a narrowed waiver is compared with all of them.
 */

/** Requirements and waivers after the waivers were applied. */
export interface Waived {
  readonly results: readonly RequirementResult[];
  readonly waivers: readonly WaiverResult[];
}

type Findings = Judgement['findings'];
/** The waivers that cover a requirement, by its id. */
type Cover = ReadonlyMap<string, readonly Waiver[]>;

/** The waiver as its file has it. */
export function plainWaiver({ state: _state, covers: _covers, ...waiver }: WaiverResult): Waiver {
  return waiver;
}

const dayMs = 86_400_000;

/** Days from a run to the last day of a waiver; negative where that is over. @param startedAt ISO 8601, UTC */
export function daysLeft({ expires }: Pick<Waiver, 'expires'>, startedAt: string): number {
  return (Date.parse(expires) - Date.parse(startedAt.slice(0, 10))) / dayMs;
}

/** Days before its last one on which a waiver is announced to expire. */
const announcedDays = 14;

/** Waivers that hold, but not for long, the first to end first; one that is to be removed anyway is none. */
export function endingSoon(waivers: readonly WaiverResult[], startedAt: string) {
  return waivers
    .map((waiver) => ({ ...waiver, days: daysLeft(waiver, startedAt) }))
    .filter(({ state, days }) => state !== 'stale' && days >= 0 && days <= announcedDays)
    .sort((one, other) => one.days - other.days);
}

/**
 * The waivers that together cover every deviating value of one requirement; none when a single value is left over.
 * @param findings of that requirement
 */
export function coverOf(
  id: string,
  findings: RequirementFindings | undefined,
  waivers: readonly Waiver[],
): readonly Waiver[] {
  const named = waivers.filter((waiver) => standsFor(waiver.id, id));
  const whole = named.find(({ actual }) => actual === undefined);
  if (whole !== undefined) return [whole];
  const actuals = named.length === 0 ? null : (findings?.actuals ?? null);
  if (actuals === null) return [];
  const covering = [...actuals].map((actual) => named.find((waiver) => waiver.actual === actual));
  return covering.every((waiver) => waiver !== undefined) ? [...new Set(covering)] : [];
}

/** Adds the requirements that were not exercised because of covered ones: in every response, at any distance. */
function withConsequences(direct: Cover, results: readonly RequirementResult[], findings: Findings): Cover {
  const cover = new Map(direct);
  const open = new Set(results.filter(({ verdict }) => verdict === 'not-exercised').map(({ id }) => id));
  for (let before = -1; before !== open.size; ) {
    before = open.size;
    for (const id of open) {
      const causes = [...(findings.get(id)?.causes ?? [])].map((cause) => cover.get(cause) ?? []);
      if (causes.length === 0 || causes.some((waivers) => waivers.length === 0)) continue;
      cover.set(id, [...new Set(causes.flat())]);
      open.delete(id);
    }
  }
  return cover;
}

function withWaiver(result: RequirementResult, covering: readonly Waiver[]): RequirementResult {
  if (covering.length === 0) return result;
  const waiver = [...new Set(covering.map(({ reason }) => reason))].join('; ');
  const verdict = result.verdict === 'deviates' ? 'waived' : result.verdict;
  return { ...result, verdict, waiver };
}

/**
 * Of what conforms, all has to be checked to call a waiver stale: a pattern may have been meant for any of its requirements.
 * That is every stated one; shown ones are often not exercised for good reasons.
 *
 * @param covers what the waiver covers in this run
 * @param results as judged, before waivers
 */
function waiverState(
  waiver: Waiver,
  covers: readonly string[],
  results: readonly RequirementResult[],
): WaiverState {
  if (covers.length > 0) return 'active';
  const named = results.filter(({ id }) => standsFor(waiver.id, id));
  if (named.some(({ verdict }) => verdict === 'deviates')) return 'other-value';
  const open = named.filter(({ verdict }) => verdict === 'not-exercised');
  const isSettled = open.length < named.length && open.every(({ strength }) => strength === 'shown');
  if (!isSettled) return 'dormant';
  return waiver.flaky === true ? 'flaky' : 'stale';
}

/**
 * Applies waivers to requirements: what deviates and is covered is waived, with its evidence; what was not exercised
 * because of it is covered with it. Judged by all findings, not by the evidence that a report lists. An expired waiver
 * covers nothing.
 * @param startedAt when the run started: ISO 8601, UTC
 */
export function applyWaivers(
  results: readonly RequirementResult[],
  findings: Findings,
  waivers: readonly Waiver[],
  startedAt: string,
): Waived {
  if (waivers.length === 0) return { results, waivers: [] };
  const holding = waivers.filter(({ expires }) => expires >= startedAt.slice(0, 10));
  const deviating = results.filter(({ verdict }) => verdict === 'deviates');
  const direct = new Map(deviating.map(({ id }) => [id, coverOf(id, findings.get(id), holding)]));
  const cover = withConsequences(direct, results, findings);
  const covered = (id: string) => cover.get(id) ?? [];
  return {
    results: results.map((result) => withWaiver(result, covered(result.id))),
    waivers: waivers.map((waiver) => {
      const covers = results.filter(({ id }) => covered(id).includes(waiver)).map(({ id }) => id);
      const state = holding.includes(waiver) ? waiverState(waiver, covers, results) : 'expired';
      return { ...waiver, state, covers };
    }),
  };
}
