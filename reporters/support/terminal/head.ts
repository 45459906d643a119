import type { Report } from '../../../src/model/report.ts';
import { padded } from '../../../src/text/layout.ts';
import { moment, plural, scopeWords, seconds } from '../words.ts';
import { hanging, type Page } from './page.ts';

/** What was judged, when, and how much of it. */
export function head(page: Page, report: Report): readonly string[] {
  const { target, run, tool, document } = report;
  const line = (label: string, text: string) => hanging(page, padded(label, 10), text, page.paint.quiet);
  return [
    ...line('target', `${target.baseUrl}${target.reference ? ' (the embedded reference service)' : ''}`),
    ...line('document', document.title),
    ...line('run', `${run.id}, by ${tool.name} ${tool.version}`),
    ...line('scope', scopeWords(report)),
    ...line('started', `${moment(run.startedAt)}, ${requests(report)}`),
  ];
}

function requests({ exchanges, plan, run }: Report): string {
  const planned = plural(plan.length, 'planned request');
  const made = exchanges.length === plan.length ? planned : `${exchanges.length} of ${planned}`;
  return `${made} in ${seconds(run.durationMs)} s${run.cut ? ', cut short' : ''}`;
}
