import type { OperationContract } from '../model/operation.ts';
import { type Facet, requestPlace } from '../model/requirement.ts';
import { requirementId } from './requirement-id.ts';
import type { ContractRequirement } from './requirements.ts';

interface RequestRow {
  readonly facet: Facet;
  /** Default: that of the operation. */
  readonly section?: string;
  readonly statement: (operation: OperationContract) => string;
  /** Whether it holds for operations with a body only, or without one only; absent for both. */
  readonly withBody?: boolean;
}

/** Requirements about a whole request, which no schema can state. */
const rows: readonly RequestRow[] = [
  { facet: 'method', statement: ({ method }) => `the method of the request is ${method}` },
  { facet: 'path', statement: ({ path }) => `the path of the request ends in ${path}` },
  {
    facet: 'bearer',
    section: '5',
    statement: () => 'the Authorization header of the request is Bearer, a space and an access token',
  },
  {
    facet: 'content-type',
    withBody: true,
    statement: () => 'the Content-Type of the request is application/json',
  },
  { facet: 'json', withBody: true, statement: () => 'the body of the request is JSON' },
  { facet: 'body', withBody: false, statement: () => 'the request has no body' },
];

export function requestRows(operation: OperationContract): ContractRequirement[] {
  const hasBody = operation.requestSchema !== null;
  return rows
    .filter(({ withBody }) => withBody === undefined || withBody === hasBody)
    .map(({ facet, section = operation.section, statement }) => ({
      id: requirementId(operation.name, requestPlace, facet),
      operation: operation.name,
      place: requestPlace,
      facet,
      strength: 'stated',
      section,
      statement: statement(operation),
      check: { kind: 'request' },
      origin: null,
    }));
}
