import type { Report, RequirementResult } from '../../../src/model/report.ts';
import { firstOf } from '../../../src/text/more.ts';
import { type FailedRequest, grouped, mostNamed, type UnansweredGroup } from '../../outline/unanswered.ts';
import { uncheckedCount, uncheckedOf, unprotectedOf } from '../../outline/unchecked.ts';
import { symbols } from '../../outline/words.ts';
import { entry, hanging, heading, type Page } from './page.ts';

/** Reasons shown for one operation; the rest is counted. */
const mostReasons = 6;

/** Requests that failed, with what came back and where to look first. */
export function failures(page: Page, report: Report, requests: readonly FailedRequest[]): readonly string[] {
  if (requests.length === 0) return [];
  return [
    ...heading(page, `Requests that failed (${report.traffic === undefined ? requests.length : 'a sample'})`),
    ...grouped(report, requests).flatMap((group) => failure(page, group)),
  ];
}

function failure(
  page: Page,
  { exchanges, isSample, reason, answer, hint }: UnansweredGroup,
): readonly string[] {
  const names = exchanges.map(({ probe }) => probe);
  const named = firstOf(names, mostNamed, isSample);
  const line = (label: string, text: string | null) =>
    text === null ? [] : entry(page, '    ', label, text);
  return [
    ...hanging(page, '? ', `${named}: ${reason}`, page.paint.bad),
    ...line('answer', answer),
    ...line('hint', hint),
  ];
}

/** What is not known to be protected, before everything else. */
export function unprotected(page: Page, report: Report): readonly string[] {
  const lines = unprotectedOf(report).flatMap(({ ids, why }) =>
    hanging(page, '? ', `not checked: ${ids.join(', ')}: ${why}`, page.paint.bad),
  );
  return lines.length === 0 ? [] : ['', ...lines];
}

/** What was not checked of one operation, and why. */
export function unchecked(page: Page, report: Report, rows: readonly RequirementResult[]): readonly string[] {
  return uncheckedOf(report, rows, page.isVerbose ? rows.length : mostReasons, page.whole).flatMap(
    (group) => {
      const subject = group.ids.length > 0 ? group.ids.join(', ') : uncheckedCount(group);
      const text = `not checked: ${subject}: ${group.why}`;
      return hanging(page, `  ${symbols['not-exercised']} `, text, page.paint.quiet);
    },
  );
}
