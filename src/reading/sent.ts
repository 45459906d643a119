import type { Exchange, Masked } from '../../schemas/types.ts';
import { pointerAt, valueAt } from '../json/place.ts';
import type { ReadJson } from '../model/json.ts';
import type { Skipped } from './skipped.ts';

/** What an exchange sent and addressed, to be looked up by source: `body#/conditions/∗/column`, `path#/entityId`. */
export interface SentData {
  /** Null where nothing was sent, or it is not known. */
  readonly body: ReadJson | null;
  readonly addressed: Readonly<Record<string, string>>;
  /** Why nothing can be compared with the body, where it is not known; null where what is not in it was not sent. */
  readonly unknown: Skipped | null;
  /** JSON Pointers of the body where somebody else's secret was masked: nothing can be compared with them. */
  readonly masked: ReadonlySet<string>;
}

/** A source of the contract, taken apart. */
export interface Lookup {
  readonly isPath: boolean;
  readonly pointer: string;
  /** `*` for the position of the element that is judged. */
  readonly tokens: readonly string[];
}

export const nothingMasked: ReadonlySet<string> = new Set();

/** JSON Pointers of a body where a secret was masked; an empty one stands for all of it. */
export function maskedIn(masked: Exchange['masked'], part: Masked['part'], above = ''): ReadonlySet<string> {
  if (masked.length === 0) return nothingMasked;
  const places = masked.filter((one) => one.part === part);
  return new Set(places.map(({ at }) => (at === '' ? at : above + at)));
}

export function sourceOf(source: string): Lookup {
  const [part, pointer = ''] = source.split('#');
  return { isPath: part === 'path', pointer, tokens: pointer.split('/').slice(1) };
}

/** Undefined for what was not sent. */
export function sentValue(
  sent: Pick<SentData, 'body' | 'addressed'>,
  { isPath, tokens }: Lookup,
  positions: readonly number[],
): unknown {
  return valueAt(isPath ? sent.addressed : sent.body?.value, tokens, positions);
}

/** Whether a secret of somebody else's stood in a value that was sent. */
export function isSentMasked({ masked }: SentData, source: Lookup, positions: readonly number[]): boolean {
  if (masked.size === 0 || source.isPath) return false;
  return masked.has('') || masked.has(pointerAt(source.pointer, positions));
}
