import type { Operation } from '../model/requirement.ts';
import type { Contract } from './contract.ts';
import { memberLayers, memberNames, rootLayers } from './schemas.ts';

const known = new WeakMap<Contract, Map<Operation, readonly string[]>>();

/** Names of the documented members of the record that an operation answers with, in the document's order. */
export function recordFields(contract: Contract, operation: Operation): readonly string[] {
  const ofContract = known.get(contract) ?? new Map<Operation, readonly string[]>();
  known.set(contract, ofContract);
  const { responseSchema } = contract.operation(operation);
  const fields =
    ofContract.get(operation) ??
    memberNames(memberLayers(rootLayers(contract.schemas, responseSchema), 'data'));
  ofContract.set(operation, fields);
  return fields;
}

/** Names of the identifiers in an operation's path. */
export function pathFields({ operation: named }: Contract, operation: Operation): readonly string[] {
  return [...named(operation).path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}
