import type { Report, RequirementResult } from '../../../src/model/report.ts';
import { coveredWords } from '../row-text.ts';
import { notExercised, type ReasonGroup } from '../rows.ts';
import { grouped, type UnansweredGroup, type UnansweredRequest } from '../unanswered.ts';
import { plural, symbols } from '../words.ts';
import { entry, hanging, heading, type Page } from './page.ts';

/** Reasons told for one operation; the rest is counted. */
const mostReasons = 6;
/** Requirements with one reason, and requests to which the same happened, are named up to this many. */
const mostNames = 3;

/** Requests that failed, with what came back and where to look first. */
export function failures(page: Page, requests: readonly UnansweredRequest[]): readonly string[] {
  if (requests.length === 0) return [];
  return [
    ...heading(page, `Requests that failed (${requests.length})`),
    ...grouped(requests).flatMap((group) => failure(page, group)),
  ];
}

function failure(page: Page, { probes, reason, answer, hint }: UnansweredGroup): readonly string[] {
  const named = probes.slice(0, mostNames).join(', ');
  const others = probes.length > mostNames ? ` and ${probes.length - mostNames} more` : '';
  const line = (label: string, text: string | null) =>
    text === null ? [] : entry(page, '    ', label, text);
  return [
    ...hanging(page, '? ', `${named}${others}: ${reason}`, page.paint.bad),
    ...line('answer', answer),
    ...line('hint', hint),
  ];
}

/** What was not checked of one operation, and why. What a deviation hides is counted there. */
export function unchecked(page: Page, report: Report, rows: readonly RequirementResult[]): readonly string[] {
  const wrong = new Set(report.problems.flatMap(({ requirements }) => requirements));
  const groups = notExercised(rows).filter(({ because = '' }) => !wrong.has(because));
  const told = report.unanswered.map(({ reason }) => reason);
  const most = page.isVerbose ? groups.length : mostReasons;
  const left = groups.slice(most).flatMap((group) => group.rows);
  const rest = `not checked: ${plural(left.length, 'more requirement')} for other reasons, see report.json`;
  return [
    ...groups.slice(0, most).map((group) => reasonText(group, told)),
    ...(left.length > 0 ? [rest] : []),
  ].flatMap((text) => hanging(page, `  ${symbols['not-exercised']} `, text, page.paint.quiet));
}

/** What is told of a failed request is not told again of its requirements. */
function reasonText({ reason, because, covered, rows }: ReasonGroup, told: readonly string[]): string {
  const known = told.find((text) => reason.startsWith(text));
  const why = known === undefined ? reason : `the request failed, see below${reason.slice(known.length)}`;
  const isNamed = rows.length <= mostNames && because === undefined;
  const subject = isNamed ? rows.map(({ id }) => id).join(', ') : plural(rows.length, 'requirement');
  return `not checked: ${subject}: ${why}${because === undefined ? '' : ` (see ${because}${coveredWords(covered)})`}`;
}
