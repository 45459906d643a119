import { beforeAll, describe, expect, test } from 'vitest';
import { conformance } from '../support/cli.ts';
import { operationNames } from '../support/conforming.ts';
import { contract } from '../support/subject.ts';

/** What `export` prints says what the requirements say, and no more. */

const { requirements, requestRequirements, questions, operations } = contract;
type Row = (typeof requirements)[number];

// biome-ignore lint/suspicious/noExplicitAny: JSON that another program reads
type Json = any;

async function exported(...args: readonly string[]): Promise<Json> {
  const { code, stdout, stderr } = await conformance(['export', ...args]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}

let document: Json;
beforeAll(async () => {
  document = await exported('openapi');
});

/** The schema of the place that a requirement is about, and whether the member has to be there. */
function placeIn({ operation: name, place, side }: Row): {
  readonly schema: Json;
  readonly isRequired: boolean;
} {
  const named = (schema: Json): Json =>
    schema?.$ref === undefined
      ? (schema ?? {})
      : named(document.components.schemas[schema.$ref.split('/').at(-1)]);
  const { path, method } = contract.operation(name);
  const { requestBody, responses } = document.paths[path][method.toLowerCase()];
  let schema = named(
    (side === 'request' ? requestBody : responses.default).content['application/json'].schema,
  );
  let isRequired = true;
  for (const step of (place ?? '').split('/').slice(side === 'request' ? 2 : 1)) {
    isRequired = schema.required?.includes(step) === true;
    schema = named(step === '*' ? schema.items : schema.properties?.[step]);
  }
  return { schema, isRequired };
}

/** What a schema says of a requirement: its own keywords, or those of what is only shown. */
function saidOf(schema: Json, { strength, check }: Row): unknown {
  const where = strength === 'shown' ? (schema['x-shown'] ?? {}) : schema;
  if (check.kind === 'schema')
    return Object.fromEntries(Object.keys(check.schema).map((key) => [key, where[key]]));
  return check.kind === 'echo' ? where['x-echo'] : check.kind === 'count' ? where['x-echo-count'] : where.not;
}

describe('openapi', () => {
  const rows = [...requirements, ...requestRequirements].filter(({ origin }) => origin !== null);
  const ofSchemas = rows.filter(({ check }) => check.kind === 'schema');

  test.each(rows.map((row) => [row.id, row] as const))('says %s where it belongs', (_, row) => {
    const { schema, isRequired } = placeIn(row);
    const { check } = row;
    if (check.kind === 'presence') expect(isRequired).toBe(true);
    else if (check.kind === 'schema') expect(saidOf(schema, row)).toEqual(check.schema);
    else expect(saidOf(schema, row)).toEqual('source' in check ? check.source : {});
  });

  test('states nothing that is only shown, or open', () => {
    const words = JSON.stringify(document).match(/"(?:const|enum)":/g) ?? [];
    const inRows = ofSchemas.filter(
      ({ facet, check, strength }) =>
        facet === 'value' && (strength === 'stated' || JSON.stringify(check).includes('"const"')),
    );
    expect(words).toHaveLength(inRows.length);
    const fields = requestRequirements.filter(({ facet, place }) => facet === 'type' && place !== '/request');
    for (const row of fields) expect([row.id, placeIn(row).isRequired]).toEqual([row.id, false]);
  });

  test('describes each name, and has nothing beside a reference', () => {
    const references = [...JSON.stringify(document).matchAll(/\{[^{}]*"\$ref":"([^"]*)"[^{}]*\}/g)];
    for (const [text, target] of references) expect(text).toBe(JSON.stringify({ $ref: target }));
    const names = references.map(([, target = '']) => target.replace('#/components/schemas/', ''));
    expect(new Set(names)).toEqual(new Set(Object.keys(document.components.schemas)));
  });

  test('has paths, identifiers, the scheme of the token and what is open', () => {
    const ids = operations.flatMap(({ path, method, requestSchema }) => {
      const one = document.paths[path][method.toLowerCase()];
      const parameter = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } });
      expect(one.parameters).toEqual(path.match(/(?<=\{)\w+(?=\})/g)?.map(parameter));
      expect([one.requestBody?.required, one.security]).toEqual([
        requestSchema === null ? undefined : true,
        undefined,
      ]);
      expect(Object.keys(one.responses)).toEqual(['default']);
      return one['x-open-questions'];
    });
    const all = [...ids, ...document['x-open-questions']].map(({ id }) => id);
    expect(all.sort()).toEqual(questions.map(({ id }) => id).sort());
    expect(document.security).toEqual([{ accessToken: [] }]);
    expect(document.components.securitySchemes.accessToken).toMatchObject({ type: 'http', scheme: 'bearer' });
    expect(document.info).toMatchObject({
      title: contract.title,
      'x-contract-sha256': expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(Object.values(document.paths).flatMap((one) => Object.keys(one as object))).toEqual(
      operationNames,
    );
  });
});

test('types are the same contract, with what is only shown in comments', async () => {
  const { code, stdout } = await conformance(['export', 'types']);
  expect(code).toBe(0);
  await expect(stdout).toMatchFileSnapshot('../cases/golden/contract/types.txt');
});
