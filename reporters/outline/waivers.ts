import type { Report, RequirementResult } from '../../src/model/report.ts';
import { type WaiverResult, type WaiverState, waiverWords } from '../../src/model/waiver.ts';
import { shortDeviation } from './finding.ts';
import { fact, joined, type OutlineSection, plainText, type RichText, type Row } from './outline.ts';
import { webLink } from './web-link.ts';
import { markOf } from './words.ts';

/** `accepted until 2026-04-30 by ledger team: names are cut, ticket LED-4711`; a ticket that is an address as a link. */
function acceptedText(
  { waivers }: Report,
  { id, waiver = 'no reason was recorded' }: RequirementResult,
): RichText {
  const covering = waivers.filter(({ covers }) => covers.includes(id));
  if (covering.length === 0) return `accepted: ${waiver}`;
  return joined(
    covering.map(({ expires, owner, reason, ticket }): RichText => {
      const address = webLink(ticket);
      const told = `accepted until ${expires} by ${owner}: ${reason}`;
      if (ticket === undefined) return told;
      return [`${told}, ticket `, address === null ? ticket : { link: ticket, url: address }];
    }),
    '; ',
  );
}

export function acceptedWords(report: Report, row: RequirementResult): string {
  return plainText(acceptedText(report, row));
}

const stateWords: Readonly<Record<Exclude<WaiverState, 'active'>, string>> = {
  stale: 'no longer needed, it conforms now: remove the waiver',
  'other-value': 'deviates, but not, or not only, with the value that the waiver names',
  flaky: 'it comes and goes, and conforms this time',
  expired: 'it has expired, so it covers nothing',
  dormant: 'too little was checked this time to decide',
};

/** Deviations that are accepted, and waivers that cover nothing in this run, stale ones first. */
export function waivers(report: Report): OutlineSection {
  const accepted = report.requirements.filter(({ verdict }) => verdict === 'waived');
  const idle = report.waivers.flatMap((waiver) => idleRow(waiver) ?? []);
  const rank = ({ sign }: Row) => Number(sign === 'note');
  const rows = [
    ...accepted.map((row) => acceptedRow(report, row)),
    ...idle.sort((left, right) => rank(left) - rank(right)),
  ];
  return { kind: 'list', anchor: 'accepted', heading: 'Waivers', count: rows.length, rows };
}

function acceptedRow(report: Report, row: RequirementResult): Row {
  return {
    sign: markOf(row),
    title: [{ value: row.id }, ': ', ...joined([acceptedText(report, row)], '')],
    lines: [fact('', shortDeviation(row))],
    anchor: row.id,
    of: row,
  };
}

function idleRow(waiver: WaiverResult): Row | null {
  const { id, state } = waiver;
  if (state === 'active') return null;
  return {
    sign: state === 'stale' ? 'shown-deviates' : 'note',
    title: [{ value: id }, `: ${stateWords[state]} (covers nothing in this run)`],
    lines: [fact('', waiverWords(waiver))],
  };
}
