import type { Effect, Report } from '../../schemas/types.ts';
import { andMoreIn } from '../../src/text/more.ts';
import { plural } from '../../src/text/plural.ts';
import { joined, listed, type OutlineSection, type RichText } from './outline.ts';
import { operationWords } from './words.ts';

/** What is listed where it is one fact of several. */
const most = 10;

/**
 * What happened to one object of the target, and how often: equal effects once, in the order in which they first
 * happened. An object is removed once: by a request that is known to have done it, by no other.
 */
export function effectTexts(report: Report): readonly RichText[] {
  const keyOf = ({ operation, id, state }: Omit<Effect, 'exchange'>) =>
    JSON.stringify([operation, id, state]);
  const lines = new Map<string, { readonly one: Effect; times: number }>();
  for (const one of report.effects) {
    const key = keyOf(one);
    lines.set(key, { one: lines.get(key)?.one ?? one, times: (lines.get(key)?.times ?? 0) + 1 });
  }
  return [...lines.values()].flatMap(({ one, times }): readonly RichText[] => {
    const { effect } = operationWords(report, one.operation);
    const isRemoval = effect?.removes !== undefined && one.state === 'unknown';
    if (effect === null || (isRemoval && lines.has(keyOf({ ...one, state: 'confirmed' })))) return [];
    const count = isRemoval ? 1 : times;
    if (one.id === null && one.state === 'unknown' && count > 1)
      return [[`up to ${plural(count, effect.noun)} ${effect.unknown} (identifiers unknown)`]];
    const missing = one.id === null ? '(identifier unknown)' : '(identifier empty)';
    const object = one.id ? { value: one.id } : missing;
    // `written 2 times`; what may have happened, at most so often.
    const often = count === 1 ? '' : ` ${one.state === 'unknown' ? 'up to ' : ''}${count} times`;
    return [[`${effect.noun} `, object, ` ${effect[one.state]}${often}`]];
  });
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
