import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { configName, readConfigFile } from '../../../src/settings/config-file.ts';
import { configMembers, configProblems } from '../../../src/settings/from-config.ts';
import { memberNames } from '../../../src/settings/from-program.ts';
import { type ChosenTarget, inspectSettings } from '../../../src/settings/index.ts';
import { folderWith } from '../../support/cli.ts';
import { contract } from '../../support/engine.ts';

/** The settings of a target, as the reader of settings reads them. */

type Members = Readonly<Record<string, unknown>>;

const ids = { entityId: 'entity-1', businessDataTypeId: 'type-1' };
const local = { baseUrl: 'http://127.0.0.1:8080', ...ids, accessToken: { file: 'token.txt' } };
const token = 'token-of-a-file';

interface World {
  readonly one?: Members;
  readonly defaults?: Members;
  readonly environment?: Readonly<Record<string, string>>;
  readonly flags?: Readonly<Record<string, string>>;
  readonly dotenv?: string;
  readonly may?: ChosenTarget['flags'];
  readonly isNamed?: boolean;
}

async function fileWith({ one = local, defaults = {}, dotenv, isNamed = false }: World) {
  const cwd = folderWith({
    [configName]: JSON.stringify({ defaults, targets: { one } }),
    'token.txt': `${token}\n`,
    ...(dotenv === undefined ? {} : { '.env': dotenv }),
  });
  const read = await readConfigFile(cwd, isNamed ? configName : undefined);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return { cwd, file: read.file };
}

async function inspected(world: World) {
  const { cwd, file } = await fileWith(world);
  const { environment = {}, flags = {}, may = 'ids' } = world;
  const target = { file, name: 'one', flags: may };
  const inspection = await inspectSettings({
    contract,
    flags,
    environment,
    cwd,
    reporters: ['json'],
    target,
  });
  const problems = inspection.problems.map(
    ({ setting, message, example }) => `${setting} ${message} ${example}`,
  );
  return { ...inspection, told: problems, cwd };
}

async function staticProblems(one: Members, isNamed = false) {
  const { file } = await fileWith({ one, isNamed });
  return configProblems(file, contract).map(
    ({ setting, message, example }) => `${setting} ${message} ${example}`,
  );
}

test('the names are those of the API, but for what only a command line says', () =>
  expect(configMembers(contract)).toEqual(memberNames(contract).filter((name) => name !== 'reference')));

describe('what a target says', () => {
  test('is read by the kinds of its settings, and paths begin at the file', async () => {
    const { problems, values, given, cwd } = await inspected({
      one: { ...local, strict: true, repeat: 3, timeoutMs: '200', automationRuleId: ['r-1', 'r-2'] },
    });
    expect(problems).toEqual([]);
    expect(values).toMatchObject({
      strict: true,
      repeat: 3,
      timeoutMs: 200,
      automationRuleId: ['r-1', 'r-2'],
      accessTokenFile: token,
    });
    expect(given.get('accessTokenFile')?.text).toBe(join(cwd, 'token.txt'));
    expect(given.get('repeat')?.source).toMatchObject({ kind: 'file', name: join(cwd, configName), line: 1 });
  });

  test('goes before defaults, a group whole, and behind flags, the environment and .env', async () => {
    const defaults = { timeoutMs: 1, delayMs: 2, repeat: 4, strict: true, accessTokenCommand: 'never-run' };
    const { problems, values, given } = await inspected({
      defaults,
      one: { ...local, timeoutMs: 100, delayMs: 200, repeat: 3 },
      dotenv: 'CONFORMANCE_TIMEOUT_MS=300\nCONFORMANCE_DELAY_MS=300\n',
      environment: { CONFORMANCE_DELAY_MS: '400' },
      flags: { repeat: '5' },
    });
    expect(problems).toEqual([]);
    expect(values).toMatchObject({ timeoutMs: 300, delayMs: 400, repeat: 5, strict: true });
    expect(given.has('accessTokenCommand')).toBe(false);
  });

  test.each([
    { place: 'defaults', world: { defaults: { unauthorized: false, timeoutMs: 1 } } },
    { place: 'the target', world: { one: { ...local, unauthorized: false, timeoutMs: 1 } } },
  ])('false is a value like any other, in $place', async ({ world }) => {
    const { problems, values } = await inspected(world);
    expect(problems).toEqual([]);
    expect(values).toMatchObject({ unauthorized: false, timeoutMs: 1 });
  });

  test('a token that a variable holds, which the file may name as it likes once it is named itself', async () => {
    const environment = { STAGING_TOKEN: 'token-of-staging' };
    const one = { ...local, accessToken: { env: 'STAGING_TOKEN' } };
    const { problems, values } = await inspected({ one, environment, isNamed: true });
    expect(problems).toEqual([]);
    expect(values.accessToken).toBe('token-of-staging');
    expect(await staticProblems(one, true)).toEqual([]);
    expect(await staticProblems(one)).toEqual([
      expect.stringMatching(
        /targets\.one\.accessToken refers to the variable STAGING_TOKEN: a file that was not named/,
      ),
    ]);
  });

  test('a command may be a list of words, each of which stays one', async () => {
    const one = { ...local, automationRuleId: { command: ['./make rule', "it's", '$HOME'] } };
    const { values } = await inspected({ one, isNamed: true });
    expect(values['ruleCommand']).toBe(`'./make rule' 'it'\\''s' '$HOME'`);
  });

  test('CONFORMANCE_SECRET_… are no unknown settings', async () => {
    const { problems } = await inspected({ environment: { CONFORMANCE_SECRET_OTHER: 'something' } });
    expect(problems).toEqual([]);
  });
});

