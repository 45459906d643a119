import type { Operation, Requirement } from '../../src/model/requirement.ts';

const records: Readonly<Record<Operation, string>> = {
  put: 'transformer-record',
  delete: 'automation-rule-record',
};

/** The schema that a requirement comes from, as a path from the root of the package; lines count from 1. */
export function schemaLocation({ operation, place }: Pick<Requirement, 'operation' | 'place'>): {
  readonly path: string;
  readonly lines: { readonly begin: number };
} {
  return { path: `schemas/${fileOf(operation, place)}.schema.json`, lines: { begin: 1 } };
}

function fileOf(operation: Operation, place: string | null): string {
  if (place === null) return `${operation}-response`;
  return place.startsWith('/data/') ? records[operation] : 'envelope';
}
