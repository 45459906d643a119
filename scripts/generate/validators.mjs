import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { default: standaloneCode } = require('ajv/dist/standalone/index.js');
const { _ } = require('ajv');

const kept = { source: true, esm: true, lines: true };

/** What Ajv needs at run time is required, as the packages of a module that is compiled from source are. */
const head = `import { createRequire } from 'node:module';
const require = createRequire(import.meta.url);
`;

/** From the names and the Ajv of `document-ajv.ts`. */
function validatorsOf({ documentAjv }, schemas, allErrors = false) {
  return `${head}${standaloneCode(documentAjv(allErrors, kept), schemas)}
const validators = { ${Object.keys(schemas).join(', ')} };
export const documentValidator = (name) => validators[name];
`;
}

/** The modules of `src/files` with the validators of documents, by their names. */
export function documentValidators(documents) {
  const { ownSchemas, documentSchemas } = documents;
  const { report, ...others } = documentSchemas;
  for (const name of Object.keys(ownSchemas)) delete others[name];
  return {
    'src/files/report-validator': validatorsOf(documents, { report }),
    'src/files/own-validators': validatorsOf(documents, ownSchemas, true),
    'src/files/document-validators': validatorsOf(documents, others),
  };
}

/** `src/contract/compiled-facets.js`, for every requirement of a contract that Ajv judges. */
export function compiledFacets({ facetAjv }, { requirements, requestRequirements }) {
  const checks = [...requirements, ...requestRequirements].map(({ check }) => check);
  const schemas = checks.filter(({ kind }) => kind === 'schema').map(({ schema }) => schema);
  const texts = [...new Set(schemas.map((schema) => JSON.stringify(schema)))];
  const ajv = facetAjv({ ...kept, formats: _`textFormats` });
  for (const [at, text] of texts.entries()) ajv.addSchema(JSON.parse(text), `facet${at}`);
  const names = Object.fromEntries(texts.map((_text, at) => [`facet${at}`, `facet${at}`]));
  const entries = texts.map((text, at) => `  [${JSON.stringify(text)}, facet${at}],\n`);
  return `import { textFormats } from './format-validators.js';
${head}${standaloneCode(ajv, names)}
const compiled = new Map([
${entries.join('')}]);
export const validator = (schema) => compiled.get(JSON.stringify(schema));
`;
}
