import type { AcceptsValue } from './facets.ts';

/** By the text of the schema: none from source. The build replaces this module: scripts/generate/validators.mjs. */
export const compiledFacets: ReadonlyMap<string, AcceptsValue> = new Map();
