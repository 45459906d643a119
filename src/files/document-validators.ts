import type { Ajv2020, ValidateFunction } from 'ajv/dist/2020.js';
import { type DocumentSchema, documentAjv, documentSchemas } from './document-ajv.ts';

let ajv: Ajv2020 | undefined;
const validators = new Map<DocumentSchema, ValidateFunction>();

/** From source, compiled when it is first asked for. The build replaces this module: scripts/generate/validators.mjs. */
export function documentValidator(name: DocumentSchema): ValidateFunction {
  ajv ??= documentAjv();
  const validator = validators.get(name) ?? ajv.compile({ $ref: documentSchemas[name] });
  validators.set(name, validator);
  return validator;
}
