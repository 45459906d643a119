import type { Header } from '../model/exchange.ts';
import { rememberingLatest } from '../model/latest.ts';

/** Clients times operations, as most traffic has them. */
export const mostLists = 4;

function areSame(some: readonly Header[], others: readonly Header[]): boolean {
  if (some.length !== others.length) return false;
  for (let at = 0; at < some.length; at += 1) {
    const [name, value] = some[at] as Header;
    const other = others[at] as Header;
    if (value !== other[1] || name !== other[0]) return false;
  }
  return true;
}

/**
 * The same headers, as one list where they came before: most requests of a client have the same headers, and what
 * follows from them is remembered by their list.
 */
export const knownHeaders = rememberingLatest((headers: readonly Header[]) => headers, mostLists, areSame);
