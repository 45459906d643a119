import type { Ajv2020, ValidateFunction } from 'ajv/dist/2020.js';
import { type DocumentSchema, documentAjv, documentSchemas, ownSchemas } from './document-ajv.ts';

/** Those of files of the operator, of which all errors are said, and others. */
const compilers = new Map<boolean, Ajv2020>();
const validators = new Map<DocumentSchema, ValidateFunction>();

/** From source, compiled when it is first asked for. The build replaces this module: scripts/generate/validators.mjs. */
export function documentValidator(name: DocumentSchema): ValidateFunction {
  const isOwn = Object.hasOwn(ownSchemas, name);
  const ajv = compilers.get(isOwn) ?? documentAjv(isOwn);
  compilers.set(isOwn, ajv);
  const validator = validators.get(name) ?? ajv.compile({ $ref: documentSchemas[name] });
  validators.set(name, validator);
  return validator;
}
