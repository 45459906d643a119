import { execFileSync } from 'node:child_process';
import { cli } from '../support/service.mjs';

/** What the document only shows of a place is asked, too, where it depends on the answer alone. */
function withShown({ 'x-shown': shown, ...stated }) {
  if (shown === undefined || 'x-where' in shown) return stated;
  const asked = 'x-unless' in shown ? { anyOf: [{ const: shown['x-unless'] }, shown] } : shown;
  return { ...stated, allOf: [asked] };
}

/**
 * The contract as `conformance export openapi` writes it, for tools that read OpenAPI or its schemas. They know no formats
 * of ours; what these ask stands in `pattern` too.
 */
function exported() {
  const text = execFileSync(process.execPath, [cli, 'export', 'openapi'], { encoding: 'utf8' });
  return JSON.parse(text, (key, value) => {
    if (key === 'format') return undefined;
    return key !== 'x-shown' && value?.['x-shown'] ? withShown(value) : value;
  });
}

/** The schema of a component, with the others beside it, as references in it name them. */
export function schemaOf(name) {
  const { components } = exported();
  return { $ref: `#/components/schemas/${name}`, components };
}

/** @param server where the service is: only what succeeds there has to have the form of a success */
export function openapi(server) {
  const contract = exported();
  for (const operation of Object.values(contract.paths).flatMap(Object.values))
    operation.responses = { 200: operation.responses.default, '4XX': { description: 'Refused' } };
  return { ...contract, servers: [{ url: server }] };
}
