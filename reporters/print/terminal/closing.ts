import type { Outcome, Report } from '../../../src/model/report.ts';
import { glue, wrap } from '../../../src/text/layout.ts';
import { andMoreIn } from '../../../src/text/more.ts';
import { type EffectLine, effectLines } from '../../outline/effects.ts';
import { idleWaivers } from '../../outline/waivers.ts';
import { outcomeLine, restWords } from '../../outline/words.ts';
import type { WrittenFile } from '../../reporter.ts';
import { entry, hanging, heading, type Page } from './page.ts';

/** Effects and reasons listed one by one; the rest is counted. */
const mostEffects = 10;
const mostReasons = 5;

export function waivers(page: Page, report: Report): readonly string[] {
  const idle = idleWaivers(report);
  if (idle.length === 0) return [];
  const lines = idle.flatMap(({ id, state, words, stale }) => [
    ...hanging(page, stale ? '! ' : '· ', `${id}: ${state}`, stale ? page.paint.bad : page.paint.quiet),
    ...hanging(page, '    ', words, page.paint.quiet),
  ]);
  return [...heading(page, 'Waivers that cover nothing in this run'), ...lines];
}

/** What the run left behind at the service. */
export function effects(page: Page, report: Report): readonly string[] {
  const lines = effectLines(report);
  if (lines.length === 0) return [];
  const more = lines.length - mostEffects;
  const rest = andMoreIn(more, more, page.whole);
  const described = [...lines.slice(0, mostEffects).map(effect), ...(rest === '' ? [] : [rest])];
  return entry(page, '', 'effects', described.join('; '));
}

function effect({ noun, id, what, times }: EffectLine): string {
  return `${noun} ${id ?? '(identifier unknown)'} ${what}${times > 1 ? ` ${times} times` : ''}`;
}

/** The conclusion of the report: why, who acts, what changed, what was not checked. The verdict is the last line. */
export function conclusion(page: Page, { conclusion: described }: Report): readonly string[] {
  const line = (label: string, text: string) => entry(page, '', label, text);
  const left = described.why.length - mostReasons;
  const rest = restWords(described);
  return [
    ...described.why.slice(0, mostReasons).flatMap((why, index) => line(index === 0 ? 'why' : '', why)),
    ...(left > 0 ? line('', 'and more, see above') : []),
    ...line('who acts', described.act),
    ...line('changed', rest.changed),
    ...line('unchecked', rest.notChecked),
  ];
}

/** Where the reports are, and what to do next. */
export function onward(page: Page, report: Report, files: readonly WrittenFile[]): readonly string[] {
  return [...reports(page, files), ...entry(page, '', 'next', report.conclusion.next)];
}

/** The page with its path, the other files of the folder by their names. */
function reports(page: Page, files: readonly WrittenFile[]): readonly string[] {
  if (files.length === 0) return [];
  const pageFirst = [...files].sort(
    (a, b) => Number(b.name === 'report.html') - Number(a.name === 'report.html'),
  );
  const texts = pageFirst.map(({ path, name, url }, index) =>
    link(page, (index === 0 ? path : name).replaceAll(' ', glue), url),
  );
  return entry(page, '', 'reports', texts.join(', '));
}

/** A link (OSC 8) where the terminal is known to show it; its address takes no cells. */
function link({ links }: Page, text: string, url: string): string {
  return links ? `\u001b]8;;${url}\u0007${text}\u001b]8;;\u0007` : text;
}

/** The verdict. On a terminal it breaks at the edge; programs find it on one line. */
export function verdict({ paint, isTerminal, columns }: Page, report: Report): readonly string[] {
  const paints: Readonly<Record<Outcome, (text: string) => string>> = {
    conforms: paint.good,
    'stale-waivers': paint.doubtful,
    deviates: paint.bad,
    incomplete: paint.doubtful,
  };
  const line = outcomeLine(report);
  const lines = isTerminal ? wrap(line, columns) : [line];
  return lines.map((text) => paint.strong(paints[report.summary.outcome](text)));
}
