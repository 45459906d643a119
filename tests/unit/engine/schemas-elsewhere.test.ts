import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import type { Operation } from '../../../src/model/requirement.ts';
import { schemaBundle, schemaName } from '../../../src/openapi/named-schemas.ts';
import { answerTo, conformingExchanges, operationNames } from '../../support/conforming.ts';
import { contract, deviatingIn, requirements } from '../../support/engine.ts';
import { type Mutation, mutationsOf } from '../../support/mutations.ts';
import { sampleOf } from '../../support/properties.ts';

const { schemas } = contract;

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Another user's validator without any formats: the published files and no code of ours. */
const ajv = new Ajv2020({ strict: false, validateFormats: false });
for (const schema of Object.values(schemas)) ajv.addSchema(schema);

interface Body {
  readonly operation: Operation;
  readonly body: unknown;
}

function addressOf({ operation }: Body): string {
  return schemas[contract.operation(operation).responseSchema]?.$id ?? '';
}

const plain = (sent: Body) => ajv.validate(addressOf(sent), sent.body);

/** The same, of the one file that `conformance export json-schema` prints. */
const bundle = schemaBundle(contract.title, schemas);
ajv.addSchema(bundle);

function bundled({ operation, body }: Body): boolean {
  const name = schemaName(contract.operation(operation).responseSchema);
  return ajv.validate(`${bundle.$id}#/$defs/${name}`, body);
}

/** What the lines of schemas/README.md, run as they are, say of bodies. */
function documented(bodies: readonly Body[]): readonly boolean[] {
  const readme = readFileSync(`${root}/schemas/README.md`, 'utf8');
  const lines = /```js\n(.*?)```/s.exec(readme)?.[1] ?? '';
  const program = `
    import { readFileSync } from 'node:fs';
    const { files, cases } = JSON.parse(readFileSync(0, 'utf8'));
    const body = {};
    ${lines}
    console.log(JSON.stringify(cases.map(({ address, body }) => ajv.validate(address, body))));`;
  const input = JSON.stringify({
    files: Object.keys(schemas).map((file) => `schemas/${file}`),
    cases: bodies.map((sent) => ({ address: addressOf(sent), body: sent.body })),
  });
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: root,
    input,
    encoding: 'utf8',
    maxBuffer: 100 * 1024 * 1024,
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return JSON.parse(stdout);
}

test('the schema files accept conforming responses as they are', () => {
  const bodies = operationNames.map((operation): Body => ({ operation, body: answerTo(operation) }));
  expect(new Set(bodies.map(plain))).toEqual(new Set([true]));
  expect(new Set(documented(bodies))).toEqual(new Set([true]));
});

interface Case extends Body {
  readonly name: string;
  /** Whether a stated row of a schema deviates. */
  readonly stated: boolean;
}

function caseOf({ exchanges, name, requirement }: Omit<Mutation, 'consequences'>): readonly Case[] {
  const operation = contract.requirement(requirement)?.operation ?? '';
  const answer = exchanges.find(
    (exchange) => exchange.operation === operation && exchange.credentials === 'authorised',
  );
  const stated = deviatingIn(exchanges).some((id) => {
    const row = contract.requirement(id);
    return (
      row?.operation === operation &&
      row.strength === 'stated' &&
      row.facet !== 'echo' &&
      row.facet !== 'authorization' &&
      row.facet !== 'made-up-token'
    );
  });
  try {
    const body: unknown = JSON.parse(answer?.response?.body.text ?? '');
    return [{ name: `${requirement} ${name}`, operation, body, stated }];
  } catch {
    return [];
  }
}

test('set up as documented, Ajv rejects a response exactly when a stated row of a schema deviates', () => {
  const mutations = sampleOf(requirements).flatMap(mutationsOf);
  // A sample of few may have none without a stated row that deviates.
  const cases = [
    ...mutations,
    { requirement: requirements[0]?.id ?? '', name: 'conforming', exchanges: conformingExchanges() },
  ].flatMap(caseOf);
  const verdicts = documented(cases);
  for (const [at, { name, stated, ...sent }] of cases.entries()) {
    expect(verdicts[at], name).toBe(!stated);
    if (!stated) expect(plain(sent), name).toBe(true);
    expect(bundled(sent), name).toBe(plain(sent));
  }
  expect(new Set(verdicts)).toEqual(new Set([true, false]));
});
