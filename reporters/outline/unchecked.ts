import type { Report, RequirementResult } from '../../src/model/report.ts';
import { isProtectionUnknown } from '../../src/report/protection.ts';
import { plural } from '../../src/text/plural.ts';
import { coveredWords } from './row-text.ts';
import { notExercised, type ReasonGroup } from './rows.ts';

/** Requirements that were not checked for one reason. */
export interface Unchecked {
  readonly count: number;
  /** Their ids where they are few and nothing else names them; empty otherwise. */
  readonly ids: readonly string[];
  readonly why: string;
}

/** Requirements with one reason are named up to this many. */
const mostNames = 3;

/** A reason, without repeating what is reported about a failed request. */
function shortened({ reason, unclear = reason }: ReasonGroup, { unanswered }: Report): string {
  const isReported = unanswered.some((failed) => failed.reason === unclear);
  return isReported ? reason.replace(unclear, () => 'the request failed') : reason;
}

/**
 * What was not checked of one operation, by reason, but for what `unprotectedOf` gives. What a deviation hides is reported
 * with it, and what is reported about a failed request is not repeated for its requirements.
 *
 * @param most reasons; the rest is counted as one
 * @param whole the file that has every reason; null for none
 */
export function uncheckedOf(
  report: Report,
  rows: readonly RequirementResult[],
  most: number,
  whole: string | null,
): readonly Unchecked[] {
  const wrong = new Set(report.problems.flatMap(({ requirements }) => requirements));
  const groups = notExercised(rows.filter((row) => !isProtectionUnknown(row))).filter(
    ({ because = '' }) => !wrong.has(because),
  );
  const left = groups.slice(most).reduce((count, group) => count + group.rows.length, 0);
  const listed = groups.slice(0, most).map((group) => {
    const { because, covered, rows: open } = group;
    const cause = because === undefined ? '' : ` (see ${because}${coveredWords(covered)})`;
    const isNamed = open.length <= mostNames && because === undefined;
    const ids = isNamed ? open.map(({ id }) => id) : [];
    return { count: open.length, ids, why: shortened(group, report) + cause };
  });
  const rest = { count: left, ids: [], why: `other reasons${whole === null ? '' : `, see ${whole}`}` };
  return left === 0 ? listed : [...listed, rest];
}

/** What is not known to be protected, of all operations, by reason. It comes before everything else that was not checked. */
export function unprotectedOf(report: Report): readonly Unchecked[] {
  return notExercised(report.requirements.filter(isProtectionUnknown)).map((group) => ({
    count: group.rows.length,
    ids: group.rows.map(({ id }) => id),
    why: shortened(group, report),
  }));
}

/** `2 requirements`. */
export function uncheckedCount({ count }: Unchecked): string {
  return plural(count, 'requirement');
}
