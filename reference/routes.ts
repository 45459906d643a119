import { Refusal } from './refusal.ts';

export type Route =
  | { readonly operation: 'put'; readonly entityId: string }
  | { readonly operation: 'delete'; readonly entityId: string; readonly automationRuleId: string };

const transformer = /^\/entity\/([^/]*)\/valuation\/derivative\/fact\/transformer\/$/;
const rule = /^\/entity\/([^/]*)\/automationRule\/([^/]*)$/;

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

function only(allowed: 'PUT' | 'DELETE', method: string): void {
  if (method === allowed) return;
  const message = `This path answers ${allowed} only.`;
  throw new Refusal(405, 'method_not_allowed', message, { headers: { allow: allowed } });
}

/** Paths are taken literally: no normalisation, a trailing slash only where section 4 has one; a query is ignored. */
export function routeOf(method: string, target: string, basePath: string): Route {
  const [path = ''] = target.split('?');
  if (!path.startsWith(`${basePath}/`)) throw unknownPath();
  const below = path.slice(basePath.length);
  const [, owner] = transformer.exec(below) ?? [];
  if (owner !== undefined) {
    only('PUT', method);
    return { operation: 'put', entityId: decoded(owner) };
  }
  const [, entity, automationRule] = rule.exec(below) ?? [];
  if (entity === undefined || automationRule === undefined) throw unknownPath();
  only('DELETE', method);
  return { operation: 'delete', entityId: decoded(entity), automationRuleId: decoded(automationRule) };
}
