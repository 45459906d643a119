import type { Operation } from '../model/requirement.ts';
import { contractOf, operations } from './operations.ts';
import { memberLayers, memberNames, rootLayers } from './schemas.ts';

function fieldsOf(operation: Operation): readonly string[] {
  return memberNames(memberLayers(rootLayers(contractOf(operation).responseSchema), 'data'));
}

const byOperation: ReadonlyMap<Operation, readonly string[]> = new Map(
  operations.map(({ operation }) => [operation, fieldsOf(operation)]),
);

/** Names of the documented members of the record that an operation answers with, in the document's order. */
export function recordFields(operation: Operation): readonly string[] {
  return byOperation.get(operation) ?? [];
}

/** Names of the identifiers in an operation's path. */
export function pathFields(operation: Operation): readonly string[] {
  return [...contractOf(operation).path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}
