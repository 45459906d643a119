import type { Report } from '../../../src/model/report.ts';
import { plural } from '../../../src/text/plural.ts';
import { moment, scopeWords, seconds } from '../words.ts';
import { entry, type Page } from './page.ts';

/** What was judged, and when; the scope where it is not everything. */
export function head(page: Page, report: Report): readonly string[] {
  const { target, run, tool, document } = report;
  const line = (label: string, text: string) => entry(page, '', label, text);
  const label = run.label === undefined ? '' : ` of build ${run.label}`;
  return [
    ...line('target', `${target.baseUrl}${target.reference ? ' (the embedded reference service)' : ''}`),
    ...line('run', `${run.id}${label}, ${moment(run.startedAt)}, ${requests(report)}`),
    ...(page.isVerbose || isNarrowed(report) ? line('scope', scopeWords(report)) : []),
    ...(page.isVerbose ? line('document', document.title) : []),
    ...(page.isVerbose ? line('tool', `${tool.name} ${tool.version}`) : []),
  ];
}

function isNarrowed({ run: { scope, options }, operations }: Report): boolean {
  const isOff = operations.some(({ flags }) => flags.some(({ name }) => scope[name] === false));
  return (
    isOff ||
    !scope.unauthorized ||
    scope.operations.length < operations.length ||
    options.repeat > 1 ||
    options.strict
  );
}

function requests({ exchanges, plan, run }: Report): string {
  const planned = plural(plan.length, 'request');
  const made = exchanges.length === plan.length ? planned : `${exchanges.length} of ${planned}`;
  return `${made} in ${seconds(run.durationMs)} s${run.cut ? ', cut short' : ''}`;
}
