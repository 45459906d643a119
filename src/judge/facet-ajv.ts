import { createRequire } from 'node:module';
import type { CodeOptions, Vocabulary } from 'ajv';
import type ajvCore from 'ajv/dist/core.js';
import { textFormats } from '../contract/format-validators.ts';

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
