import type { Report, RequirementResult } from '../../schemas/types.ts';
import { type Gap, gapsOf, isProtectionUnknown, methodsOf } from '../../src/report/gaps.ts';
import { countsIn } from '../../src/report/scope.ts';
import { plural } from '../../src/text/plural.ts';
import { idList } from './finding.ts';
import { capped, cut, fact, listed, type OutlineOptions, type OutlineSection, type Row } from './outline.ts';
import { reasonWords, requirementRow } from './rows.ts';

/**
 * What was not checked, whatever the operation: each reason once, first what is not known to be protected, then each
 * deviation that hides requirements.
 */
export function notChecked(report: Report, options: OutlineOptions): OutlineSection {
  const open = report.requirements.filter(({ verdict }) => verdict === 'not-exercised');
  const wrong = new Set(report.problems.flatMap(({ requirements }) => requirements));
  const rows = [
    ...gapsOf(open.filter(({ because = '' }) => !wrong.has(because))).map((own) => reasonRow(report, own)),
    ...hidden(report, open),
  ];
  const count = open.filter(countsIn(report)).length;
  return cut(listed('list', 'not-checked', 'Not checked', rows, { count }), options);
}

function hidden({ problems }: Report, open: readonly RequirementResult[]): readonly Row[] {
  return problems.flatMap(({ title, requirements: causes }, at): readonly Row[] => {
    const own = open.filter(({ because = '' }) => causes.includes(because));
    if (own.length === 0) return [];
    return [
      {
        sign: 'not-exercised',
        title: `${plural(own.length, 'requirement')} blocked by: ${title}`,
        // What opens a fold holds no link.
        lines: [fact('cause', [{ ref: title, to: `problem.${at + 1}` }], 'page')],
        below: own.map((row) => requirementRow(row)),
      },
    ];
  });
}

/** `PUT, 2 requirements (put.data:type, …): the reason (see put.data:presence)`. */
function reasonRow(report: Report, group: Gap): Row {
  const { because, rows } = group;
  const ids = idList(rows.map(({ id }) => id));
  const isNamed = capped(rows, 'names').more === '' && because === undefined;
  const why = reasonWords({ ...group, reason: shortened(group, report) });
  return {
    sign: isProtectionUnknown(group) ? 'failed' : 'not-exercised',
    title: [
      `${methodsOf(rows, report)}, ${plural(rows.length, 'requirement')}`,
      ...(isNamed ? [' (', ...ids, ')'] : []),
      `: ${why}`,
    ],
    lines: [fact('cause', because && [{ value: because, to: because }], 'page')],
    below: rows.map((row) => requirementRow(row)),
  };
}

/** A reason, without repeating what is reported about a failed request; of traffic, only examples are. */
function shortened({ reason, unclear = reason }: Gap, { unanswered, traffic }: Report): string {
  const isReported = traffic === undefined && unanswered.some((failed) => failed.reason === unclear);
  return isReported ? reason.replace(unclear, () => 'the request failed') : reason;
}
