import { createHash } from 'node:crypto';
import type { OperationSummary } from '../../schemas/types.ts';
import { digestOf } from '../contract/digest.ts';
import { type ContractRequirement, requestRequirementsOf, requirementsOf } from '../contract/requirements.ts';
import { schemas } from '../contract/schemas.ts';
import { pick } from '../model/known.ts';
import type { OperationContract } from '../model/operation.ts';
import type { Sides } from '../model/requirement.ts';
import type { WrittenOf } from '../model/setting.ts';
import { errorQuestions } from '../questions/errors.ts';
import { furtherFields } from '../questions/records.ts';
import { bodyQuestions, serviceQuestions } from '../questions/requests.ts';
import { answerQuestions, prominentQuestions, statusCodes } from '../questions/responses.ts';
import { deleteRule, type deleteSettings } from './delete-rule.ts';
import { notes } from './notes.ts';
import { type putSettings, putTransformer } from './put-transformer.ts';

const declared = [putTransformer, deleteRule];

/** The name of an operation. */
export type OperationName = (typeof declared)[number]['name'];

/** What programs give for the operations. */
export type OperationSettings = WrittenOf<typeof putSettings & typeof deleteSettings>;

type ParameterOf<Path> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterOf<Rest>
  : never;

/** Where an identifier is in the path of an operation, as `{name}`: the name. */
export const pathParameter = /\{(\w+)\}/g;

/** An identifier in the path of an operation. */
export type PathParameter = ParameterOf<(typeof declared)[number]['path']>;

const operations: readonly OperationContract[] = declared;
const requirements = operations.flatMap(requirementsOf);
const requestRequirements = operations.flatMap(requestRequirementsOf);
const byId = new Map([...requirements, ...requestRequirements].map((one) => [one.id, one]));

const withBody = operations.filter(({ requestSchema }) => requestSchema !== null);

/** What the document leaves open, in the order of reports. */
const questions = [
  ...prominentQuestions(operations.map(({ name }) => name)),
  ...operations.map(({ name, method, section }) => statusCodes(name, method, section)),
  ...errorQuestions,
  ...answerQuestions,
  ...operations.flatMap((operation) => operation.questions),
  ...operations.map(furtherFields),
  ...withBody.flatMap(bodyQuestions),
  ...withBody.flatMap(serviceQuestions),
];

/** Every requirement on one side, or on both: those on responses first. */
function requirementsOn(side: Sides): readonly ContractRequirement[] {
  return [...(side === 'request' ? [] : requirements), ...(side === 'response' ? [] : requestRequirements)];
}

/** The interface document: everything that settings, plan, judge and reports know about it. */
export const contract = {
  title: 'Entity-scoped valuation and automation configuration interface',
  schemas,
  /** In the order of the document. */
  operations,
  /** Places where the document seems to disagree with itself. */
  notes,
  questions,
  /** Every requirement on responses, in document order: what a run asks of a service. */
  requirements,
  /** Every requirement on requests; only recorded traffic is checked against them. */
  requestRequirements,
  requirementsOn,
  /** SHA-256 of the schemas, hexadecimal: two reports with the same one were judged by the same contract. */
  sha256: createHash('sha256').update(JSON.stringify(schemas)).digest('hex'),
  /** The requirement of an id, of either side, or undefined. */
  requirement: (id: string): ContractRequirement | undefined => byId.get(id),
  /** @throws Error for a name that no operation has */
  operation(name: string): OperationContract {
    const found = operations.find((one) => one.name === name);
    if (found === undefined) throw new Error(`no operation named ${name}`);
    return found;
  },
};

/** The operations as reports describe them. */
export function operationSummaries(): readonly OperationSummary[] {
  return operations.map((operation) => ({
    ...pick(operation, 'name', 'method', 'object', 'section', 'effect', 'repeats'),
    flags: operation.flags.map((flag) => pick(flag, 'name', 'words', 'place')),
  }));
}

/**
 * What is judged: the schemas, what is sent, and every requirement with its strength. Two versions with the same digest
 * judge alike. What the document leaves open is not in it, as it never decides a verdict.
 */
export function contractDigest(): string {
  return digestOf({
    title: contract.title,
    schemas,
    operations: operations.map((one) => pick(one, 'name', 'method', 'path', 'section')),
    requirements: requirementsOn('both').map((one) => pick(one, 'id', 'strength', 'section', 'statement')),
  });
}
