import type { Header } from '../model/exchange.ts';
import type { Members } from '../model/json.ts';
import { rememberingLatest } from '../model/latest.ts';
import { headersOf, isObject } from './message.ts';

/** Clients times operations, as most traffic has them. */
export const mostLists = 4;

/** Whether an object of names and values has just the headers of a list. */
function isListed(list: readonly Header[], headers: Members): boolean {
  let at = 0;
  for (const name in headers) {
    const header = list[at];
    if (header === undefined || header[1] !== headers[name] || header[0] !== name) return false;
    at += 1;
  }
  return at === list.length;
}

function areSame(some: readonly Header[], others: readonly Header[]): boolean {
  return (
    some.length === others.length &&
    some.every(([name, value], at) => others[at]?.[0] === name && others[at][1] === value)
  );
}

const listOf = rememberingLatest((list: readonly Header[]) => list, mostLists, areSame);

const headersIn = rememberingLatest(
  (headers: unknown) => listOf(headersOf({ headers }, 'request')),
  mostLists,
  (_, headers, list) => isObject(headers) && isListed(list, headers),
);

/**
 * The headers of a request, as one list where they came before: most requests of a client have the same headers, and what
 * follows from them is remembered by their list.
 * @throws EntryProblem for headers in an unknown form
 */
export function requestHeaders({ headers }: Members): readonly Header[] {
  return headersIn(headers);
}
