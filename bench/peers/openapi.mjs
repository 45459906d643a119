import { operations } from './requests.mjs';

const json = (description, schema) => ({ description, content: { 'application/json': { schema } } });

function described([name, { method, path, sent, schema }]) {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
  const operation = {
    operationId: name,
    parameters: names.map((parameter) => ({
      ...{ name: parameter, in: 'path', required: true },
      schema: { type: 'string' },
    })),
    security: [{ bearer: [] }],
    ...(sent && { requestBody: { content: { 'application/json': { schema: sent } } } }),
    responses: { 200: json('Served', schema), 401: json('Refused', { type: 'object' }) },
  };
  return [path, { [method.toLowerCase()]: operation }];
}

/** The two operations as an OpenAPI description. @param server where the service is */
export function openapi(server) {
  return {
    openapi: '3.1.0',
    info: { title: 'The interface', version: '1' },
    servers: [{ url: server }],
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    paths: Object.fromEntries(Object.entries(operations).map(described)),
  };
}
