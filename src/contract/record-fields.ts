import type { Operation } from '../model/requirement.ts';
import type { Contract } from './contract.ts';
import { memberLayers, memberNames, rootLayers } from './schemas.ts';

/** Names of the documented members of the record that an operation returns, in the document's order. */
export function recordFields(
  { schemas, operation: named }: Contract,
  operation: Operation,
): readonly string[] {
  return memberNames(memberLayers(rootLayers(schemas, named(operation).responseSchema), 'data'));
}

/** Names of the identifiers in an operation's path. */
export function pathFields({ operation: named }: Contract, operation: Operation): readonly string[] {
  return [...named(operation).path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}
