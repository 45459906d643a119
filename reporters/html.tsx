/** @jsxImportSource preact */
import type { Report } from '../src/model/report.ts';
import { exchangeTexts } from './html/exchange.tsx';
import { pageText } from './html/page.tsx';
import { Tools } from './html/tools.tsx';
import { viewOf } from './html/view.ts';
import { reportOutline } from './outline/report.ts';
import { type FormatOptions, wholeFile } from './reporter.ts';

/**
 * One self-contained page for a reviewer: the conclusion, then each deviation with all that is needed to act on it, then
 * everything else, folded. Complete without its script. A requirement is in it once, where its verdict puts it; so is an
 * exchange. That keeps a page under 150 KB, and its ids inside `details`, which browsers open for an address without any
 * script. Style and script are allowed by hash, nothing else is.
 */
export function render(report: Report, options: Pick<FormatOptions, 'files'> = {}): string {
  const view = viewOf(report);
  const outline = reportOutline(report, { detail: 'page', whole: wholeFile(options) });
  const rows = outline.sections.flatMap((one) =>
    one.kind === 'exchanges' && one.anchor === 'exchanges' ? one.rows : [],
  );
  return pageText(outline, {
    view,
    tools: <Tools report={view.report} />,
    pieces: exchangeTexts(view, rows),
  });
}
