import { createRequire } from 'node:module';
import type { ValidateFunction, Vocabulary } from 'ajv';
import type ajvCore from 'ajv/dist/core.js';
import { addTextFormats } from '../contract/format-validators.ts';
import type { Schema } from '../contract/schemas.ts';
import { isInteger } from '../json/decimal.ts';
import type { JsonNode } from '../json/json.ts';

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

const byText = new Map<string, ValidateFunction>();
const bySchema = new WeakMap<Schema, ValidateFunction>();

/** Equal schemas share a validator; a schema that was seen before is found by its identity. */
function validator(schema: Schema): ValidateFunction {
  const known = bySchema.get(schema);
  if (known !== undefined) return known;
  const text = JSON.stringify(schema);
  const made = byText.get(text) ?? ajv.compile(schema);
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

/** Whether a value satisfies the keywords of one facet; no facet's schema looks inside an object or an array. */
export function satisfies(node: JsonNode, schema: Schema): boolean {
  return validator(schema)(standIn(node));
}
