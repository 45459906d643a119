import type { Report, RequirementResult } from '../../schemas/types.ts';
import { isProtectionUnknown, methodsOf } from '../../src/report/protection.ts';
import { countsIn } from '../../src/report/scope.ts';
import { plural } from '../../src/text/plural.ts';
import { idList } from './finding.ts';
import {
  fact,
  listed,
  type OutlineOptions,
  type OutlineSection,
  type Row,
  type TextPiece,
} from './outline.ts';
import { notExercised, operationsOf, type ReasonGroup, reasonWords, requirementRow, rowsOf } from './rows.ts';
import { operationWords } from './words.ts';

/** Reasons that are listed for an operation; the rest is counted as one. */
const mostReasons = 6;
/** Requirements with one reason are named up to this many. */
const mostNames = 3;

/** What was not checked, by reason; first what is not known to be protected. */
export function notChecked(report: Report, options: OutlineOptions): OutlineSection {
  const isPage = options.detail === 'page';
  const open = report.requirements.filter(({ verdict }) => verdict === 'not-exercised');
  const rows = isPage ? everyReason(report, open) : [...unprotected(report), ...reasons(report, options)];
  return listed('list', 'not-checked', 'Not checked', rows, {
    count: isPage ? open.filter(countsIn(report)).length : undefined,
    // A summary of traffic counts what it has no requirements of.
    empty: (isPage && report.conclusion.notChecked) || undefined,
  });
}

/** Each reason once, whatever the operation, and each deviation that hides requirements once, with all of them. */
function everyReason(report: Report, open: readonly RequirementResult[]): readonly Row[] {
  const hidden = report.problems.flatMap(({ title, requirements: causes }, at): readonly Row[] => {
    const own = open.filter(({ because = '' }) => causes.includes(because));
    const [reason = null, ...others] = new Set(own.flatMap((row) => row.reason ?? []));
    const lines = [
      fact('reason', others.length === 0 ? reason : null),
      // What opens a fold holds no link.
      fact('cause', [{ ref: title, to: `problem.${at + 1}` }]),
    ];
    const blocked = `${plural(own.length, 'requirement')} blocked by: ${title}`;
    const below = own.map((row) => requirementRow(row));
    return own.length === 0 ? [] : [{ sign: 'not-exercised', title: blocked, lines, below }];
  });
  const others = notExercised(open).filter(isOwn(report));
  const own = others.map((group) => ({
    ...groupRow(report, methodsOf(group.rows, report), group),
    lines: [fact('cause', group.because && [{ value: group.because, to: group.because }])],
    below: group.rows.map((row) => requirementRow(row)),
  }));
  return [...own, ...hidden];
}

/** Whether what was not checked is not hidden by a deviation, with which it is reported. */
function isOwn(report: Report): (group: ReasonGroup) => boolean {
  const wrong = new Set(report.problems.flatMap(({ requirements }) => requirements));
  return ({ because = '' }) => !wrong.has(because);
}

/** A reason, without repeating what is reported about a failed request; of traffic, only examples are. */
function shortened({ reason, unclear = reason }: ReasonGroup, { unanswered, traffic }: Report): string {
  const isReported = traffic === undefined && unanswered.some((failed) => failed.reason === unclear);
  return isReported ? reason.replace(unclear, () => 'the request failed') : reason;
}

/** What is not known to be protected, of all operations. */
function unprotected(report: Report): readonly Row[] {
  return notExercised(report.requirements.filter(isProtectionUnknown)).map((group) => ({
    sign: 'failed',
    title: [...idList(group.rows.map(({ id }) => id)), `: ${shortened(group, report)}`],
  }));
}

/**
 * The others, operation by operation. What a deviation hides is reported with it, and what is reported about a failed
 * request is not repeated for its requirements.
 */
function reasons(report: Report, { detail, whole }: OutlineOptions): readonly Row[] {
  return operationsOf(report).flatMap((operation) => {
    const { method } = operationWords(report, operation);
    const open = rowsOf(report, operation).filter((row) => !isProtectionUnknown(row));
    const groups = notExercised(open).filter(isOwn(report));
    const most = detail === 'verbose' ? groups.length : mostReasons;
    const left = groups.slice(most).reduce((count, group) => count + group.rows.length, 0);
    const rest: Row = {
      sign: 'not-exercised',
      title: `${method}, ${plural(left, 'requirement')}: other reasons${whole === null ? '' : `, see ${whole}`}`,
    };
    const rows = groups.slice(0, most).map((group) => groupRow(report, method, group));
    return left > 0 ? [...rows, rest] : rows;
  });
}

/** `PUT, 2 requirements (put.data:type, …): the reason (see put.data:presence)`. */
function groupRow(report: Report, method: string, group: ReasonGroup): Row {
  const { because, rows } = group;
  const isNamed = rows.length <= mostNames && because === undefined;
  const ids: readonly TextPiece[] = isNamed ? [' (', ...idList(rows.map(({ id }) => id)), ')'] : [];
  const why = reasonWords({ ...group, reason: shortened(group, report) });
  return {
    sign: 'not-exercised',
    title: [`${method}, ${plural(rows.length, 'requirement')}`, ...ids, `: ${why}`],
  };
}
