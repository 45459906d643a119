import type { Schema } from '../contract/schemas.ts';
import type { OperationContract } from '../model/operation.ts';
import type { Question } from '../model/question.ts';
import type { OpenQuestion } from '../model/report.ts';
import { contract, contractDigest, pathParameter } from '../operations/index.ts';
import { type NamedSchemas, namedSchemas, schemaName } from './named-schemas.ts';

/** What of OpenAPI 3.1 is written here. */
export interface OpenApiDocument {
  readonly openapi: '3.1.1';
  readonly info: Readonly<Record<string, string>>;
  readonly servers: readonly unknown[];
  readonly security: readonly unknown[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: { readonly securitySchemes: unknown; readonly schemas: NamedSchemas };
  readonly 'x-open-questions': readonly OpenQuestion[];
}

/** A request or a response. */
export interface JsonMessage {
  readonly content: { readonly 'application/json': { readonly schema: Schema } };
}

export interface OpenApiOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly 'x-section': string;
  readonly parameters: readonly unknown[];
  readonly requestBody?: JsonMessage & { readonly required: true };
  readonly responses: { readonly default: JsonMessage & { readonly description: string } };
  readonly 'x-open-questions'?: readonly OpenQuestion[];
}

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

function named(questions: readonly Question[]): readonly OpenQuestion[] {
  return questions.map(({ id, section, question }) => ({ id, section, question }));
}

const json = (file: string) => ({
  'application/json': { schema: { $ref: `${prefix}${schemaName(file)}` } },
});

/** `put` on a `derivative fact transformer` → `putDerivativeFactTransformer`. */
function operationId({ name, object }: OperationContract): string {
  return name + schemaName(object.replaceAll(/[^A-Za-z0-9]+/g, '-'));
}

function operationOf(operation: OperationContract, questions: readonly Question[]): OpenApiOperation {
  const { title, path, section, requestSchema, responseSchema } = operation;
  const parameters = [...path.matchAll(pathParameter)].map(([, name]) => ({
    ...{ name, in: 'path', required: true },
    schema: { type: 'string' },
  }));
  const own = named(questions.filter((one) => one.operation === operation.name));
  return {
    operationId: operationId(operation),
    summary: title,
    'x-section': section,
    parameters,
    ...(requestSchema !== null && { requestBody: { required: true, content: json(requestSchema) } }),
    responses: {
      default: {
        description: 'Success, whatever the status. What an error looks like is not shown.',
        content: json(responseSchema),
      },
    },
    ...(own.length > 0 && { 'x-open-questions': own }),
  };
}

/** Operations by path and method, in the order of the document. */
function pathsOf(): OpenApiDocument['paths'] {
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  for (const operation of contract.operations) {
    const { path, method } = operation;
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(operation, contract.questions) };
  }
  return paths;
}

/**
 * The contract in OpenAPI 3.1. Nothing in it is seen or guessed: what services do is put over it by an overlay.
 * @param version of the suite that writes it; the document has no version
 */
export function openApiDocument(version: string): OpenApiDocument {
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
