import type { Report } from '../../src/model/report.ts';
import { andMoreIn } from '../../src/text/more.ts';
import { joined, type OutlineSection, type RichText } from './outline.ts';
import { operationWords } from './words.ts';

/** What is listed where it is one fact of several. */
const most = 10;

/** What happened to one object of the target, and how often: equal effects once, in the order in which they first happened. */
export function effectTexts(report: Report): readonly RichText[] {
  const lines = new Map<string, { readonly text: readonly [string, string | null, string]; times: number }>();
  for (const { operation, id, state } of report.effects) {
    const { effect } = operationWords(report, operation);
    if (effect === null) continue;
    const key = JSON.stringify([operation, id, state]);
    const line = lines.get(key) ?? { text: [effect.noun, id, effect[state]], times: 0 };
    lines.set(key, { ...line, times: line.times + 1 });
  }
  return [...lines.values()].map(({ text: [noun, id, what], times }) => [
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
  return {
    kind: 'list',
    anchor: 'effects',
    heading: 'Effects',
    ...(report.traffic === undefined
      ? { empty: 'Nothing was written or deleted, as far as the suite knows.' }
      : {}),
    count: report.effects.length,
    rows: effectTexts(report).map((title) => ({ title })),
  };
}
