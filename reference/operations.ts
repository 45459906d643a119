import { deleteRule } from './operations/delete-rule.ts';
import type { Operation, Started, World } from './operations/operation.ts';
import { putTransformer } from './operations/put-transformer.ts';
import { Refusal } from './refusal.ts';

/** Section 4, in its order. */
export const operations: readonly Operation[] = [putTransformer, deleteRule];

/** The methods of the document; OPTIONS is answered everywhere (RFC 9110, 9.3.7). */
export const methods: readonly string[] = [...new Set(operations.map(({ method }) => method))];

/** An operation of a service that has started, and its paths. */
interface Running extends Started {
  readonly operation: Operation;
  readonly pattern: RegExp;
}

/** Where a service has its operations. */
export interface Served {
  /** Prefix of every path. */
  readonly basePath: string;
  readonly running: readonly Running[];
}

export function startAll(world: World): readonly Running[] {
  return operations.map((operation) => ({
    operation,
    pattern: new RegExp(`^${operation.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]*)')}$`),
    ...operation.start(world),
  }));
}

/** An operation that a request addresses, and the identifiers in its path. */
interface Route extends Running {
  readonly ids: Readonly<Record<string, string>>;
}

function unknownPath(): Refusal {
  return new Refusal(404, 'path_unknown', 'There is nothing at this path.');
}

/** Paths are taken literally: no normalisation, a trailing slash only where section 4 has one; a query is ignored. */
function routesAt(target: string, { basePath, running }: Served): readonly Route[] {
  const [path = ''] = target.split('?');
  if (!path.startsWith(`${basePath}/`)) throw unknownPath();
  const found = running.flatMap((one) => {
    const match = one.pattern.exec(path.slice(basePath.length));
    return match === null ? [] : [{ ...one, ids: { ...match.groups } }];
  });
  if (found.length === 0) throw unknownPath();
  return found;
}

function allow(allowed: readonly string[]): string {
  return [...allowed, 'OPTIONS'].join(', ');
}

/** The value of Allow for a path, or for the service as a whole. @throws Refusal for a path that does not exist */
export function allowedAt(target: string, served: Served): string {
  return allow(target === '*' ? methods : routesAt(target, served).map(({ operation }) => operation.method));
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw unknownPath();
  }
}

/** @throws Refusal for a path that does not exist, and for another method */
export function routeOf(method: string, target: string, served: Served): Route {
  const at = routesAt(target, served);
  const found = at.find(({ operation }) => operation.method === method);
  const allowed = at.map(({ operation }) => operation.method);
  if (found === undefined) {
    const message = `This path supports ${allowed.join(' and ')} only.`;
    throw new Refusal(405, 'method_not_allowed', message, { headers: { allow: allow(allowed) } });
  }
  const ids = Object.entries(found.ids).map(([name, segment]) => [name, decoded(segment)]);
  return { ...found, ids: Object.fromEntries(ids) };
}
