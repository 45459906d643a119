import type { Report, Waiver, WaiverState } from '../../schemas/types.ts';
import { standsFor } from '../model/requirement.ts';
import { plainWaiver } from './waivers.ts';

/** What a text begins with that is still to be filled in; a waiver that holds one is refused. */
const fillIn = 'FILL IN';

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

/**
 * Drafts a waiver for everything that deviates, of any value. Leaves reasons and owners open.
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
  // A draft accepts any value, and so takes the place of waivers that accept single ones.
  const isReplaced = ({ id, actual }: Waiver) =>
    actual !== undefined && deviating.some((requirement) => standsFor(id, requirement.id));
  return {
    added: deviating.map(({ id }) => ({ id, ...open })),
    kept: report.waivers
      .filter((waiver) => waiver.state !== 'stale' && waiver.state !== 'expired' && !isReplaced(waiver))
      .map(plainWaiver),
    stale: leftOut('stale'),
    expired: leftOut('expired'),
  };
}
