import { limits } from '../model/limits.ts';
import type { Range } from './marker.ts';
import { type Needle, needlesOf } from './needles.ts';

/** Name of the secret that no setting, response or word of ours makes harmless. */
export const accessToken = 'access token';

/** A value that nothing that is written may hold. */
export interface Secret {
  /** What it is, as a marker shows it: `access token`, `header X-Gateway-Key`. */
  readonly name: string;
  readonly value: string;
  /**
   * Whether honest outputs show it anyway, as a header's value does that repeats an identifier or is a word of the
   * document: it is not searched for. Never so for the access token.
   */
  readonly isShown?: boolean;
  /** Whether honest outputs show its beginning, as that of a URL: it is searched for as a whole alone. */
  readonly isWhole?: boolean;
}

export interface Hit extends Range {
  /** Name of the secret. */
  readonly name: string;
}

/** Sorts hits and merges those that overlap, under the name of the first. */
export function merged(hits: readonly Hit[]): readonly Hit[] {
  if (hits.length < 2) return hits;
  const result: Hit[] = [];
  for (const hit of hits.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = result.at(-1);
    if (last !== undefined && hit.start < last.end) {
      result[result.length - 1] = { ...last, end: Math.max(last.end, hit.end) };
    } else result.push(hit);
  }
  return result;
}

/** Finds secrets; hits are in order and do not overlap. */
export type Search = (text: string) => readonly Hit[];

/** Every text that is judged comes by here: a loop takes half of the time of `some`. */
function hasSign(text: string, signs: Needle['signs']): boolean {
  for (let at = 0; at < signs.length; at += 1) if (text.includes(signs[at] as string)) return true;
  return false;
}

/** Finds the ranges of a text that are written in one way, or enough of it. */
type Find = (text: string) => readonly Range[];

function finderOf({ units, enough, isShared }: Needle): Find {
  const beginning = new RegExp(units.slice(0, enough).join(''), 'g');
  let rest: readonly RegExp[] | undefined;
  const endOf = (text: string, from: number): number => {
    let end = from;
    rest ??= units.slice(enough).map((unit) => new RegExp(unit, 'y'));
    for (const next of rest) {
      next.lastIndex = end;
      if (!next.test(text)) return end;
      end = next.lastIndex;
    }
    return end;
  };
  return (text) => {
    const found: Range[] = [];
    beginning.lastIndex = 0;
    for (let next = beginning.exec(text); next !== null; next = beginning.exec(text)) {
      const start =
        isShared === true && /[\w+/-]/.test(text[next.index - 1] ?? '') ? next.index - 1 : next.index;
      const end = endOf(text, beginning.lastIndex);
      found.push({ start, end });
      beginning.lastIndex = end;
    }
    return found;
  };
}

/** Searches each secret in the spellings of `needlesOf`; time is linear in the length of a text. */
export function createSearch(secrets: readonly Secret[]): Search {
  /** Several ways have the same signs, which are looked for once. */
  const groups = new Map<string, { signs: Needle['signs']; ways: { name: string; find: Find }[] }>();
  for (const { name, value, isWhole = false, isShown = false } of secrets) {
    if (isShown || value.length < limits.shortestSecret) continue;
    for (const needle of needlesOf(value, isWhole)) {
      const key = JSON.stringify(needle.signs);
      const group = groups.get(key) ?? { signs: needle.signs, ways: [] };
      group.ways.push({ name, find: finderOf(needle) });
      groups.set(key, group);
    }
  }
  return (text) => {
    const hits: Hit[] = [];
    for (const { signs, ways } of groups.values())
      if (hasSign(text, signs))
        for (const { name, find } of ways) for (const range of find(text)) hits.push({ ...range, name });
    return merged(hits);
  };
}
