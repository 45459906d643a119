import type { Report } from '../../../src/model/report.ts';
import { plural } from '../../../src/text/plural.ts';
import { badWords, clientWords, statusWords, targetWords, trafficWords } from '../../outline/traffic.ts';
import { moment, scopeWords, seconds } from '../../outline/words.ts';
import { entry, type Page } from './page.ts';

/** What was judged, and when; the scope where it is not everything. */
export function head(page: Page, report: Report): readonly string[] {
  const { target, run, tool, document } = report;
  const line = (label: string, text: string) => entry(page, '', label, text);
  const label = run.label === undefined ? '' : ` of build ${run.label}`;
  return [
    ...line('target', `${targetWords(report)}${target.reference ? ' (the embedded reference service)' : ''}`),
    ...line('run', `${run.id}${label}, ${moment(run.startedAt)}, ${requests(report)}`),
    ...traffic(report).flatMap(([name, text]) => line(name, text)),
    ...(page.isVerbose || isNarrowed(report) ? line('scope', scopeWords(report)) : []),
    ...(page.isVerbose ? line('document', document.title) : []),
    ...(page.isVerbose ? line('tool', `${tool.name} ${tool.version}`) : []),
  ];
}

/** What was read, and what could not be read. */
function traffic({ traffic: info, operations }: Report): readonly (readonly [label: string, text: string])[] {
  if (info === undefined) return [];
  const method = (name: string) => operations.find((one) => one.name === name)?.method ?? name;
  const statuses = info.operations
    .filter(({ exchanges }) => exchanges > 0)
    .map(({ operation, statuses: all }) => `${method(operation)} ${statusWords(all)}`);
  return [
    ['traffic', trafficWords(info)],
    ...(statuses.length === 0 ? [] : [['answers', statuses.join('; ')] as const]),
    ...(info.clients.length === 0 ? [] : [['clients', clientWords(info)] as const]),
    ...badWords(info).map((text, at) => [at === 0 ? 'unread' : '', text] as const),
  ];
}

function isNarrowed({ run: { scope, options }, operations, traffic: info }: Report): boolean {
  if (info !== undefined) return options.strict || scope.operations.length < operations.length;
  const isOff = operations.some(({ flags }) => flags.some(({ name }) => scope[name] === false));
  return (
    isOff ||
    !scope.unauthorized ||
    scope.operations.length < operations.length ||
    options.repeat > 1 ||
    options.strict
  );
}

function requests({ exchanges, plan, run, traffic: info }: Report): string {
  if (info !== undefined)
    return `nothing sent; read in ${seconds(run.durationMs)} s${run.cut ? ', cut short' : ''}`;
  const planned = plural(plan.length, 'request');
  const made = exchanges.length === plan.length ? planned : `${exchanges.length} of ${planned}`;
  return `${made} in ${seconds(run.durationMs)} s${run.cut ? ', cut short' : ''}`;
}
