import { isPlainObject } from '../json/plain.ts';
import { type Credentials, type Header, isNamed, madeUpToken } from '../model/exchange.ts';
import type { Members } from '../model/json.ts';
import { rememberingLatest } from '../model/latest.ts';
import { limits } from '../model/limits.ts';
import { isDocumented } from '../operations/document-words.ts';
import { accessToken, type Secret } from '../secrets/redaction.ts';
import { isAllowedHeader, sensitiveKind } from '../secrets/sensitive-names.ts';
import { EntryProblem, headersOf } from './message.ts';

export function isAuthorization(header: Header): boolean {
  return isNamed(header, 'authorization');
}

function tokenOf(value: string): string {
  return value.replace(/^[^\s]+\s+/, '').trim();
}

/** What the headers of a request say about its credentials; `none` where no header does, or only an empty one. */
export function credentialsOf(headers: readonly Header[]): Credentials {
  const found = headers.find((header) => isAuthorization(header) && header[1].trim() !== '');
  if (found === undefined) return 'none';
  return tokenOf(found[1]) === madeUpToken ? 'made-up' : 'authorised';
}

/** Characters of the name of a header, where it names a secret. */
const longestName = 100;

/**
 * Every text of an exchange is searched for each of its secrets, so the time of both together is bounded.
 * @throws EntryProblem for too many headers with a telling name
 */
export function assertFewSecrets(headers: readonly Header[]): void {
  if (headers.length <= limits.headers) return;
  const secret = headers.filter(
    (header) => isAuthorization(header) || sensitiveKind(header[0]) !== undefined,
  );
  if (secret.length > limits.headers)
    throw new EntryProblem(
      `has ${secret.length} request headers whose names say that their values are secret. Expected at most ${limits.headers}`,
    );
}

/** Secrets in the headers of a request: the token, and values of headers with a telling name. */
export function secretsIn(headers: readonly Header[]): readonly Secret[] {
  return headers.flatMap((header): Secret[] => {
    const [name, value] = header;
    if (isAuthorization(header)) {
      const token = tokenOf(value);
      return token === madeUpToken ? [] : [{ name: accessToken, value: token }];
    }
    return sensitiveKind(name) === undefined
      ? []
      : [{ name: `header ${name.slice(0, longestName)}`, value, isShown: isDocumented(value) }];
  });
}

const shownHeader = /^(?:accept(?:-.*)?|user-agent|host|origin)$/i;

/** Whether the value of a request header is kept, with secrets in it masked. */
export function isKept(header: Header): boolean {
  const [name, value] = header;
  if (isAuthorization(header)) return tokenOf(value).length >= limits.shortestSecret;
  return shownHeader.test(name) || isAllowedHeader(name);
}

/** Lists of headers that are remembered: clients times operations, as most traffic has them. */
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
  (_, headers, list) => isPlainObject(headers) && isListed(list, headers),
);

/**
 * The headers of a request, as one list where they came before: most requests of a client have the same headers, and what
 * follows from them is remembered by their list.
 * @throws EntryProblem for headers in an unknown form
 */
export function requestHeaders({ headers }: Members): readonly Header[] {
  return headersIn(headers);
}
