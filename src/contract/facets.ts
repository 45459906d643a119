import { createRequire } from 'node:module';
import type { CodeOptions, Vocabulary } from 'ajv';
import type ajvCore from 'ajv/dist/core.js';
import { isPlainObject } from '../json/plain.ts';
import { compiledFacets } from './compiled-facets.ts';
import { textFormats } from './format-validators.ts';
import type { Schema } from './schemas.ts';

/**
 * Ajv compiles the keywords of one facet of one field, not a whole record, so the judge decides itself what was
 * checked. tests/contract/schemas.test.ts checks that it agrees with a plain validator on the whole
 * files. In the package the facets are compiled ahead (scripts/generate/validators.mjs): to compile them takes longer
 * than to judge a run.
 */

export type AcceptsValue = (value: unknown) => boolean;

/** By the text of the schema. */
const known = new Map<string, AcceptsValue>();

const ofType: Readonly<Record<string, AcceptsValue>> = {
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  integer: Number.isInteger,
  object: isPlainObject,
  array: Array.isArray,
};

/** Formats that accept whatever a pattern beside them accepts: to ask them as well takes half of the time again. */
const impliedFormats: ReadonlySet<unknown> = new Set(['uuid', 'hex-identifier']);

/** The keywords of a facet that have to be asked. */
export function facetOf({ format, ...others }: Schema): Schema {
  const isImplied = others.pattern !== undefined && impliedFormats.has(format);
  return isImplied || format === undefined ? others : { ...others, format };
}

/** The keywords of Ajv that a facet may have: none looks inside an object or an array. */
const vocabularies = ['validation', 'format'];

/**
 * Loaded for facets that the build did not compile: those of a contract that is handed in.
 * @param code how Ajv writes its code: scripts/generate/validators.mjs keeps it
 */
export function facetAjv(code: CodeOptions = {}): ajvCore.default {
  // With CommonJS: as ECMAScript imports, these modules take three times as long.
  const require = createRequire(import.meta.url);
  const { default: Ajv } = require('ajv/dist/core.js') as typeof ajvCore;
  const ajv = new Ajv({
    code,
    allErrors: false,
    strictTypes: false,
    meta: false,
    validateSchema: false,
    formats: textFormats,
  });
  for (const name of vocabularies) {
    const vocabulary = require(`ajv/dist/vocabularies/${name}/index.js`) as { readonly default: Vocabulary };
    ajv.addVocabulary(vocabulary.default);
  }
  return ajv;
}

let ajv: ajvCore.default | undefined;

/** What Ajv would make of a schema; half of them ask for one type, which takes a tenth of the time to look at. */
function compiled(schema: Schema): AcceptsValue {
  const facet = facetOf(schema);
  const { type, ...rest } = facet;
  const isOfType = typeof type === 'string' ? ofType[type] : undefined;
  if (isOfType !== undefined && Object.keys(rest).length === 0) return isOfType;
  const ahead = compiledFacets.get(JSON.stringify(facet));
  if (ahead !== undefined) return ahead;
  ajv ??= facetAjv();
  return ajv.compile(facet);
}

/** Of the keywords of one facet. Equal schemas share one. */
export function validator(schema: Schema): AcceptsValue {
  const text = JSON.stringify(schema);
  const made = known.get(text) ?? compiled(schema);
  known.set(text, made);
  return made;
}
