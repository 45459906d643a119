import type { Report, RequirementResult, WaiverResult, WaiverState } from '../../schemas/types.ts';
import { daysLeft, endingSoon } from '../../src/report/waivers.ts';
import { plural } from '../../src/text/plural.ts';
import { shortDeviation } from './finding.ts';
import { fact, joined, listed, type OutlineSection, plainText, type RichText, type Row } from './outline.ts';
import { linked, markOf } from './words.ts';

/** `accepted until 2026-04-30 by ledger team: names are cut, ticket LED-4711`; a ticket that is an address as a link. */
function acceptedText({ waivers }: Report, { id }: RequirementResult): RichText {
  const covering = waivers.filter(({ covers }) => covers.includes(id));
  return joined(
    covering.map(({ expires, owner, reason, ticket }): RichText => {
      const accepted = `accepted until ${expires} by ${owner}: ${reason}`;
      return ticket === undefined ? accepted : [`${accepted}, ticket `, linked(ticket, ticket)];
    }),
    '; ',
  );
}

/** `in 8 days`, `today`. */
function daysWords(days: number): string {
  if (days === 0) return 'today';
  const count = plural(Math.abs(days), 'day');
  return days < 0 ? `${count} ago` : `in ${count}`;
}

/** Waivers that hold, but not for long, with what is said of each. */
export function endings({ waivers, run }: Report) {
  return endingSoon(waivers, run.startedAt).map((waiver) => {
    const { id, owner, expires, days } = waiver;
    return {
      ...waiver,
      text: `The waiver of ${id} (${owner}) expires soon, on ${expires}, ${daysWords(days)}`,
    };
  });
}

export function acceptedWords(report: Report, row: RequirementResult): string {
  return plainText(acceptedText(report, row));
}

const stateWords: Readonly<Record<Exclude<WaiverState, 'active'>, string>> = {
  stale: 'no longer needed, it conforms now: remove the waiver',
  'other-value': 'deviates, but not, or not only, with the value that the waiver names',
  flaky: 'it comes and goes, and conforms this time',
  expired: 'it has expired, so it accepts nothing',
  dormant: 'too little was checked this time to decide',
};

/** Deviations that are accepted, and waivers that cover nothing in this run: the first to end first. */
export function waivers(report: Report): OutlineSection {
  const { requirements, waivers: all, run } = report;
  const ends = all.map((waiver) => ({ waiver, days: daysLeft(waiver, run.startedAt) }));
  const first = new Set<RequirementResult>();
  const named = ends
    .sort((one, other) => one.days - other.days)
    .flatMap(({ waiver, days }): readonly Row[] => {
      const when = daysWords(days);
      const { state } = waiver;
      if (state !== 'active') return [idleRow(waiver, state, when)];
      const own = requirements.filter(
        (row) => row.verdict === 'waived' && waiver.covers.includes(row.id) && !first.has(row),
      );
      for (const row of own) first.add(row);
      return own.map((row) => acceptedRow(report, row, when));
    });
  return listed('list', 'accepted', 'Waivers', named);
}

/** @param when it ends */
function acceptedRow(report: Report, row: RequirementResult, when: string): Row {
  return {
    sign: markOf(row),
    title: [{ value: row.id }, ': ', ...joined([acceptedText(report, row)], '')],
    lines: [fact('', `ends ${when}`), fact('', shortDeviation(row))],
    anchor: row.id,
    of: row,
  };
}

function idleRow(waiver: WaiverResult, state: keyof typeof stateWords, when: string): Row {
  const { reason, owner, expires, ticket } = waiver;
  const followed = ticket === undefined ? '' : `, ticket ${ticket}`;
  return {
    sign: state === 'stale' || state === 'expired' ? 'notice' : 'note',
    title: [
      { value: waiver.id },
      `: ${stateWords[state]}${state === 'expired' ? '' : ' (accepts nothing in this run)'}`,
    ],
    lines: [
      fact('', `${state === 'expired' ? 'ended' : 'ends'} ${when}`),
      fact('', `${reason} (${owner}, until ${expires}${followed})`),
    ],
  };
}
