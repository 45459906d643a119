import type { Report } from '../src/model/report.ts';
import type { Operation } from '../src/model/requirement.ts';
import { visibleDeep } from '../src/text/escape.ts';
import type { RenderOptions } from './reporter.ts';
import { resends } from './support/curl.ts';
import { deviating, operationsOf, rowsOf } from './support/rows.ts';
import { closing } from './support/terminal/closing.ts';
import { head } from './support/terminal/head.ts';
import { type Again, operation } from './support/terminal/operation.ts';
import { pageFor } from './support/terminal/page.ts';
import { legend } from './support/terminal/table.ts';
import { unansweredRequests } from './support/unanswered.ts';
import { visibleReport } from './support/visible-report.ts';
import { markOf } from './support/words.ts';

/** A page for a reader at a terminal; its last line is the outcome and why. */
export function render(report: Report, options: RenderOptions): string {
  const page = pageFor(options);
  const shown = visibleReport(report);
  const told = new Map<string, string>();
  const lines = [
    ...head(page, shown),
    '',
    ...legend(page, new Set(shown.requirements.map(markOf))),
    ...operationsOf(shown).flatMap((name) => operation(page, shown, name, again(report, name, told))),
    ...closing(page, shown),
  ];
  return `${lines.join('\n')}\n`;
}

/**
 * What may be sent again. Adds to what was told, so that the next operation need not tell it once more. Commands quote what was really sent, so they are made from the report as it is and escape for
 * themselves.
 */
function again(report: Report, name: Operation, told: Map<string, string>): Again {
  const unanswered = unansweredRequests(report).filter(({ exchange }) => exchange.operation === name);
  const ids = unanswered.map(({ exchange }) => exchange.id);
  const commands = resends(report, deviating(rowsOf(report, name)), ids);
  const shown = visibleDeep(unanswered);
  const before = new Map(told);
  for (const { reason, exchange } of shown) if (!told.has(reason)) told.set(reason, exchange.probe);
  return {
    unanswered: shown,
    told: before,
    commands: commands.map(({ command, ...around }) => ({ command, ...visibleDeep(around) })),
  };
}
