import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { conformance, folderWith } from '../support/cli.ts';
import { operationNames } from '../support/conforming.ts';
import { contract } from '../support/subject.ts';

/** What `export` prints says what the requirements say, and no more; an overlay has answers, where they belong. */

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
        facet === 'value' &&
        (strength === 'stated' ? /"(?:const|enum)":/ : /"const":/).test(JSON.stringify(check)),
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

/** SHA-256 of canonical JSON (RFC 8785). */
function digestOf(value: unknown): string {
  const sorted = (_: string, one: unknown) =>
    one?.constructor === Object
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one;
  return createHash('sha256').update(JSON.stringify(value, sorted)).digest('hex');
}

describe('overlay', () => {
  const known = { seen: 3, since: '2026-11-24', contract: 'c'.repeat(64), requests: ['put-authorised'] };
  const typical = {
    choice: 'fails with 500',
    set: ['200'],
    bound: { largestAccepted: 1, smallestRefused: null },
    schema: { type: 'object' },
  };
  const answerTo = (kind: keyof typeof typical) => ({
    ...{ answer: typical[kind], basis: 'observed', contrary: 0 },
    ...known,
  });
  const all = Object.fromEntries(questions.map(({ id, form }) => [id, answerTo(form.kind)]).sort());
  const overlay = async (found: object, declared: object = {}) => {
    const text = JSON.stringify({ formatVersion: 1, found, declared });
    const { stdout } = await conformance(['export', 'overlay'], {
      cwd: folderWith({ 'conformance.answers.json': text }),
    });
    return JSON.parse(stdout).actions as Json[];
  };

  test('has each answer at a place that is there, and adds nothing but x-observed and x-declared', async () => {
    const declared = Object.fromEntries(
      Object.entries(all).map(([id, one]) => [id, { ...(one as object), basis: 'declared' }]),
    );
    const [about, ...actions] = await overlay(all, declared);
    const digests = {
      'x-contract-sha256': document.info['x-contract-sha256'],
      'x-answers-sha256': digestOf({ found: all, declared }),
    };
    expect(about).toEqual({ target: "$['info']", update: digests });
    const lines = actions.map(({ target, update }) => {
      expect(Object.keys(update)).toEqual(['x-observed', 'x-declared']);
      const keys = [...target.matchAll(/\['([^']*)'\]/g)].map(([, key]) => key);
      const at = keys.reduce((node, key) => node?.[key], document);
      expect(at, target).toBeTypeOf('object');
      expect(at, target).not.toHaveProperty('$ref');
      const ids = Object.keys(update['x-observed']);
      expect(Object.keys(update['x-declared'])).toEqual(ids);
      return `${target} ${ids.join(' ').replaceAll('question.', '')}\n`;
    });
    const ids = actions.flatMap(({ update }) => Object.keys(update['x-observed']));
    expect(ids.sort()).toEqual(questions.map(({ id }) => id).sort());
    await expect(lines.sort().join('')).toMatchFileSnapshot('../cases/golden/contract/overlay.txt');
  });

  test('has answers that differed, and nothing of what was never asked', async () => {
    const id = 'question.put.success-status';
    const answers = ['200', '201'].map((status) => ({ ...known, answer: [status] }));
    const differed = { answer: null, why: 'answers differed', answers };
    const never = { answer: null, why: 'never asked' };
    const [, ...actions] = await overlay({ [id]: differed, 'question.put.values': never });
    expect(actions.map(({ update }) => update)).toEqual([{ 'x-observed': { [id]: differed } }]);
    expect(await overlay({})).toHaveLength(1);
  });
});
