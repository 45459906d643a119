import { attempt } from '../model/attempt.ts';
import { literally } from '../model/literally.ts';
import type { OperationContract } from '../model/operation.ts';
import type { Operation } from '../model/requirement.ts';
import { contract } from '../operations/index.ts';

/** The operation and the identifiers that a request is about. */
export interface Addressed {
  readonly operation: Operation;
  readonly identifiers: Readonly<Record<string, string>>;
  /** The base URL as it was recorded: everything before the operation's path; empty for a bare path. */
  readonly base: string;
}

/** Finds the operation of a request by method and URL; null for none. A URL may be a bare path. */
export type Addresser = (method: string, url: string) => Addressed | null;

interface Pattern {
  readonly operation: Operation;
  readonly method: string;
  readonly names: readonly string[];
  readonly path: RegExp;
}

function decoded(segment: string): string {
  return segment.includes('%') ? attempt(() => decodeURIComponent(segment), segment) : segment;
}

function patternOf({ name, method, path }: OperationContract): Pattern {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => parameter);
  const source = path
    .replace(/\/$/, '')
    .split(/\{\w+\}/)
    .map(literally)
    .join('([^/]*)');
  return { operation: name, method, names, path: new RegExp(`${source}/?$`) };
}

/** The URL without query and fragment. */
function withoutQuery(url: string): string {
  const end = url.includes('?') || url.includes('#') ? url.search(/[?#]/) : -1;
  return end === -1 ? url : url.slice(0, end);
}

/** Where the path of a URL begins: a host may look like a path. */
function pathStart(url: string): number {
  const scheme = url.indexOf('://');
  if (scheme === -1) return 0;
  const slash = url.indexOf('/', scheme + 3);
  return slash === -1 ? url.length : slash;
}

const patterns = contract.operations.map(patternOf);
const methods = new Set(patterns.map(({ method }) => method));

/** Takes the operation that has the method, and whose path ends the URL; any host, any prefix. */
export const addressed: Addresser = (method, given) => {
  const written = methods.has(method) ? method : method.toUpperCase();
  if (!methods.has(written)) return null;
  const url = withoutQuery(given);
  const start = pathStart(url);
  for (const { operation, method: documented, names, path } of patterns) {
    const found = documented === written ? path.exec(url) : null;
    if (found === null || found.index < start) continue;
    const identifiers: Record<string, string> = {};
    // Those of the document's own DELETE are empty, and nothing can be compared with them.
    for (const [at, name] of names.entries())
      if (found[at + 1] !== '') identifiers[name] = decoded(found[at + 1] ?? '');
    return { operation, identifiers, base: url.slice(0, found.index) };
  }
  return null;
};
