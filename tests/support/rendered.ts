import { reporterNamed } from '../../reporters/index.ts';
import type { FormatOptions } from '../../reporters/reporter.ts';
import type { Report } from './subject.ts';

/** Formats of a report, loaded. */

async function loaded(name: string): Promise<(report: Report, options?: Partial<FormatOptions>) => string> {
  const render = await reporterNamed(name)?.load();
  if (render === undefined) throw new Error(`no reporter is called ${name}`);
  return (report, options = {}) => render(report, { colour: false, columns: 80, ...options });
}

export const terminal = await loaded('terminal');
export const markdown = await loaded('markdown');
export const page = await loaded('html');