test.each<readonly [World, RegExp]>([
  [
    { one: { ...local, timeoutMs: 'soon' } },
    /^targets\.one\.timeoutMs in .*conformance\.config\.json, line 1, must be an integer/,
  ],
  [
    { environment: { CONFORMANCE_TIMEOUT_MS: 'soon' } },
    /^CONFORMANCE_TIMEOUT_MS \(--timeout-ms\) in the environment must be/,
  ],
  [{ one: { ...local, entityId: undefined } }, /^entityId is missing.* "entityId": "0123/],
  [
    { one: { ...local, accessToken: undefined } },
    /^accessToken is missing.*"accessToken": \{"env": "CONFORMANCE_SECRET_STAGING"\}/,
  ],
  [
    { one: { ...local, accessToken: { env: 'CONFORMANCE_SECRET_ONE' } } },
    /^targets\.one\.accessToken is missing: it refers to the variable CONFORMANCE_SECRET_ONE, which is not set export CONFORMANCE_SECRET_ONE=/,
  ],
  [{ one: { ...local, strict: null } }, /^targets\.one\.strict is neither text, a number, true or false/],
  [{ one: { ...local, businessDataTypeId: '' } }, /^targets\.one\.businessDataTypeId is empty/],
])('a problem is told in the words of whoever gave the value: %j', async (world, message) => {
  const { told } = await inspected(world);
  expect(told).toContainEqual(expect.stringMatching(message));
});

describe('settings that would win over a target', () => {
  const variables = {
    CONFORMANCE_BASE_URL: 'http://127.0.0.1:1',
    CONFORMANCE_ACCESS_TOKEN: 'token-of-another',
    CONFORMANCE_ENTITY_ID: 'entity-of-another',
    CONFORMANCE_AUTOMATION_RULE_ID: 'rule-of-another',
  };

  test.each(Object.entries(variables))(
    '%s in the environment is named, and not used',
    async (name, value) => {
      const { told, given } = await inspected({ environment: { [name]: value } });
      expect(told).toEqual([
        `${name} (in the environment) is also set, and would replace the value of conformance.config.json unset ${name}`,
      ]);
      expect([...given.values()].map(({ text }) => text)).not.toContain(value);
    },
  );

  test.each(Object.entries(variables))('%s in .env', async (name, value) => {
    const { told, cwd } = await inspected({ dotenv: `${name}=${value}\n` });
    expect(told).toEqual([
      `${name} (in ${join(cwd, '.env')}) is also set, and would replace the value of conformance.config.json: remove the line, or leave --target out # ${name}=…`,
    ]);
  });

  test('a flag for the base URL always, one for ids where it would count for several', async () => {
    expect((await inspected({ flags: { baseUrl: 'http://127.0.0.1:1' } })).told).toEqual([
      expect.stringMatching(/^--base-url is also set/),
    ]);
    expect((await inspected({ flags: { entityId: 'e-2' } })).problems).toEqual([]);
    expect((await inspected({ flags: { entityId: 'e-2' }, may: 'none' })).told).toEqual([
      expect.stringMatching(/^--entity-id is also set/),
    ]);
  });

  test('leave to write, proxies and the like may be given for all', async () => {
    const environment = {
      CONFORMANCE_ALLOW_WRITES_TO: 'other.example.com',
      HTTPS_PROXY: 'http://p.example.com:1',
    };
    expect((await inspected({ environment })).problems).toEqual([]);
  });
});

const secret = 'eyJhbGciOiJIUzI1NiJ9.e30.abc';
const forms = /has to be a reference of one of these forms/;

test.each<readonly [Members, RegExp]>([
  [
    { accessToken: secret },
    /targets\.one\.accessToken holds the secret itself.*\{"env": "CONFORMANCE_SECRET_STAGING"\}, \{"file"/,
  ],
  [{ httpsProxy: 'http://user:pass-word@p.example.com:1' }, /\.httpsProxy holds the secret itself/],
  [{ accesToken: secret }, /one with "accesToken", which is not a setting; the nearest one is accessToken/],
  [{ 'token@x': secret }, /with the current value, which is not a setting/],
  [{ reference: true }, /with "reference", which is not a setting/],
  [{ out: 'reports' }, /has targets\.one\.out: it belongs in defaults/],
  [{ accessToken: {} }, forms],
  [{ accessToken: { env: 'CONFORMANCE_SECRET_A', file: 'b' } }, forms],
  [{ accessToken: { literal: secret } }, forms],
  [{ accessToken: { env: 'a b' } }, /refers by env to something that is not the name of a variable/],
  [{ accessToken: { file: 7 } }, /refers by file to something that is not a text/],
  [{ accessToken: { command: [] } }, /refers by command to something that is not a text/],
  [{ entityId: { env: 'CONFORMANCE_SECRET_A' } }, /this setting is not secret: write its value/],
  [{ ruleCommand: { env: 'CONFORMANCE_SECRET_A' } }, /of one of these forms: \{"command"/],
  [{ automationRuleId: { file: 'ids.txt' } }, /of one of these forms: \{"command"/],
  [{ accessToken: { file: 'a' }, accessTokenFile: 'b' }, /accessTokenFile gives the same setting as targets/],
])('a file is refused, whichever target is asked for: %j', async (one, message) => {
  const problems = await staticProblems(one);
  expect(problems).toContainEqual(expect.stringMatching(message));
  expect(problems.join()).not.toContain(secret);
  expect(problems.join()).not.toContain('pass-word');
});
