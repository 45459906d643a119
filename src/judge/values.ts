import type ajvCore from 'ajv/dist/core.js';
import type { Schema } from '../contract/schemas.ts';
import { isPlainObject } from '../json/plain.ts';
import { compiledFacets } from './compiled-facets.ts';
import { facetAjv } from './facet-ajv.ts';

export type AcceptsValue = (value: unknown) => boolean;

const byText = new Map<string, AcceptsValue>();
const bySchema = new WeakMap<Schema, AcceptsValue>();

const ofType: Readonly<Record<string, AcceptsValue>> = {
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  integer: Number.isInteger,
  object: isPlainObject,
  array: Array.isArray,
  null: (value) => value === null,
};

/** Formats that accept whatever a pattern beside them accepts: to ask them as well takes half of the time again. */
const impliedFormats: ReadonlySet<unknown> = new Set(['uuid', 'hex-identifier']);

/** The keywords of a facet that have to be asked. */
export function facetOf({ format, ...others }: Schema): Schema {
  const isImplied = others.pattern !== undefined && impliedFormats.has(format);
  return isImplied || format === undefined ? others : { ...others, format };
}

let ajv: ajvCore.default | undefined;

/** What Ajv would make of a schema; half of them ask for one type, which takes a tenth of the time to look at. */
function compiled(schema: Schema): AcceptsValue {
  const facet = facetOf(schema);
  const { type, ...rest } = facet;
  const isOfType = typeof type === 'string' ? ofType[type] : undefined;
  if (isOfType !== undefined && Object.keys(rest).length === 0) return isOfType;
  const known = compiledFacets.get(JSON.stringify(facet));
  if (known !== undefined) return known;
  ajv ??= facetAjv();
  return ajv.compile(facet);
}

/** Of the keywords of one facet. Equal schemas share one; looking it up again costs no more than the schema's identity. */
export function validator(schema: Schema): AcceptsValue {
  const known = bySchema.get(schema);
  if (known !== undefined) return known;
  const text = JSON.stringify(schema);
  const made = byText.get(text) ?? compiled(schema);
  byText.set(text, made);
  bySchema.set(schema, made);
  return made;
}
