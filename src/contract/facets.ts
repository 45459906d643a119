import { createRequire } from 'node:module';
import type { CodeOptions } from 'ajv';
import { textFormats } from './format-validators.ts';

/**
 * Ajv compiles the keywords of one facet of one field, not a whole record, so the judge decides itself what was
 * checked. tests/contract/schemas.test.ts checks that it agrees with a plain validator on the whole files.
 * @param code how Ajv writes its code: scripts/generate/validators.mjs keeps it
 */
export function facetAjv(code: CodeOptions = {}) {
  const { Ajv } = createRequire(import.meta.url)('ajv') as typeof import('ajv');
  return new Ajv({ code, strict: false, meta: false, validateSchema: false, formats: textFormats });
}
