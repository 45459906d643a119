import type { Report, RequirementResult } from '../../src/model/report.ts';
import { type WaiverResult, type WaiverState, waiverWords } from '../../src/model/waiver.ts';

/** `accepted until 2026-04-30 by ledger team: names are cut, ticket LED-4711`. */
export function acceptedWords(
  { waivers }: Report,
  { id, waiver = 'no reason was recorded' }: RequirementResult,
): string {
  const covering = waivers.filter(({ covers }) => covers.includes(id));
  if (covering.length === 0) return `accepted: ${waiver}`;
  return covering
    .map(({ expires, owner, reason, ticket }) => {
      const followed = ticket === undefined ? '' : `, ticket ${ticket}`;
      return `accepted until ${expires} by ${owner}: ${reason}${followed}`;
    })
    .join('; ');
}

const stateWords: Readonly<Record<Exclude<WaiverState, 'active'>, string>> = {
  stale: 'no longer needed, it conforms now: remove the waiver',
  'other-value': 'deviates, but not, or not only, with the value that the waiver names',
  flaky: 'it comes and goes, and conforms this time',
  expired: 'it has expired, so it covers nothing',
  dormant: 'too little was checked this time to tell',
};

/** A waiver that covers nothing in this run, and why. */
export interface IdleWaiver {
  readonly id: string;
  readonly state: string;
  readonly words: string;
  readonly stale: boolean;
}

/** Waivers that cover nothing, stale ones first. */
export function idleWaivers({ waivers }: Report): readonly IdleWaiver[] {
  const idle = waivers.flatMap((waiver: WaiverResult): IdleWaiver[] =>
    waiver.state === 'active'
      ? []
      : [
          {
            id: waiver.id,
            state: stateWords[waiver.state],
            words: waiverWords(waiver),
            stale: waiver.state === 'stale',
          },
        ],
  );
  return [...idle].sort((left, right) => Number(right.stale) - Number(left.stale));
}
