import type { Report } from '../src/model/report.ts';
import type { Operation } from '../src/model/requirement.ts';
import type { RenderOptions } from './reporter.ts';
import { type Resend, resends } from './support/curl.ts';
import { visibleDeep } from './support/escape.ts';
import { deviating, operationsOf, rowsOf } from './support/rows.ts';
import { closing } from './support/terminal/closing.ts';
import { head } from './support/terminal/head.ts';
import { operation } from './support/terminal/operation.ts';
import { pageFor } from './support/terminal/page.ts';
import { legend } from './support/terminal/table.ts';
import { unansweredRequests } from './support/unanswered.ts';
import { visibleReport } from './support/visible-report.ts';
import { markOf } from './support/words.ts';

/** A page for a reader at a terminal; its last line is the outcome and why. */
export function render(report: Report, options: RenderOptions): string {
  const page = pageFor(options);
  const shown = visibleReport(report);
  const lines = [
    ...head(page, shown),
    '',
    ...legend(page, new Set(shown.requirements.map(markOf))),
    ...operationsOf(shown).flatMap((name) => operation(page, shown, name, commands(report, name))),
    ...closing(page, shown),
  ];
  return `${lines.join('\n')}\n`;
}

/** Commands quote what was really sent, so they are made from the report as it is and escape for themselves. */
function commands(report: Report, name: Operation): readonly Resend[] {
  const unanswered = unansweredRequests(report).map(({ exchange }) => exchange);
  const own = unanswered.filter(({ operation: of }) => of === name).map(({ id }) => id);
  return resends(report, deviating(rowsOf(report, name)), own).map(({ command, ...around }) => ({
    command,
    ...visibleDeep(around),
  }));
}
