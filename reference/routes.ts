import { Refusal } from './refusal.ts';

/** Section 4. The groups of a path are the entity's id and, where there is one, that of what the request is about. */
const routes = [
  {
    operation: 'put',
    method: 'PUT',
    path: /^\/entity\/([^/]*)\/valuation\/derivative\/fact\/transformer\/$/,
  },
  { operation: 'delete', method: 'DELETE', path: /^\/entity\/([^/]*)\/automationRule\/([^/]*)$/ },
] as const;

export type OperationName = (typeof routes)[number]['operation'];

export const operations: readonly OperationName[] = routes.map(({ operation }) => operation);

export interface Route {
  readonly operation: OperationName;
  readonly entityId: string;
  /** Empty where the path has no second id. */
  readonly id: string;
}

/** The methods of the document; OPTIONS is answered everywhere (RFC 9110, 9.3.7). */
export const methods: readonly string[] = [...new Set(routes.map(({ method }) => method))];

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw unknownPath();
  }
}

function unknownPath(): Refusal {
  return new Refusal(404, 'path_unknown', 'There is nothing at this path.');
}

interface Matched {
  readonly operation: OperationName;
  readonly method: string;
  readonly segments: readonly string[];
}

/** Paths are taken literally: no normalisation, a trailing slash only where section 4 has one; a query is ignored. */
function matched(target: string, basePath: string): readonly Matched[] {
  const [path = ''] = target.split('?');
  if (!path.startsWith(`${basePath}/`)) throw unknownPath();
  const found = routes.flatMap(({ operation, method, path: pattern }) => {
    const segments = pattern.exec(path.slice(basePath.length));
    return segments === null ? [] : [{ operation, method, segments: segments.slice(1) }];
  });
  if (found.length === 0) throw unknownPath();
  return found;
}

/** The value of Allow for a path, or for the service as a whole. @throws Refusal for a path that does not exist */
export function allowedAt(target: string, basePath: string): string {
  const allowed = target === '*' ? methods : matched(target, basePath).map(({ method }) => method);
  return [...allowed, 'OPTIONS'].join(', ');
}

/** @throws Refusal for a path that does not exist, and for another method */
export function routeOf(method: string, target: string, basePath: string): Route {
  const at = matched(target, basePath);
  const found = at.find((one) => one.method === method);
  if (found === undefined) {
    const message = `This path answers ${at.map((one) => one.method).join(' and ')} only.`;
    throw new Refusal(405, 'method_not_allowed', message, {
      headers: { allow: allowedAt(target, basePath) },
    });
  }
  const [entityId = '', id = ''] = found.segments.map(decoded);
  return { operation: found.operation, entityId, id };
}
