import type { Observation, Report, Tally } from '../../../src/model/report.ts';
import { glue, padded, wrap } from '../../../src/text/layout.ts';
import { type EffectLine, effectLines } from '../effects.ts';
import { idleWaivers } from '../waivers.ts';
import { outcomeLine, plural } from '../words.ts';
import { hanging, heading, type Page } from './page.ts';

/** Effects listed one by one; the rest is counted. */
const mostEffects = 10;

/** Waivers that cover nothing, what the run did to the target, what it saw where the document is silent, the tallies and the outcome. */
export function closing(page: Page, report: Report): readonly string[] {
  return [
    ...waivers(page, report),
    ...effects(page, report),
    ...observations(page, report),
    ...tallies(page, report),
    ...outcome(page, report),
  ];
}

function waivers(page: Page, report: Report): readonly string[] {
  const idle = idleWaivers(report);
  if (idle.length === 0) return [];
  const lines = idle.flatMap(({ id, state, words, stale }) => [
    ...hanging(page, stale ? '  ! ' : '  · ', `${id}: ${state}`, stale ? page.paint.bad : page.paint.quiet),
    ...hanging(page, '      ', words, page.paint.quiet),
  ]);
  return [...heading(page, 'Waivers that cover nothing in this run'), ...lines];
}

function effects(page: Page, report: Report): readonly string[] {
  const lines = effectLines(report);
  if (lines.length === 0) return [];
  const more = lines.length - mostEffects;
  return [
    ...heading(page, 'Effects on the target'),
    ...lines.slice(0, mostEffects).flatMap((line) => hanging(page, '  ', effect(line))),
    ...(more > 0 ? [`  and ${more} more, see report.json`] : []),
  ];
}

function effect({ noun, id, what, times }: EffectLine): string {
  return `${noun} ${id ?? '(identifier unknown)'} ${what}${times > 1 ? ` ${times} times` : ''}`;
}

function observations(page: Page, report: Report): readonly string[] {
  const first = [...report.observations].sort((a, b) => Number(b.prominent) - Number(a.prominent));
  const note = (text: string) => hanging(page, '', text, page.paint.quiet);
  return [
    ...heading(page, `Observations, where the document is silent (${report.summary.observations})`),
    ...first.flatMap((observation) => observed(page, observation)),
    ...(report.notAsked.length > 0
      ? note(`Not asked in this run: ${plural(report.notAsked.length, 'open question')}, see report.json.`)
      : []),
    ...(report.documentNotes.length > 0
      ? note(`The document itself: ${plural(report.documentNotes.length, 'note')}, see report.json.`)
      : []),
  ];
}

function observed(page: Page, { question, answer, section, prominent }: Observation): readonly string[] {
  const prefix = prominent ? '  ! ' : '  · ';
  const paint = prominent ? page.paint.doubtful : page.paint.quiet;
  const lines = hanging(page, prefix, `${question} (section${glue}${section})`, paint);
  return [...lines, ...hanging(page, '      ', answer)];
}

function tallies(page: Page, { summary }: Report): readonly string[] {
  const names = ['conforms', 'deviates', 'waived', 'not exercised'];
  const row = (name: string, { conforms, deviates, waived, notExercised }: Tally) =>
    `${padded(name, 8)}${[conforms, deviates, waived, notExercised]
      .map((count, index) => String(count).padStart((names[index]?.length ?? 0) + 2))
      .join('')}`;
  return [
    ...heading(page, 'Rows'),
    page.paint.quiet(`${' '.repeat(8)}${names.map((name) => `  ${name}`).join('')}`),
    row('stated', summary.stated),
    row('shown', summary.shown),
  ];
}

function outcome({ paint, ...page }: Page, report: Report): readonly string[] {
  const paints = {
    conforms: paint.good,
    'stale-waivers': paint.doubtful,
    deviates: paint.bad,
    incomplete: paint.doubtful,
  };
  const line = outcomeLine(report);
  const lines = page.isTerminal ? wrap(line, page.columns) : [line];
  const others = report.summary.reasons.slice(1);
  return [
    '',
    ...others.flatMap((reason) => hanging({ paint, ...page }, 'also: ', reason)),
    ...lines.map((line) => paint.strong(paints[report.summary.outcome](line))),
  ];
}
