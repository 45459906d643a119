import { createHash } from 'node:crypto';
import { pick } from '../model/known.ts';
import type { OperationContract } from '../model/operation.ts';
import type { Question } from '../model/question.ts';
import type { DocumentNote, OperationSummary } from '../model/report.ts';
import type { Sides } from '../model/requirement.ts';
import { type ContractRequirement, requestRequirementsOf, requirementsOf } from './requirements.ts';
import type { SchemaFiles } from './schemas.ts';

/**
 * Settings, plan, judge and reports take a contract; only the commands, the API and the suites name that of the
 * document.
 */

/** What a contract is made of. */
export interface ContractParts<Operation extends OperationContract = OperationContract> {
  /** Title of the interface document. */
  readonly title: string;
  readonly schemas: SchemaFiles;
  /** In the order of the document. */
  readonly operations: readonly Operation[];
  /** Places where the document seems to disagree with itself. */
  readonly notes: readonly DocumentNote[];
  /** What the document leaves open, in the order of reports. */
  readonly questions: readonly Question[];
}

/** The interface document as a value: everything that settings, plan, judge and reports know about it. */
export interface Contract<Operation extends OperationContract = OperationContract>
  extends ContractParts<Operation> {
  /** Every requirement on responses, in document order: what a run asks of a service. */
  readonly requirements: readonly ContractRequirement[];
  /** Every requirement on requests; only recorded traffic is checked against them. */
  readonly requestRequirements: readonly ContractRequirement[];
  /** SHA-256 of the schemas, hexadecimal: two reports with the same one were judged by the same contract. */
  readonly sha256: string;
  /** The requirement of an id, of either side, or undefined. */
  requirement(id: string): ContractRequirement | undefined;
  /** @throws Error for a name that no operation has */
  operation(name: string): Operation;
}

/** Derives the requirements from the schemas. */
export function makeContract<Operation extends OperationContract>(
  parts: ContractParts<Operation>,
): Contract<Operation> {
  const { operations, schemas } = parts;
  const requirements = operations.flatMap((operation) => requirementsOf(operation, schemas));
  const requestRequirements = operations.flatMap((operation) => requestRequirementsOf(operation, schemas));
  const byId = new Map(
    [...requirements, ...requestRequirements].map((requirement) => [requirement.id, requirement]),
  );
  const byName = new Map(operations.map((operation) => [operation.name, operation]));
  return {
    ...parts,
    requirements,
    requestRequirements,
    sha256: createHash('sha256').update(JSON.stringify(schemas)).digest('hex'),
    requirement: (id) => byId.get(id),
    operation: (name) => {
      const found = byName.get(name);
      if (found === undefined) throw new Error(`no operation named ${name}`);
      return found;
    },
  };
}

/** The requirements of one side, or of both: those on responses first. */
export function requirementsOn(
  { requirements, requestRequirements }: Contract,
  side: Sides,
): readonly ContractRequirement[] {
  return [...(side === 'request' ? [] : requirements), ...(side === 'response' ? [] : requestRequirements)];
}

/** The operations as reports describe them. */
export function operationSummaries({ operations }: Contract): readonly OperationSummary[] {
  return operations.map((operation) => ({
    ...pick(operation, 'name', 'method', 'object', 'section', 'effect', 'repeats'),
    flags: operation.flags.map((flag) => pick(flag, 'name', 'words', 'place')),
  }));
}
