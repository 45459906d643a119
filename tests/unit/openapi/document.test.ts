import { describe, expect, test } from 'vitest';
import type { Contract } from '../../../src/contract/contract.ts';
import { contractDigest } from '../../../src/contract/digest.ts';
import type { ContractRequirement } from '../../../src/contract/requirements.ts';
import type { Schema } from '../../../src/contract/schemas.ts';
import { requestPlace } from '../../../src/model/requirement.ts';
import { type OpenApiDocument, openApiDocument } from '../../../src/openapi/document.ts';
import { schemaBundle } from '../../../src/openapi/named-schemas.ts';
import { contract } from '../../support/engine.ts';
import { threeOperations } from '../../support/third-operation.ts';

interface Body {
  readonly content: { readonly 'application/json': { readonly schema: Schema } };
}

interface Described {
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[];
  readonly requestBody?: Body & { readonly required: boolean };
  readonly responses: Readonly<Record<string, Body>>;
  readonly security?: unknown;
  readonly 'x-open-questions'?: readonly { readonly id: string }[];
}

function operationIn(document: OpenApiDocument, { operations }: Contract, name: string): Described {
  const { path, method } = operations.find((one) => one.name === name) ?? { path: '', method: '' };
  return document.paths[path]?.[method.toLowerCase()] as unknown as Described;
}

/** What a `$ref` names; a schema without one is itself. */
function named(document: OpenApiDocument, schema: Schema | undefined): Schema {
  const name = schema?.$ref?.replace('#/components/schemas/', '');
  return name === undefined ? (schema ?? {}) : named(document, document.components.schemas[name]);
}

/** The schema of the place that a requirement is about, and whether the member has to be there. */
function placeIn(document: OpenApiDocument, one: Contract, { operation, place, side }: ContractRequirement) {
  const { requestBody, responses } = operationIn(document, one, operation);
  const body = side === 'request' ? requestBody : responses['default'];
  const steps = (place ?? '').slice(side === 'request' ? requestPlace.length : 0).split('/');
  let schema = named(document, body?.content['application/json'].schema);
  let isRequired = true;
  for (const step of steps.slice(1)) {
    isRequired = schema.required?.includes(step) === true;
    schema = named(document, step === '*' ? schema.items : schema.properties?.[step]);
  }
  return { schema, isRequired };
}

/** What a schema says of a requirement: its own keywords, or those of what is only shown. */
function saidOf(schema: Schema, { strength, check }: ContractRequirement): unknown {
  const where = strength === 'shown' ? (schema['x-shown'] ?? {}) : schema;
  if (check.kind === 'schema')
    return Object.fromEntries(Object.keys(check.schema).map((key) => [key, where[key as keyof Schema]]));
  return check.kind === 'echo' ? where['x-echo'] : check.kind === 'count' ? where['x-echo-count'] : where.not;
}

function wantedOf({ check }: ContractRequirement): unknown {
  if (check.kind === 'schema') return check.schema;
  return check.kind === 'echo' || check.kind === 'count' ? check.source : {};
}

describe.each([
  ['the document', contract],
  ['a contract with an invented operation', threeOperations],
])('%s as OpenAPI', (_, one) => {
  const document = openApiDocument(one, '1.2.3');
  const rows = [...one.requirements, ...one.requestRequirements].filter(({ origin }) => origin !== null);

  test.each(rows.map((row) => [row.id, row] as const))('%s is said where it belongs', (_id, row) => {
    const { schema, isRequired } = placeIn(document, one, row);
    if (row.check.kind === 'presence') expect(isRequired).toBe(true);
    else expect(saidOf(schema, row)).toEqual(wantedOf(row));
  });

  test('nothing that is only shown, or open, is stated', () => {
    const stated = rows.filter(({ strength }) => strength === 'stated');
    for (const { path, method, name } of one.operations) {
      const { responses, security } = operationIn(document, one, name);
      expect(Object.keys(responses), `${method} ${path}`).toEqual(['default']);
      expect(security).toBeUndefined();
    }
    const text = JSON.stringify(document);
    const count = (keyword: RegExp) => text.match(keyword)?.length ?? 0;
    // An `enum` or `const` outside of x-shown belongs to a requirement that is stated.
    const values = stated.filter(({ facet }) => facet === 'value').map(({ place }) => place);
    const shown = rows.filter(
      ({ strength, check }) => strength === 'shown' && check.kind === 'schema' && check.schema.const,
    );
    expect(count(/"(?:const|enum)":/g)).toBe(values.length + shown.length);
    const optional = one.requestRequirements.filter(({ facet }) => facet === 'type');
    for (const row of optional.filter(({ place }) => place !== requestPlace))
      expect(placeIn(document, one, row).isRequired, row.id).toBe(false);
  });

  test('each name is described, and a reference has nothing beside it', () => {
    const references = [...JSON.stringify(document).matchAll(/\{[^{}]*"\$ref":"([^"]*)"[^{}]*\}/g)];
    const names = references.map(([text, target = '']) => {
      expect(text).toBe(JSON.stringify({ $ref: target }));
      return target.replace('#/components/schemas/', '');
    });
    expect(new Set(names)).toEqual(new Set(Object.keys(document.components.schemas)));
  });

  test('paths, identifiers, the scheme of the token and what is open', () => {
    const ids = one.operations.flatMap(({ name, path, requestSchema }) => {
      const operation = operationIn(document, one, name);
      expect(operation.parameters.map((parameter) => `{${parameter.name}}`)).toEqual(path.match(/\{\w+\}/g));
      for (const parameter of operation.parameters)
        expect(parameter).toMatchObject({ in: 'path', required: true, schema: { type: 'string' } });
      expect(operation.requestBody?.required).toBe(requestSchema === null ? undefined : true);
      return operation['x-open-questions']?.map(({ id }) => id) ?? [];
    });
    const all = [...ids, ...document['x-open-questions'].map(({ id }) => id)];
    expect(all.toSorted()).toEqual(one.questions.map(({ id }) => id).toSorted());
    expect(document.security).toEqual([{ accessToken: [] }]);
    expect(document.components.securitySchemes).toMatchObject({
      accessToken: { type: 'http', scheme: 'bearer' },
    });
    expect(document.info).toMatchObject({
      title: one.title,
      version: '1.2.3',
      'x-contract-sha256': contractDigest(one),
    });
  });
});

test('a bundle has every schema file under its name', () => {
  const { $defs = {}, $id } = schemaBundle(contract.title, contract.schemas);
  expect(Object.values($defs).map(({ title }) => title)).toEqual(
    Object.values(contract.schemas).map(({ title }) => title),
  );
  expect(Object.values(contract.schemas).map((schema) => schema.$id)).not.toContain($id);
  expect(JSON.stringify($defs)).not.toMatch(/schema\.json/);
});
