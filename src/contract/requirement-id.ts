import type { Facet, Operation } from '../model/requirement.ts';

/** `put.data.conditions.each.column:type`, `delete:json`. Ids are permanent: reports, waivers and filters name them. */
export function requirementId(operation: Operation, place: string | null, facet: Facet): string {
  const path = (place ?? '').replaceAll('/*', '/each').replaceAll('/', '.');
  return `${operation}${path}:${facet}`;
}
