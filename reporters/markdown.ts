import type { Report } from '../src/model/report.ts';
import { reportOutline } from './outline/report.ts';
import { markdownOf } from './print/markdown.ts';
import { type FormatOptions, wholeFile } from './reporter.ts';

/** The first line, by which a job finds its comment of the run before and replaces it. */
export const marker = '<!-- entity-config-conformance -->';

/**
 * A summary for a comment on a pull request, a job summary, e-mail or chat: the conclusion, then lists without tables.
 * Where it would grow past what such places take, later entries of a section are counted instead.
 */
export function render(report: Report, options: Pick<FormatOptions, 'pageUrl' | 'files'> = {}): string {
  const { pageUrl = null } = options;
  const whole = wholeFile(options);
  return markdownOf(reportOutline(report, { detail: 'summary', whole, pageUrl }), whole, marker);
}
