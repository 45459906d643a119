import type { Report } from '../src/model/report.ts';
import { visibleDeep } from '../src/text/escape.ts';
import { type Resend, resends } from './outline/curl.ts';
import { deviating, operationsOf, rowsOf } from './outline/rows.ts';
import { unansweredRequests } from './outline/unanswered.ts';
import { visibleReport } from './outline/visible-report.ts';
import { conclusion, effects, onward, verdict, waivers } from './print/terminal/closing.ts';
import { head } from './print/terminal/head.ts';
import { operation } from './print/terminal/operation.ts';
import { blocks, heading, type Page, pageFor } from './print/terminal/page.ts';
import { problem } from './print/terminal/problem.ts';
import { resend } from './print/terminal/resend.ts';
import { elsewhere, observations, tallies } from './print/terminal/seen.ts';
import { failures, unprotected } from './print/terminal/unchecked.ts';
import type { FormatOptions } from './reporter.ts';

/**
 * A page for a reader at a terminal, who sees its end: what conforms, what was not checked, what deviates, and the
 * conclusion. Its last line is the verdict.
 */
export function render(report: Report, options: FormatOptions): string {
  const page = pageFor(options);
  const shown = visibleReport(report);
  const lines = options.detail === 'quiet' ? [] : details(page, report, shown, options);
  return `${[...lines, ...verdict(page, shown)].join('\n')}\n`;
}

function details(page: Page, report: Report, shown: Report, options: FormatOptions): readonly string[] {
  const requests = visibleDeep(unansweredRequests(report));
  return [
    ...head(page, shown),
    ...unprotected(page, shown),
    ...operationsOf(shown).flatMap((name) => operation(page, shown, name)),
    ...failures(page, shown, requests),
    ...waivers(page, shown),
    ...observations(page, shown),
    ...(page.isVerbose ? tallies(page, shown) : []),
    ...problems(page, report, shown),
    '',
    ...effects(page, shown),
    ...elsewhere(page, shown),
    ...conclusion(page, shown),
    ...onward(page, shown, visibleDeep(options.files ?? [])),
  ];
}

function problems(page: Page, report: Report, shown: Report): readonly string[] {
  const found = shown.problems.map((one) => problem(page, shown, one));
  const commands = resendsOf(page, report).map((command) => resend(page, command));
  const title = found.length === 0 ? [] : heading(page, `Deviations (${found.length})`);
  const between = found.length === 0 && commands.length > 0 ? [''] : [];
  return [...title, ...between, ...blocks([...found, ...commands])];
}

/**
 * How to send again what led to deviations and what was answered without success: one command for each operation, all
 * of them where somebody asks. Commands quote what was really sent, so they are made from the report as it is, and do
 * their own escaping.
 */
function resendsOf(page: Page, report: Report): readonly Resend[] {
  const failed = unansweredRequests(report).filter(
    ({ exchange }) => page.isVerbose || exchange.response !== undefined,
  );
  return operationsOf(report).flatMap((name) => {
    const ids = failed.flatMap(({ exchange }) => (exchange.operation === name ? exchange.id : []));
    const all = resends(report, deviating(rowsOf(report, name)), ids);
    return (page.isVerbose ? all : all.slice(0, 1)).map(({ command, ...around }) => ({
      command,
      ...visibleDeep(around),
    }));
  });
}
