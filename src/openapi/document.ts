import { pick } from '../model/known.ts';
import type { OperationContract } from '../model/operation.ts';
import type { Question } from '../model/question.ts';
import { contract, contractDigest, pathParameter } from '../operations/index.ts';
import { namedSchemas, schemaName } from './named-schemas.ts';

const prefix = '#/components/schemas/';
const tokenName = 'accessToken';

const about = `What the interface document states is in the schemas. What it only shows, in an example or a remark, is in \`x-shown\` and \`examples\`: other values may be right as well. What it leaves open is only in \`x-open-questions\`. The document shows no status codes and no errors, so each operation has one response, \`default\`: one that reports success, whatever its status.`;

const servers = [
  {
    url: '{base_url}',
    variables: {
      base_url: {
        default: 'https://service.invalid',
        description: 'Where the service is. The document names no address; this one leads nowhere.',
      },
    },
  },
];

const securitySchemes = {
  [tokenName]: {
    type: 'http',
    scheme: 'bearer',
    description: 'An access token. How it is obtained, its lifetime and its scopes are not shown.',
  },
};

const named = (questions: readonly Question[]) =>
  questions.map((one) => pick(one, 'id', 'section', 'question'));

/** A request or a response. */
const json = (file: string) => ({
  content: { 'application/json': { schema: { $ref: prefix + schemaName(file) } } },
});

export type JsonMessage = ReturnType<typeof json>;

/** `put` on a `derivative fact transformer` → `putDerivativeFactTransformer`. */
function operationId({ name, object }: OperationContract): string {
  return name + schemaName(object.replaceAll(/[^A-Za-z0-9]+/g, '-'));
}

function operationOf(operation: OperationContract) {
  const { name, title, path, section, requestSchema, responseSchema } = operation;
  const own = named(contract.questions.filter((one) => one.operation === name));
  return {
    operationId: operationId(operation),
    summary: title,
    'x-section': section,
    parameters: [...path.matchAll(pathParameter)].map(([, parameter]) => ({
      ...{ name: parameter, in: 'path', required: true },
      schema: { type: 'string' },
    })),
    ...(requestSchema !== null && { requestBody: { required: true, ...json(requestSchema) } }),
    responses: {
      default: {
        description: 'Success, whatever the status. What an error looks like is not shown.',
        ...json(responseSchema),
      },
    },
    ...(own.length > 0 && { 'x-open-questions': own }),
  };
}

/** Operations by path and method, in the order of the document. */
function pathsOf() {
  const paths: Record<string, Record<string, ReturnType<typeof operationOf>>> = {};
  for (const operation of contract.operations) {
    const { path, method } = operation;
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(operation) };
  }
  return paths;
}

/**
 * The contract in OpenAPI 3.1. Nothing in it is seen or guessed: what services do is put over it by an overlay.
 * @param version of the suite that writes it; the document has no version
 */
export function openApiDocument(version: string) {
  const { title, operations, questions } = contract;
  const files = operations.flatMap(({ requestSchema, responseSchema }) => [
    ...(requestSchema === null ? [] : [requestSchema]),
    responseSchema,
  ]);
  const names = operations.map(({ name }) => name);
  return {
    openapi: '3.1.1',
    info: { title, version, description: about, 'x-contract-sha256': contractDigest() },
    servers,
    security: [{ [tokenName]: [] }],
    paths: pathsOf(),
    components: { securitySchemes, schemas: namedSchemas(files, prefix) },
    'x-open-questions': named(questions.filter(({ operation = '' }) => !names.includes(operation))),
  };
}

export type OpenApiDocument = ReturnType<typeof openApiDocument>;
