import type { OperationContract } from '../model/operation.ts';
import { type Facet, requestPlace, type Strength } from '../model/requirement.ts';
import { requirementId } from './requirement-id.ts';
import type { ContractRequirement } from './requirements.ts';
import { schemaPlace } from './schemas.ts';

/** A requirement that no schema can express: it is about a whole message, or about several. */
interface WholeRow {
  readonly facet: Facet;
  readonly statement: string | ((operation: OperationContract) => string);
  /** Default: that of the operation. */
  readonly section?: string;
  /** Default: stated. */
  readonly strength?: Strength;
  /** Default: that of the whole message. */
  readonly place?: string;
  /** Whether it holds for requests with a body only, or without one only; absent for both. */
  readonly withBody?: boolean;
}

const answerRows: readonly WholeRow[] = [
  {
    facet: 'json',
    section: '1',
    statement: 'the response is one JSON object in valid UTF-8 with nothing but white space around it',
  },
  {
    facet: 'byte-order-mark',
    strength: 'shown',
    section: '1',
    statement: 'the response does not start with a byte order mark',
  },
  {
    facet: 'unique-keys',
    strength: 'shown',
    section: '1',
    statement: 'no object of the response has a key twice',
  },
  {
    facet: 'authorization',
    section: '4',
    statement: 'a request without the Authorization header is not served',
  },
  { facet: 'made-up-token', section: '5', statement: 'a request with a made-up token is not served' },
  {
    facet: 'uniqueness',
    place: '/requestId',
    strength: 'shown',
    section: '2.1',
    statement: 'no other response of the run has the same requestId',
  },
];

const requestRows: readonly WholeRow[] = [
  { facet: 'method', statement: ({ method }) => `the method of the request is ${method}` },
  { facet: 'path', statement: ({ path }) => `the path of the request ends in ${path}` },
  {
    facet: 'bearer',
    section: '5',
    statement: 'the Authorization header of the request is Bearer, a space and an access token',
  },
  {
    facet: 'content-type',
    withBody: true,
    statement: 'the Content-Type of the request is application/json',
  },
  { facet: 'json', withBody: true, statement: 'the body of the request is JSON' },
  { facet: 'body', withBody: false, statement: 'the request has no body' },
];

function requirementOf(
  { facet, statement, section, strength = 'stated' }: WholeRow,
  operation: OperationContract,
  place: string | null,
  kind: 'response' | 'request',
): ContractRequirement {
  return {
    id: requirementId(operation.name, place, facet),
    operation: operation.name,
    place,
    facet,
    strength,
    section: section ?? operation.section,
    statement: typeof statement === 'string' ? statement : statement(operation),
    check: { kind },
    origin: null,
  };
}

/** A requirement about the whole response belongs to the whole schema, one with a place to the envelope's member. */
export function wholeAnswerRows(operation: OperationContract): ContractRequirement[] {
  return answerRows.map((row) => {
    const { place = null } = row;
    const one = requirementOf(row, operation, place, 'response');
    const file = place === null ? operation.responseSchema : 'envelope.schema.json';
    const pointer = place === null ? '' : `/properties${place}`;
    return { ...one, schema: schemaPlace({ file, pointer }) };
  });
}

export function wholeRequestRows(operation: OperationContract): ContractRequirement[] {
  const hasBody = operation.requestSchema !== null;
  return requestRows
    .filter(({ withBody = hasBody }) => withBody === hasBody)
    .map((row) => requirementOf(row, operation, requestPlace, 'request'));
}
