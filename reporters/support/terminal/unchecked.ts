import type { Report, RequirementResult } from '../../../src/model/report.ts';
import { grouped, mostNamed, type UnansweredGroup, type UnansweredRequest } from '../unanswered.ts';
import { uncheckedCount, uncheckedOf } from '../unchecked.ts';
import { symbols } from '../words.ts';
import { entry, hanging, heading, type Page } from './page.ts';

/** Reasons shown for one operation; the rest is counted. */
const mostReasons = 6;

/** Requests that failed, with what came back and where to look first. */
export function failures(page: Page, requests: readonly UnansweredRequest[]): readonly string[] {
  if (requests.length === 0) return [];
  return [
    ...heading(page, `Requests that failed (${requests.length})`),
    ...grouped(requests).flatMap((group) => failure(page, group)),
  ];
}

function failure(page: Page, { exchanges, reason, answer, hint }: UnansweredGroup): readonly string[] {
  const named = exchanges
    .slice(0, mostNamed)
    .map(({ probe }) => probe)
    .join(', ');
  const others = exchanges.length > mostNamed ? ` and ${exchanges.length - mostNamed} more` : '';
  const line = (label: string, text: string | null) =>
    text === null ? [] : entry(page, '    ', label, text);
  return [
    ...hanging(page, '? ', `${named}${others}: ${reason}`, page.paint.bad),
    ...line('answer', answer),
    ...line('hint', hint),
  ];
}

/** What was not checked of one operation, and why. */
export function unchecked(page: Page, report: Report, rows: readonly RequirementResult[]): readonly string[] {
  return uncheckedOf(report, rows, page.isVerbose ? rows.length : mostReasons).flatMap((group) => {
    const subject = group.ids.length > 0 ? group.ids.join(', ') : uncheckedCount(group);
    const text = `not checked: ${subject}: ${group.why}`;
    return hanging(page, `  ${symbols['not-exercised']} `, text, page.paint.quiet);
  });
}
