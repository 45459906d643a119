import type { Report, RequirementResult, Waiver, WaiverState } from '../../schemas/types.ts';
import { known } from '../model/known.ts';
import { fillIn, plainWaiver, standsFor } from '../model/waiver.ts';

/** Days for which a drafted waiver holds. */
const days = 30;
const dayMs = 86_400_000;
/** The last day that a waiver can name. */
const lastDay = Date.UTC(9999, 11, 31);

/** The last day of a waiver that is drafted at this time, in milliseconds of the epoch; to be filled in for no time. */
export function draftExpiry(now: number): string {
  return Number.isNaN(now)
    ? `${fillIn} YYYY-MM-DD`
    : new Date(Math.min(now + days * dayMs, lastDay)).toISOString().slice(0, 10);
}

/** Waivers for what deviates in a report. */
export interface DraftedWaivers {
  /** To be filled in. */
  readonly added: readonly Waiver[];
  /** Those that the run already had, as they were. */
  readonly kept: readonly Waiver[];
  /** Ids of those that are left out, as what they name conforms now. */
  readonly stale: readonly string[];
  /** Ids of those that are left out, as their last day is over: what they name and still deviates is among the added. */
  readonly expired: readonly string[];
}

/** An identifier, a number of record, a time: a value that the next response will not repeat. */
const ofOneAnswer = /[0-9]{4}|[0-9a-f]{8}/i;

function isLasting(actual: string, { run }: Report): boolean {
  return !ofOneAnswer.test(actual) && !actual.includes(run.id);
}

/** Every response has a requestId of its own. */
const ownOfEachAnswer = '/requestId';

/** The only value that a requirement deviates with, if it is the same in every place and likely to stay the same. */
function sameEverywhere(requirement: RequirementResult, report: Report): string | undefined {
  const [only, ...others] = new Set(requirement.evidence.map(({ actual }) => actual));
  const all =
    others.length === 0 && requirement.evidenceOmitted === 0 && requirement.place !== ownOfEachAnswer;
  return all && only !== undefined && isLasting(only, report) ? only : undefined;
}

/**
 * The values of one requirement to waive: any, or one. Where waivers of the run already name values of it, those that
 * are left.
 */
function actualsOf(requirement: RequirementResult, report: Report): readonly (string | undefined)[] {
  const narrowed = report.waivers
    .filter(({ id, state }) => standsFor(id, requirement.id) && state !== 'expired')
    .map(({ actual }) => actual);
  if (narrowed.length === 0) return [sameEverywhere(requirement, report)];
  return [...new Set(requirement.evidence.map(({ actual }) => actual))].filter(
    (actual) => !narrowed.includes(actual),
  );
}

/**
 * Drafts a waiver for everything that deviates, unless another requirement is its cause. Leaves reasons and owners open.
 * @param expires YYYY-MM-DD
 */
export function draftWaivers(report: Report, expires: string): DraftedWaivers {
  const open = {
    reason: `${fillIn} why this is accepted for now`,
    owner: `${fillIn} who is responsible for it`,
    expires,
  };
  const leftOut = (state: WaiverState) =>
    report.waivers.filter((waiver) => waiver.state === state).map(({ id }) => id);
  const deviating = report.requirements.filter(({ verdict }) => verdict === 'deviates');
  return {
    added: deviating.flatMap((requirement) =>
      actualsOf(requirement, report).map((actual) => ({
        id: requirement.id,
        ...open,
        ...known({ actual }),
      })),
    ),
    kept: report.waivers.filter(({ state }) => state !== 'stale' && state !== 'expired').map(plainWaiver),
    stale: leftOut('stale'),
    expired: leftOut('expired'),
  };
}
