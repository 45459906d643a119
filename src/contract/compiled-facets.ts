import { facetAjv } from './format-validators.ts';
import type { Schema } from './schemas.ts';

export type AcceptsValue = (value: unknown) => boolean;

const ajv = facetAjv();
/** By the text of the schema. */
const compiled = new Map<string, AcceptsValue>();

/**
 * Of the keywords of one facet. To compile them takes longer than to judge a run, so the build does it, and replaces this
 * module: scripts/generate/validators.mjs.
 */
export function validator(schema: Schema): AcceptsValue {
  const text = JSON.stringify(schema);
  const known = compiled.get(text) ?? ajv.compile(schema);
  compiled.set(text, known);
  return known;
}
