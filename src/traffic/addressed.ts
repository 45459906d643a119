import { attempt } from '../model/attempt.ts';
import type { Operation } from '../model/requirement.ts';
import { contract, pathParameter } from '../operations/index.ts';

/** The operation and the identifiers that a request is about. */
export interface Addressed {
  readonly operation: Operation;
  readonly identifiers: Readonly<Record<string, string>>;
  /** The base URL as it was recorded: everything before the operation's path; empty for a bare path. */
  readonly base: string;
}

const operations = contract.operations.map(({ name, method, path }) => {
  const pattern = (parameter: string) => path.replace(/\/$/, '').replaceAll(pathParameter, parameter);
  return {
    ...{ name, method },
    parameters: [...path.matchAll(pathParameter)].map(([, parameter = '']) => parameter),
    path: new RegExp(`${pattern('([^/]*)')}/?$`),
    /** In a text that holds more than a URL. */
    anywhere: new RegExp(pattern('[^/"]+')),
  };
});

function decoded(segment: string): string {
  return segment.includes('%') ? attempt(() => decodeURIComponent(segment), segment) : segment;
}

/** Where the path of a URL begins: a host may look like a path. */
function pathStart(url: string): number {
  const scheme = url.indexOf('://');
  if (scheme === -1) return 0;
  const slash = url.indexOf('/', scheme + 3);
  return slash === -1 ? url.length : slash;
}

/**
 * The operation that has the method, and whose path ends the URL; any host, any prefix. Null for none.
 * @param method in any case @param given may be a bare path
 */
export function addressed(method: string, given: string): Addressed | null {
  const written = method.toUpperCase();
  const end = given.search(/[?#]/);
  const url = end === -1 ? given : given.slice(0, end);
  for (const { name: operation, method: documented, parameters, path } of operations) {
    const found = documented === written ? path.exec(url) : null;
    if (found === null || found.index < pathStart(url)) continue;
    const identifiers: Record<string, string> = {};
    // Those of the document's own DELETE are empty, and nothing can be compared with them.
    for (const [at, name] of parameters.entries())
      if (found[at + 1]) identifiers[name] = decoded(found[at + 1] ?? '');
    return { operation, identifiers, base: url.slice(0, found.index) };
  }
  return null;
}

/** Whether a value has a method and a path of the contract somewhere, in a text too. */
export function namesRequest(value: unknown): boolean {
  const text = JSON.stringify(value);
  return operations.some(({ method, anywhere }) => text.includes(method) && anywhere.test(text));
}
