import { deleteRule } from './operations/delete-rule.ts';
import type { Operation, Started, World } from './operations/operation.ts';
import { putTransformer } from './operations/put-transformer.ts';
import { Refusal } from './refusal.ts';

/** Section 4, in its order. */
export const operations: readonly Operation[] = [putTransformer, deleteRule];

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

/**
 * Paths are taken literally: no normalisation, a trailing slash only where section 4 has one; a query is ignored.
 * @throws Refusal for a path that does not exist
 */
function routesAt(target: string, { basePath, running }: Served): readonly Route[] {
  const [path = ''] = target.split('?');
  const below = path.startsWith(basePath) ? path.slice(basePath.length) : '';
  const found = running.flatMap((one) => {
    const match = one.pattern.exec(below);
    return match === null ? [] : [{ ...one, ids: { ...match.groups } }];
  });
  if (found.length === 0) throw unknownPath();
  return found;
}

/** The methods of a path besides OPTIONS, which is answered everywhere (RFC 9110, 9.3.7). */
export function methodsAt(target: string, served: Served): readonly string[] {
  return routesAt(target, served).map(({ operation }) => operation.method);
}

/** The value of Allow. */
export function allow(methods: readonly string[]): string {
  return [...methods, 'OPTIONS'].join(', ');
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
  const found = routesAt(target, served).find(({ operation }) => operation.method === method);
  if (found === undefined) {
    const methods = methodsAt(target, served);
    const message = `This path supports ${methods.join(' and ')} only.`;
    throw new Refusal(405, 'method_not_allowed', message, { headers: { allow: allow(methods) } });
  }
  const ids = Object.entries(found.ids).map(([name, segment]) => [name, decoded(segment)]);
  return { ...found, ids: Object.fromEntries(ids) };
}
