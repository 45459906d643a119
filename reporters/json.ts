import type { Report } from '../src/model/report.ts';
import { plainJson } from '../src/text/escape.ts';

/** The report itself, keys in the order in which it was built. */
export function render(report: Report): string {
  return `${plainJson(JSON.stringify(report, null, 2))}\n`;
}
