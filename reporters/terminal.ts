import type { Report } from '../src/model/report.ts';
import { reportOutline } from './outline/report.ts';
import { terminalText } from './print/terminal.ts';
import { type FormatOptions, wholeFile } from './reporter.ts';

/**
 * A page for a reader at a terminal, who sees its end: what conforms, what was not checked, what deviates, and the
 * conclusion. Its last line is the verdict.
 */
export function render(report: Report, options: FormatOptions): string {
  const { detail, files = [] } = options;
  const outline = reportOutline(report, {
    detail: detail === 'verbose' ? 'verbose' : 'usual',
    whole: wholeFile(options),
    files,
  });
  return terminalText(outline, options);
}
