import type { Facet, Strength } from '../../schemas/types.ts';
import { known, pick } from '../model/known.ts';
import type { OperationContract } from '../model/operation.ts';
import { type Operation, type Requirement, requestPlace, type Side } from '../model/requirement.ts';
import { type Described, describedIn, type Layer, type Schema } from './schemas.ts';
import { fieldStatement, placeName } from './statements.ts';
import { requestRows, responseRows, type WholeRow } from './whole-rows.ts';

/** What decides a requirement. A `source` names a value that was sent or addressed: `body#/name`, `path#/entityId`. */
export type Check =
  | { readonly kind: 'response' }
  | { readonly kind: 'request' }
  | { readonly kind: 'presence' }
  | { readonly kind: 'absence' }
  | {
      readonly kind: 'schema';
      readonly schema: Schema;
      /** Sent values for which the requirement holds: source → value. */
      readonly where?: Readonly<Record<string, string>>;
      /** A value about which the requirement says nothing. */
      readonly unless?: string;
    }
  | { readonly kind: 'echo'; readonly source: string }
  | { readonly kind: 'count'; readonly source: string };

/** A requirement with what decides it and where the schemas say so. */
export interface ContractRequirement extends Requirement {
  readonly check: Check;
  /** The subschema it is derived from; null for requirements about the whole message. */
  readonly origin: Pick<Layer, 'file' | 'pointer'> | null;
}

/** `put.data.conditions.each.column:type`, `delete:json`. Ids are permanent: reports, waivers and filters name them. */
export function requirementId(operation: Operation, place: string | null, facet: Facet): string {
  return `${operation}${place === null ? '' : `.${placeName(place)}`}:${facet}`;
}

function requirement(one: Omit<ContractRequirement, 'id'>): ContractRequirement {
  return { id: requirementId(one.operation, one.place, one.facet), ...one };
}

/** Which keywords of a schema make which facet, in the order of the requirements. */
const facetKeywords: readonly (readonly [facet: Facet, ...keywords: (keyof Schema)[]])[] = [
  ['absence', 'not'],
  ['type', 'type'],
  ['format', 'format', 'pattern', 'maxLength'],
  ['value', 'const', 'enum', 'minLength'],
  ['echo', 'x-echo'],
  ['count', 'x-echo-count'],
];

function checkOf(facet: Facet, schema: Schema, keywords: readonly (keyof Schema)[]): Check {
  if (facet === 'absence') return { kind: 'absence' };
  if (facet === 'echo') return { kind: 'echo', source: schema['x-echo'] ?? '' };
  if (facet === 'count') return { kind: 'count', source: schema['x-echo-count'] ?? '' };
  const narrowed = known({ where: schema['x-where'], unless: schema['x-unless'] });
  return { kind: 'schema', schema: pick(schema, ...keywords), ...narrowed };
}

function ofKeywords(operation: string, place: string, layer: Layer, strength: Strength) {
  const { file, pointer, section } = layer;
  const [schema = {}, at] =
    strength === 'stated' ? [layer.schema, pointer] : [layer.schema['x-shown'], `${pointer}/x-shown`];
  return facetKeywords.flatMap(([facet, ...keywords]) => {
    const first = keywords.find((keyword) => schema[keyword] !== undefined);
    if (first === undefined) return [];
    const check = checkOf(facet, schema, keywords);
    return requirement({
      ...{ operation, place, facet, strength, section },
      statement: fieldStatement(place, check),
      schema: { file: `schemas/${file}`, pointer: `${at}/${first}` },
      check,
      origin: { file, pointer },
    });
  });
}

function presence(operation: string, place: string, { layers }: Described, [own]: readonly Layer[]) {
  const name = place.slice(place.lastIndexOf('/') + 1);
  const asking = layers.find(({ schema }) => schema.required?.includes(name));
  if (asking === undefined || own === undefined) return [];
  const pointer = `${asking.pointer}/required/${asking.schema.required?.indexOf(name)}`;
  const check = { kind: 'presence' } as const;
  return [
    requirement({
      ...{ operation, place, facet: 'presence', strength: 'stated', section: own.section },
      statement: fieldStatement(place, check),
      schema: { file: `schemas/${asking.file}`, pointer },
      check,
      origin: { file: own.file, pointer: own.pointer },
    }),
  ];
}

function whole(operation: OperationContract, kind: Side, row: WholeRow): ContractRequirement {
  const [place, facet, strength, section, statement] = row;
  const { name, responseSchema } = operation;
  const schema =
    place === null
      ? { file: `schemas/${responseSchema}`, pointer: '' }
      : { file: 'schemas/envelope.schema.json', pointer: `/properties${place}` };
  return requirement({
    ...{ operation: name, place, facet, strength, section, statement, check: { kind }, origin: null },
    ...(kind === 'response' && { schema }),
  });
}

/** The requirements on what is at a place, and on all below it. */
function onField(operation: OperationContract, place: string, field: Described): ContractRequirement[] {
  const { name: own } = operation;
  const { layers, members, items } = field;
  const ofMembers = [...members].flatMap(([name, member]) => {
    const at = `${place}/${name}`;
    return [...presence(own, at, field, member.layers), ...onField(operation, at, member)];
  });
  return [
    ...layers.flatMap((layer) => [
      ...ofKeywords(own, place, layer, 'stated'),
      ...ofKeywords(own, place, layer, 'shown'),
    ]),
    ...responseRows.filter(([at]) => at === place).map((row) => whole(operation, 'response', row)),
    ...ofMembers,
    ...(items === null ? [] : onField(operation, `${place}/*`, items)),
  ];
}

/** A place that two schemas name, such as the envelope's `data`, keeps the requirement of the first. */
function unique(requirements: readonly ContractRequirement[]): readonly ContractRequirement[] {
  return requirements.filter(({ id }, at) => requirements.findIndex((one) => one.id === id) === at);
}

/** Every requirement on the responses of one operation, in document order. The type of the whole is one of the rows. */
export function requirementsOf(operation: OperationContract): readonly ContractRequirement[] {
  const rows = responseRows.filter(([place]) => place === null);
  const fields = onField(operation, '', describedIn(operation.responseSchema));
  return [
    ...rows.map((row) => whole(operation, 'response', row)),
    ...unique(fields).filter(({ place }) => place !== ''),
  ];
}

/**
 * Every requirement on the requests of one operation, in document order. Which fields are required is not shown, so
 * none has to be present, whatever the schema says to other tools.
 */
export function requestRequirementsOf(operation: OperationContract): readonly ContractRequirement[] {
  const { requestSchema } = operation;
  const fields = requestSchema === null ? [] : onField(operation, requestPlace, describedIn(requestSchema));
  return [
    ...requestRows(operation).map((row) => whole(operation, 'request', row)),
    ...unique(fields).filter(({ facet }) => facet !== 'presence'),
  ].map((row) => ({ ...row, side: 'request' }));
}
