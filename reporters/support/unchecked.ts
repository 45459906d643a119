import type { Report, RequirementResult } from '../../src/model/report.ts';
import { plural } from '../../src/text/plural.ts';
import { coveredWords } from './row-text.ts';
import { notExercised } from './rows.ts';

/** Requirements that were not checked for one reason. */
export interface Unchecked {
  readonly count: number;
  /** Their ids where they are few and nothing else names them; empty otherwise. */
  readonly ids: readonly string[];
  readonly why: string;
}

/** Requirements with one reason are named up to this many. */
const mostNames = 3;

/**
 * What was not checked of one operation, by reason. What a deviation hides is reported with it, and what is reported
 * about a failed request is not repeated for its requirements.
 *
 * @param most reasons; the rest is counted as one
 */
export function uncheckedOf(
  report: Report,
  rows: readonly RequirementResult[],
  most: number,
): readonly Unchecked[] {
  const wrong = new Set(report.problems.flatMap(({ requirements }) => requirements));
  const failures = report.unanswered.map(({ reason }) => reason);
  const groups = notExercised(rows).filter(({ because = '' }) => !wrong.has(because));
  const left = groups.slice(most).reduce((count, group) => count + group.rows.length, 0);
  const listed = groups.slice(0, most).map(({ reason, because, covered, rows: open }) => {
    const known = failures.find((text) => reason.startsWith(text));
    const why = known === undefined ? reason : `the request failed${reason.slice(known.length)}`;
    const cause = because === undefined ? '' : ` (see ${because}${coveredWords(covered)})`;
    const isNamed = open.length <= mostNames && because === undefined;
    return { count: open.length, ids: isNamed ? open.map(({ id }) => id) : [], why: why + cause };
  });
  const rest = { count: left, ids: [], why: 'other reasons, see report.json' };
  return left === 0 ? listed : [...listed, rest];
}

/** `2 requirements`. */
export function uncheckedCount({ count }: Unchecked): string {
  return plural(count, 'requirement');
}
