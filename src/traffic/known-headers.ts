import type { Header } from '../model/exchange.ts';
import { headersOf, isObject, type Members } from './message.ts';

/** Clients times operations, as most traffic has them. */
export const mostLists = 4;

/** The lists that were made last. */
const latest: (readonly Header[])[] = [];
let next = 0;

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

/**
 * The headers of a request, as one list where they came before: most requests of a client have the same headers, and what
 * follows from them is remembered by their list.
 * @throws EntryProblem for headers in an unknown form
 */
export function requestHeaders(request: Members): readonly Header[] {
  const { headers } = request;
  if (isObject(headers)) for (const list of latest) if (isListed(list, headers)) return list;
  const made = headersOf(request, 'request');
  for (const list of latest) if (areSame(list, made)) return list;
  latest[next] = made;
  next = (next + 1) % mostLists;
  return made;
}
