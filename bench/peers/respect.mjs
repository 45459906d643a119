import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { writeJson } from '../support/files.mjs';
import { operations, requests, transformer } from './requests.mjs';

const require = createRequire(import.meta.url);
const packageFile = () => require.resolve('@redocly/cli/package.json');

function answers(schema) {
  const answer = (description, body) => ({ description, content: { 'application/json': { schema: body } } });
  return { 200: answer('Served', schema), 401: answer('Refused', { type: 'object' }) };
}

function pathParameters(path) {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  return names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
}

function describedOperation(name, { method, path, sent, schema }) {
  const described = {
    operationId: name,
    parameters: pathParameters(path),
    security: [{ bearer: [] }],
    ...(sent && { requestBody: { content: { 'application/json': { schema: sent } } } }),
    responses: answers(schema),
  };
  return [path, { [method.toLowerCase()]: described }];
}

/** The two operations as an OpenAPI description. @param server where the service is */
export function openapi(server = 'http://127.0.0.1') {
  const described = Object.entries(operations).map(([name, operation]) =>
    describedOperation(name, operation),
  );
  return {
    openapi: '3.1.0',
    info: { title: 'The interface', version: '1' },
    servers: [{ url: server }],
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    paths: Object.fromEntries(described),
  };
}

function step({ name, operation, authorised }) {
  const inputs = pathParameters(operations[operation].path).map((parameter) => parameter.name);
  const addressed = inputs.map((input) => ({ name: input, in: 'path', value: `$inputs.${input}` }));
  const header = { name: 'Authorization', in: 'header', value: '$inputs.authorization' };
  const payload = { ...transformer, businessDataTypeId: '$inputs.businessDataTypeId' };
  return {
    stepId: name,
    operationId: operation,
    parameters: authorised ? [...addressed, header] : addressed,
    ...(operation === 'put' ? { requestBody: { contentType: 'application/json', payload } } : {}),
    successCriteria: [{ condition: `$statusCode == ${authorised ? 200 : 401}` }],
  };
}

const inputNames = ['authorization', 'entityId', 'businessDataTypeId', 'automationRuleId'];

function arazzo() {
  const properties = Object.fromEntries(inputNames.map((name) => [name, { type: 'string' }]));
  const inputs = { type: 'object', properties };
  return {
    arazzo: '1.0.1',
    info: { title: 'The four requests', version: '1' },
    sourceDescriptions: [{ name: 'service', url: 'openapi.json', type: 'openapi' }],
    workflows: [{ workflowId: 'requests', inputs, steps: requests.map(step) }],
  };
}

function inputs(target) {
  const values = { ...target, authorization: `Bearer ${target.token}` };
  return inputNames.flatMap((name) => ['--input', `${name}=${values[name]}`]);
}

/** An Arazzo description over an OpenAPI one; it has a JSON report, and none as JUnit. */
export const respect = {
  name: 'respect',
  requests: requests.length,
  version: () => JSON.parse(readFileSync(packageFile(), 'utf8')).version,
  prepare: (folder) => {
    writeJson(join(folder, 'openapi.json'), openapi());
    writeJson(join(folder, 'requests.arazzo.json'), arazzo());
  },
  command: ({ folder, out, target }) => ({
    args: [
      join(packageFile(), '../bin/cli.js'),
      ...['respect', join(folder, 'requests.arazzo.json'), '--server', `service=${target.baseUrl}`],
      ...[...inputs(target), '--json-output', join(out, 'report.json')],
    ],
    // Without these it asks for its newest version and reports its use, over the network.
    env: { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  }),
  reports: ['report.json'],
  sent: (out) => {
    const [file] = Object.values(JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')).files);
    return file.totalRequests;
  },
};
