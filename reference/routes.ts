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

/** The value of Allow: a method of the document, and OPTIONS (RFC 9110, 9.3.7). */
function withOptions(method: 'PUT' | 'DELETE'): string {
  return `${method}, OPTIONS`;
}

interface Matched {
  readonly allowed: 'PUT' | 'DELETE';
  readonly segments: readonly string[];
}

/** Paths are taken literally: no normalisation, a trailing slash only where section 4 has one; a query is ignored. */
function matched(target: string, basePath: string): Matched {
  const [path = ''] = target.split('?');
  if (!path.startsWith(`${basePath}/`)) throw unknownPath();
  const below = path.slice(basePath.length);
  const put = transformer.exec(below);
  if (put !== null) return { allowed: 'PUT', segments: put.slice(1) };
  const deletion = rule.exec(below);
  if (deletion === null) throw unknownPath();
  return { allowed: 'DELETE', segments: deletion.slice(1) };
}

/** The methods of a path, or of the service as a whole. @throws Refusal for a path that does not exist */
export function allowedAt(target: string, basePath: string): string {
  return target === '*' ? 'PUT, DELETE, OPTIONS' : withOptions(matched(target, basePath).allowed);
}

/** @throws Refusal for a path that does not exist, and for another method */
export function routeOf(method: string, target: string, basePath: string): Route {
  const { allowed, segments } = matched(target, basePath);
  if (method !== allowed) {
    const message = `This path answers ${allowed} only.`;
    throw new Refusal(405, 'method_not_allowed', message, { headers: { allow: withOptions(allowed) } });
  }
  const [entityId = '', automationRuleId = ''] = segments.map(decoded);
  return allowed === 'PUT'
    ? { operation: 'put', entityId }
    : { operation: 'delete', entityId, automationRuleId };
}
