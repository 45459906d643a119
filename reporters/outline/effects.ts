import type { Report } from '../../src/model/report.ts';
import { andMoreIn } from '../../src/text/more.ts';
import { joined, listed, type OutlineSection, type RichText } from './outline.ts';
import { operationWords } from './words.ts';

/** What is listed where it is one fact of several. */
const most = 10;

/** What happened to one object of the target, and how often: equal effects once, in the order in which they first happened. */
export function effectTexts(report: Report): readonly RichText[] {
  const texts = new Map<
    string,
    { readonly noun: string; readonly id: string | null; readonly what: string; times: number }
  >();
  for (const { operation, id, state } of report.effects) {
    const { effect } = operationWords(report, operation);
    if (effect === null) continue;
    const key = JSON.stringify([operation, id, state]);
    const known = texts.get(key) ?? { noun: effect.noun, id, what: effect[state], times: 0 };
    texts.set(key, { ...known, times: known.times + 1 });
  }
  return [...texts.values()].map(({ noun, id, what, times }) => [
    `${noun} `,
    id === null ? '(identifier unknown)' : { value: id },
    ` ${what}${times > 1 ? ` ${times} times` : ''}`,
  ]);
}

/** What the run did at the service, as one fact. @param whole the file that has all of it; null for none */
export function leftBehind(report: Report, whole: string | null): RichText {
  const all = effectTexts(report);
  const left = all.length - most;
  const rest = andMoreIn(left, left, whole);
  return joined(rest === '' ? all : [...all.slice(0, most), rest], '; ');
}

/** The same as a section; of traffic none, as nothing was sent. */
export function effectsSection(report: Report): OutlineSection {
  const nothing = 'Nothing was written or deleted, as far as the suite knows.';
  const rows = effectTexts(report).map((title) => ({ title }));
  return listed('list', 'effects', 'Effects', rows, {
    count: report.effects.length,
    empty: report.traffic === undefined ? nothing : undefined,
  });
}
