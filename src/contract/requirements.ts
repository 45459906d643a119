import { groupBy } from '../model/group-by.ts';
import type { OperationContract } from '../model/operation.ts';
import {
  type Facet,
  type Operation,
  type Requirement,
  requestPlace,
  type Strength,
} from '../model/requirement.ts';
import { type Check, facetKeywords, pick } from './checks.ts';
import { requirementId } from './requirement-id.ts';
import {
  itemLayers,
  type Keyword,
  type Layer,
  memberLayers,
  memberNames,
  rootLayers,
  type Schema,
  type SchemaFiles,
  schemaPlace,
} from './schemas.ts';
import { fieldStatement } from './statements.ts';
import { wholeAnswerRows, wholeRequestRows } from './whole-rows.ts';

/** A requirement with what decides it and where the schemas say so. */
export interface ContractRequirement extends Requirement {
  readonly check: Check;
  /** The subschema it is derived from; null for requirements about the whole response. */
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
    schema: schemaPlace(keyword),
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

function fieldRequirements({ operation, place, layers }: Field): ContractRequirement[] {
  const members = memberNames(layers).flatMap((name) => {
    const field = { operation, place: `${place}/${name}`, layers: memberLayers(layers, name) };
    const own = [...presence(field, layers, name), ...ownRequirements(field)];
    return [...own, ...fieldRequirements(field)];
  });
  const items = { operation, place: `${place}/*`, layers: itemLayers(layers) };
  const ofItems = items.layers.length === 0 ? [] : [...ownRequirements(items), ...fieldRequirements(items)];
  return [...members, ...ofItems];
}

/** A place that two schemas name, such as the envelope's `data`, keeps the requirement of the first. */
function unique(requirements: readonly ContractRequirement[]): ContractRequirement[] {
  return [...new Map([...requirements].reverse().map((row) => [row.id, row])).values()].reverse();
}

/** Puts requirements that no schema can express behind the others of their place. */
function withAnswerRows(
  fields: readonly ContractRequirement[],
  rows: readonly ContractRequirement[],
): ContractRequirement[] {
  const placed = rows.filter(({ place }) => place !== null);
  const after = (field: ContractRequirement, at: number) =>
    fields[at + 1]?.place === field.place ? [] : placed.filter(({ place }) => place === field.place);
  const whole = rows.filter(({ place }) => place === null);
  return [...whole, ...fields.flatMap((field, at) => [field, ...after(field, at)])];
}

/** Every requirement on the responses of one operation, in document order. */
export function requirementsOf(
  operation: OperationContract,
  files: SchemaFiles,
): readonly ContractRequirement[] {
  const layers = rootLayers(files, operation.responseSchema);
  const fields = fieldRequirements({ operation: operation.name, place: '', layers });
  return withAnswerRows(unique(fields), wholeAnswerRows(operation));
}

/**
 * Every requirement on the requests of one operation, in document order. Which fields are required is not shown, so
 * none has to be present, whatever the schema says to other tools.
 */
export function requestRequirementsOf(
  operation: OperationContract,
  files: SchemaFiles,
): readonly ContractRequirement[] {
  const { name, requestSchema } = operation;
  const layers = requestSchema === null ? [] : rootLayers(files, requestSchema);
  const body = { operation: name, place: requestPlace, layers };
  const fields = [...ownRequirements(body), ...fieldRequirements(body)];
  const all = [...wholeRequestRows(operation), ...unique(fields).filter(({ facet }) => facet !== 'presence')];
  return all.map((row) => ({ ...row, side: 'request' }));
}

export function byOperation(
  requirements: readonly ContractRequirement[],
): ReadonlyMap<Operation, readonly ContractRequirement[]> {
  return groupBy(requirements, ({ operation }) => operation);
}
