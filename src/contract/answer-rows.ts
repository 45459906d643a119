import type { OperationContract } from '../model/operation.ts';
import type { Facet, Strength } from '../model/requirement.ts';
import { requirementId } from './requirement-id.ts';
import type { ContractRequirement } from './requirements.ts';
import { type Keyword, type SchemaLines, schemaPlace } from './schema-places.ts';

interface AnswerRow {
  readonly facet: Facet;
  readonly place: string | null;
  readonly strength: Strength;
  readonly section: string;
  readonly statement: string;
}

/** The requirements that no schema can express, because they are about the whole answer or about several answers. */
const rows: readonly AnswerRow[] = [
  {
    facet: 'json',
    place: null,
    strength: 'stated',
    section: '1',
    statement: 'the response is one JSON object in valid UTF-8 with nothing but white space around it',
  },
  {
    facet: 'byte-order-mark',
    place: null,
    strength: 'shown',
    section: '1',
    statement: 'the response does not start with a byte order mark',
  },
  {
    facet: 'unique-keys',
    place: null,
    strength: 'shown',
    section: '1',
    statement: 'no object of the response has a key twice',
  },
  {
    facet: 'authorization',
    place: null,
    strength: 'stated',
    section: '4',
    statement: 'a request without the Authorization header is not served',
  },
  {
    facet: 'made-up-token',
    place: null,
    strength: 'stated',
    section: '5',
    statement: 'a request with a made-up token is not served',
  },
  {
    facet: 'uniqueness',
    place: '/requestId',
    strength: 'shown',
    section: '2.1',
    statement: 'no other response of the run has the same requestId',
  },
];

/** A requirement about the whole answer belongs to the whole schema, one with a place to the envelope's member. */
function keywordOf({ responseSchema }: OperationContract, place: string | null): Keyword {
  return place === null
    ? { file: responseSchema, pointer: '' }
    : { file: 'envelope.schema.json', pointer: `/properties${place}` };
}

export function wholeAnswerRows(operation: OperationContract, lines: SchemaLines): ContractRequirement[] {
  return rows.map((row) => {
    const id = requirementId(operation.name, row.place, row.facet);
    const schema = schemaPlace(lines, id, keywordOf(operation, row.place));
    return { ...row, id, operation: operation.name, schema, check: { kind: 'answer' }, origin: null };
  });
}
