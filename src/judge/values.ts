import { createRequire } from 'node:module';
import type { Vocabulary } from 'ajv';
import type ajvCore from 'ajv/dist/core.js';
import { addTextFormats } from '../contract/format-validators.ts';
import type { Schema } from '../contract/schemas.ts';
import { isInteger } from '../json/decimal.ts';
import type { JsonNode } from '../json/json.ts';
import { isPlainObject } from '../json/plain.ts';

/** Loaded with CommonJS: as ECMAScript imports, these modules take three times as long. */
const require = createRequire(import.meta.url);
const { default: Ajv } = require('ajv/dist/core.js') as typeof ajvCore;

/** The keywords of Ajv that a facet may have: none looks inside an object or an array. */
const vocabularies = ['validation', 'format'].map(
  (name) => (require(`ajv/dist/vocabularies/${name}/index.js`) as { readonly default: Vocabulary }).default,
);

const ajv = new Ajv({ allErrors: false, strictTypes: false, meta: false, validateSchema: false });
for (const vocabulary of vocabularies) ajv.addVocabulary(vocabulary);
addTextFormats(ajv);

type AcceptsValue = (value: unknown) => boolean;

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

/** What Ajv would make of a schema; half of them ask for one type, which takes a tenth of the time to look at. */
function compiled({ format, ...others }: Schema): AcceptsValue {
  const isImplied = others.pattern !== undefined && impliedFormats.has(format);
  const schema = isImplied || format === undefined ? others : { ...others, format };
  const { type, ...rest } = schema;
  const isOfType = typeof type === 'string' ? ofType[type] : undefined;
  return isOfType !== undefined && Object.keys(rest).length === 0 ? isOfType : ajv.compile(schema);
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

/** The number; or one of the same type where JavaScript would make a fraction whole or a whole number infinite. */
function numberFor(text: string): number {
  const value = Number(text);
  const isWhole = isInteger(text);
  if (Number.isInteger(value) === isWhole) return value;
  return isWhole ? 1 : 0.5;
}

/** A value that Ajv judges as it should judge the node: whole numbers of any size stay whole, contents are left out. */
function standIn(node: JsonNode): unknown {
  switch (node.type) {
    case 'object':
      return {};
    case 'array':
      return [];
    case 'number':
      return numberFor(node.text);
    case 'null':
      return null;
    default:
      return node.value;
  }
}

export type Accepts = (node: JsonNode) => boolean;

/** Whether values satisfy the keywords of one facet; no facet's schema looks inside an object or an array. */
export function accepts(schema: Schema): Accepts {
  const fits = validator(schema);
  return (node) => fits(standIn(node));
}
