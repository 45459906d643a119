import type { Report, RequirementResult } from '../../src/model/report.ts';
import { isProtectionUnknown, methodsOf } from '../../src/report/protection.ts';
import { plural } from '../../src/text/plural.ts';
import { idList, problemsIn } from './finding.ts';
import type { OutlineOptions } from './options.ts';
import { fact, type OutlineSection, type Row, type TextPiece } from './outline.ts';
import { reasonWords, requirementRow } from './row-text.ts';
import { notExercised, operationsOf, type ReasonGroup, rowsOf } from './rows.ts';
import { operationWords } from './words.ts';

/** Reasons that are listed for an operation; the rest is counted as one. */
const mostReasons = 6;
/** Requirements with one reason are named up to this many. */
const mostNames = 3;

/** What was not checked, by reason; first what is not known to be protected. */
export function notChecked(report: Report, options: OutlineOptions): OutlineSection {
  const { conclusion } = report;
  const isPage = options.detail === 'page';
  return {
    kind: 'list',
    anchor: 'not-checked',
    heading: 'Not checked',
    // A summary of traffic counts what it has no requirements of.
    ...(isPage && conclusion.notChecked !== null ? { empty: conclusion.notChecked } : {}),
    ...(isPage ? { count: report.requirements.filter(isOpen).length } : {}),
    rows: isPage ? everyReason(report) : [...unprotected(report), ...reasons(report, options)],
  };
}

function isOpen({ verdict }: RequirementResult): boolean {
  return verdict === 'not-exercised';
}

/** Each reason once, whatever the operation, and each deviation that hides requirements once, with all of them. */
function everyReason(report: Report): readonly Row[] {
  const open = report.requirements.filter(isOpen);
  const hidden = problemsIn(report).map(({ title, requirements: causes }, at): Row => {
    const own = open.filter(({ because = '' }) => causes.includes(because));
    const reasons = [...new Set(own.flatMap(({ reason }) => reason ?? []))];
    return {
      sign: 'not-exercised',
      title: `${plural(own.length, 'requirement')} blocked by: ${title}`,
      // What opens a fold holds no link.
      lines: [
        fact('reason', reasons.length === 1 ? (reasons[0] ?? null) : null),
        fact('cause', [{ ref: title, to: `problem.${at + 1}` }]),
      ],
      below: own.map((row) => requirementRow(row)),
    };
  });
  const wrong = deviatingIds(report);
  const others = notExercised(open).filter(({ because = '' }) => !wrong.has(because));
  return [
    ...others.map((group) => ({
      ...groupRow(report, methodsOf(group.rows, report), group),
      lines: [
        fact('cause', group.because === undefined ? null : [{ value: group.because, to: group.because }]),
      ],
      below: group.rows.map((row) => requirementRow(row)),
    })),
    ...hidden.filter(({ below = [] }) => below.length > 0),
  ];
}

/** Requirements that deviate, and so are reported with what they hide. */
function deviatingIds(report: Report): ReadonlySet<string> {
  return new Set(problemsIn(report).flatMap(({ requirements }) => requirements));
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
  const wrong = deviatingIds(report);
  return operationsOf(report).flatMap((operation) => {
    const { method } = operationWords(report, operation);
    const open = rowsOf(report, operation).filter((row) => !isProtectionUnknown(row));
    const groups = notExercised(open).filter(({ because = '' }) => !wrong.has(because));
    const most = detail === 'verbose' ? groups.length : mostReasons;
    const left = groups.slice(most).reduce((count, group) => count + group.rows.length, 0);
    const rest: Row = {
      sign: 'not-exercised',
      title: `${method}, ${plural(left, 'requirement')}: other reasons${whole === null ? '' : `, see ${whole}`}`,
    };
    return [
      ...groups.slice(0, most).map((group) => groupRow(report, method, group)),
      ...(left > 0 ? [rest] : []),
    ];
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

/** A reason, without repeating what is reported about a failed request. */
function shortened({ reason, unclear = reason }: ReasonGroup, { unanswered }: Report): string {
  const isReported = unanswered.some((failed) => failed.reason === unclear);
  return isReported ? reason.replace(unclear, () => 'the request failed') : reason;
}
