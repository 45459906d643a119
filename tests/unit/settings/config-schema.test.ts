import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import schema from '../../../schemas/suite/config.schema.json' with { type: 'json' };
import { configName, readConfigFile } from '../../../src/settings/config-file.ts';
import { configMembers, configProblems } from '../../../src/settings/from-config.ts';
import { folderWith } from '../../support/cli.ts';
import { contract } from '../../support/engine.ts';
import { expectedOf } from './trust-world.ts';

/** The schema for editors accepts what the reader accepts. */

const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema);

async function isRead(value: unknown): Promise<boolean> {
  const cwd = folderWith({ [configName]: JSON.stringify(value) });
  const read = await readConfigFile(cwd, configName);
  return read.ok && configProblems(read.file, contract).length === 0;
}

const members = configMembers(contract);

/** A value as somebody would write it. */
function literal(key: string): unknown {
  const [, text] = expectedOf(key);
  if (/^(?:true|false|\d+)$/.test(text)) return JSON.parse(text);
  return text.includes(',') ? text.split(',') : text;
}

test.each(members)('each setting: %s is in the schema, and its value is taken by both', async (key) => {
  const value = key === 'accessToken' ? { env: 'CONFORMANCE_SECRET_A' } : literal(key);
  const file =
    key === 'out' ? { defaults: { [key]: value }, targets: { a: {} } } : { targets: { a: { [key]: value } } };
  expect(validate(file), JSON.stringify(validate.errors)).toBe(true);
  expect(await isRead(file)).toBe(true);
});

test.each([
  { targets: {} },
  { $schema: 'x', targets: { a: {} } },
  { targets: { a: { accessToken: { file: 'a' } }, b: { accessToken: { command: 'x' } } } },
  { targets: { a: { accessToken: { command: ['x', 'y'] }, ruleCommand: ['x'] } } },
  { targets: { a: { automationRuleId: { command: 'x' }, httpsProxy: { env: 'CONFORMANCE_SECRET_P' } } } },
])('both take: %j', async (file) => {
  expect(validate(file), JSON.stringify(validate.errors)).toBe(true);
  expect(await isRead(file)).toBe(true);
});

test.each([
  {},
  [],
  { targets: { 'a b': {} } },
  { targets: { a: 1 } },
  { target: { a: {} } },
  { targets: { a: { nothing: 1 } } },
  { targets: { a: { out: 'x' } } },
  { targets: { a: { reference: true } } },
  { targets: { a: { accessToken: 'literal-token' } } },
  { targets: { a: { accessToken: { env: 'a b' } } } },
  { targets: { a: { accessToken: { env: 'A', file: 'b' } } } },
  { targets: { a: { entityId: { env: 'A' } } } },
  { targets: { a: { ruleCommand: { env: 'A' } } } },
  { targets: { a: { entityId: '' } } },
  { targets: { a: { strict: null } } },
])('both refuse: %j', async (file) => {
  expect(validate(file)).toBe(false);
  expect(await isRead(file)).toBe(false);
});
