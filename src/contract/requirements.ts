import type { Facet, Operation, Requirement, Strength } from '../model/requirement.ts';
import { wholeAnswerRows } from './answer-rows.ts';
import { type Check, facetKeywords, pick } from './checks.ts';
import { operations } from './operations.ts';
import { requirementId } from './requirement-id.ts';
import { type Keyword, schemaPlace } from './schema-places.ts';
import { itemLayers, type Layer, memberLayers, memberNames, rootLayers, type Schema } from './schemas.ts';
import { fieldStatement } from './statements.ts';

/** A requirement with what decides it and where the schemas say so. */
export interface ContractRequirement extends Requirement {
  readonly check: Check;
  /** The subschema it is derived from; null for rows about the whole answer. */
  readonly origin: { readonly file: string; readonly pointer: string } | null;
}

interface Field {
  readonly operation: Operation;
  readonly place: string;
  readonly layers: readonly Layer[];
}

function requirement(
  field: Field,
  facet: Facet,
  strength: Strength,
  layer: Layer,
  check: Check,
  keyword: Keyword,
): ContractRequirement {
  const id = requirementId(field.operation, field.place, facet);
  return {
    id,
    operation: field.operation,
    place: field.place,
    facet,
    strength,
    section: layer.section,
    statement: fieldStatement(field.place, check),
    schema: schemaPlace(id, keyword),
    check,
    origin: { file: layer.file, pointer: layer.pointer },
  };
}

function keywordRequirements(
  field: Field,
  schema: Schema,
  strength: Strength,
  layer: Layer,
): ContractRequirement[] {
  const above = strength === 'shown' ? `${layer.pointer}/x-shown` : layer.pointer;
  return facetKeywords.flatMap(({ facet, keywords }) => {
    const check = pick(schema, facet, keywords);
    if (check === undefined) return [];
    const first = keywords.find((keyword) => schema[keyword] !== undefined);
    const keyword = { file: layer.file, pointer: `${above}/${first}` };
    return [requirement(field, facet, strength, layer, check, keyword)];
  });
}

function ownRequirements(field: Field): ContractRequirement[] {
  return field.layers.flatMap((layer) => {
    const shown = layer.schema['x-shown'];
    const section = shown?.['x-section'] ?? layer.section;
    return [
      ...keywordRequirements(field, layer.schema, 'stated', layer),
      ...(shown === undefined ? [] : keywordRequirements(field, shown, 'shown', { ...layer, section })),
    ];
  });
}

function presence(field: Field, parents: readonly Layer[], name: string): ContractRequirement[] {
  const requiring = parents.find(({ schema }) => schema.required?.includes(name) === true);
  const [own] = field.layers;
  if (requiring === undefined || own === undefined) return [];
  const at = requiring.schema.required?.indexOf(name);
  const keyword = { file: requiring.file, pointer: `${requiring.pointer}/required/${at}` };
  return [requirement(field, 'presence', 'stated', own, { kind: 'presence' }, keyword)];
}

function fieldRequirements(
  operation: Operation,
  place: string,
  layers: readonly Layer[],
): ContractRequirement[] {
  const members = memberNames(layers).flatMap((name) => {
    const field = { operation, place: `${place}/${name}`, layers: memberLayers(layers, name) };
    const own = [...presence(field, layers, name), ...ownRequirements(field)];
    return [...own, ...fieldRequirements(operation, field.place, field.layers)];
  });
  const items = { operation, place: `${place}/*`, layers: itemLayers(layers) };
  const ofItems =
    items.layers.length === 0
      ? []
      : [...ownRequirements(items), ...fieldRequirements(operation, items.place, items.layers)];
  return [...members, ...ofItems];
}

/** A place named by two schemas, as the envelope's `data`, keeps the row of the first. */
function unique(requirements: readonly ContractRequirement[]): ContractRequirement[] {
  return [...new Map([...requirements].reverse().map((row) => [row.id, row])).values()].reverse();
}

/** Puts rows that no schema can say behind the others of their place. */
function withAnswerRows(fields: readonly ContractRequirement[], operation: Operation): ContractRequirement[] {
  const rows = wholeAnswerRows(operation);
  const placed = rows.filter(({ place }) => place !== null);
  const after = (field: ContractRequirement, at: number) =>
    fields[at + 1]?.place === field.place ? [] : placed.filter(({ place }) => place === field.place);
  const whole = rows.filter(({ place }) => place === null);
  return [...whole, ...fields.flatMap((field, at) => [field, ...after(field, at)])];
}

function deriveRequirements(): readonly ContractRequirement[] {
  return operations.flatMap(({ operation, responseSchema }) =>
    withAnswerRows(unique(fieldRequirements(operation, '', rootLayers(responseSchema))), operation),
  );
}

/** Every requirement, in document order: the PUT's, then the DELETE's. */
export const requirements: readonly ContractRequirement[] = deriveRequirements();

const byId: ReadonlyMap<string, ContractRequirement> = new Map(requirements.map((row) => [row.id, row]));

export function requirementNamed(id: string): ContractRequirement | undefined {
  return byId.get(id);
}
