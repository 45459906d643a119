import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'dotenv';
import { describe, expect, test } from 'vitest';
import { renderEnvExample } from '../../scripts/generate/env-example.ts';
import { environmentNames } from '../../src/settings/definitions.ts';
import { isSecretName } from '../../src/settings/environment.ts';
import { takeEnvironment, tokenProblem } from '../../src/settings/index.ts';
import { folderWith } from '../support/cli.ts';
import { operationNames } from '../support/conforming.ts';
import { contract, settingsList } from '../support/engine.ts';
import { load, problemsOf, settingsOf, type World } from './settings/load.ts';
import { certificate, key } from './settings/pem.ts';

describe('takeEnvironment', () => {
  test('copies everything and takes our secrets out of the original', () => {
    const original: NodeJS.ProcessEnv = {
      PATH: '/bin',
      CONFORMANCE_BASE_URL: 'https://staging.example.com',
      CONFORMANCE_ACCESS_TOKEN: 'a-token',
      CONFORMANCE_ACCESS_TOKEN_COMMAND: 'print-token',
      CONFORMANCE_RULE_COMMAND: 'make-rule',
      HTTPS_PROXY: 'http://user:password@proxy.example.com:3128',
      http_proxy: 'http://user:password@proxy.example.com:3128',
      ALL_PROXY: 'socks5://user:password@proxy.example.com:1080',
      all_proxy: 'http://user:password@proxy.example.com:3128',
    };
    const before = { ...original };
    expect(takeEnvironment(original)).toEqual(before);
    expect(original).toEqual({ PATH: '/bin', CONFORMANCE_BASE_URL: 'https://staging.example.com' });
  });

  test('knows the secrets by the names that their definitions have', () => {
    for (const definition of settingsList) {
      const { secret, env } = definition;
      const isSecret = secret === true || /^(?!NO_).*_PROXY$/.test(env ?? '');
      for (const name of environmentNames(definition))
        expect([name, isSecretName(name)]).toEqual([name, isSecret]);
    }
  });

  test('works on the environment of the process', () => {
    process.env['CONFORMANCE_ACCESS_TOKEN'] = 'a-token';
    expect(takeEnvironment()['CONFORMANCE_ACCESS_TOKEN']).toBe('a-token');
    expect(process.env['CONFORMANCE_ACCESS_TOKEN']).toBeUndefined();
  });
});

describe('the settings that come out', () => {
  test('the least', async () => {
    const cwd = folderWith({});
    const environment = {
      CONFORMANCE_BASE_URL: 'http://localhost:8080',
      CONFORMANCE_ACCESS_TOKEN: 'a-token!',
      CONFORMANCE_ENTITY_ID: 'entity-1',
      CONFORMANCE_BUSINESS_DATA_TYPE_ID: 'type-1',
    };
    expect(await load({ cwd, environment }, {})).toMatchObject({
      ok: true,
      settings: {
        reference: false,
        baseUrl: 'http://localhost:8080',
        token: { kind: 'value', value: 'a-token!' },
        entityId: 'entity-1',
        values: { businessDataTypeId: 'type-1' },
        headers: [],
        ca: null,
        clientCertificate: null,
        proxies: {},
        operations: operationNames,
        unauthorized: true,
        repeat: 1,
        strict: false,
        serial: false,
        delayMs: 0,
        timeoutMs: 10_000,
        reporters: ['terminal', 'json'],
        out: join(cwd, 'conformance-report'),
      },
    });
  });

  test('files are read, relative to the working folder', async () => {
    const settings = await settingsOf({
      environment: {
        CONFORMANCE_ACCESS_TOKEN: '',
        CONFORMANCE_ACCESS_TOKEN_FILE: 'token',
        CONFORMANCE_HEADERS_FILE: 'headers',
        CONFORMANCE_CA_FILE: 'ca.pem',
        CONFORMANCE_CLIENT_CERT_FILE: 'client.pem',
        CONFORMANCE_CLIENT_KEY_FILE: 'client.key',
      },
      files: {
        token: 'token-of-the-file\r\n\n',
        headers: '# gateway\r\n\r\nX-Tenant: 7\r\nX-Key:  a b:c \r\n',
        'ca.pem': `bundle\n${certificate}more\n${certificate}`,
        'client.pem': certificate,
        'client.key': key,
      },
    });
    expect(settings).toMatchObject({
      token: { kind: 'value', value: 'token-of-the-file' },
      headers: [
        ['X-Tenant', '7'],
        ['X-Key', 'a b:c'],
      ],
      ca: expect.stringContaining('bundle'),
      clientCertificate: { cert: certificate, key },
    });
  });

  test('rules to delete, named or made', async () => {
    const ids = await settingsOf({ flags: { automationRuleId: 'b, a' } });
    expect(ids.values).toEqual({ businessDataTypeId: 'type-1', automationRuleId: ['b', 'a'] });
    const made = await settingsOf({ environment: { CONFORMANCE_RULE_COMMAND: './make rule' } });
    expect(made.values).toEqual({ businessDataTypeId: 'type-1', ruleCommand: './make rule' });
  });

  test('chosen formats', async () =>
    expect((await settingsOf({ flags: { reporter: 'json' } })).reporters).toEqual(['json']));
});

describe('a transformer file', () => {
  const world = (text: string, more: Readonly<Record<string, string>> = {}) => ({
    environment: { CONFORMANCE_TRANSFORMER_FILE: 'body.json', ...more },
    files: { 'body.json': text },
  });
  const noType = { CONFORMANCE_BUSINESS_DATA_TYPE_ID: '' };

  /** The body that a run sends with such settings. */
  async function bodySent(around: World): Promise<string | undefined> {
    const { entityId, repeat, values } = await settingsOf(around);
    const asked = contract.operation('put').resources({ runId: 'run1', entityId, repeat, values });
    return 'resources' in asked ? asked.resources[0]?.body : undefined;
  }

  const given = '"businessDataTypeId":"type-1"';
  test.each([
    [
      'numbers beyond doubles',
      '{"action": {"amount": 9007199254740993, "datetime": 3.0, "assetName": 1e400}}',
    ],
    ['white space', ' \r\n{ "x": [null],\t"name": "a\\u0062 é" }\n\n'],
    ['the name further down', '{"x": {"businessDataTypeId": "type-2"}}'],
    ['the name in a text', '{"name": "\\"businessDataTypeId\\": {"}'],
  ])('with %s: the setting is put into it, and every other byte stays', async (_, text) => {
    const sent = (await bodySent(world(text))) ?? '';
    expect(sent.replace(`${given},`, '')).toBe(text);
    expect(JSON.parse(sent)).toEqual({ ...JSON.parse(text), businessDataTypeId: 'type-1' });
  });

  test.each(['{}', ' { \n} '])('%j: the setting becomes its only member', async (text) =>
    expect(await bodySent(world(text))).toBe(text.replace('{', `{${given}`)),
  );

  test('a setting with quotes in it stays what it is', async () => {
    const id = 'a"b\\c $& $1';
    const sent = await bodySent(world('{"name": "n"}', { CONFORMANCE_BUSINESS_DATA_TYPE_ID: id }));
    expect(JSON.parse(sent ?? '')).toEqual({ name: 'n', businessDataTypeId: id });
  });

  test('that gives the business data type itself, however it is escaped, keeps every byte', async () => {
    const text = '{"\\u0062usinessDataTypeId": "type-1"}';
    expect(await bodySent(world(text))).toBe(text);
  });

  test('without the business data type will do where only the DELETE is in scope', async () => {
    const settings = await settingsOf(world('{"name": "n"}', { ...noType, CONFORMANCE_OPERATION: 'delete' }));
    expect(settings.values).toEqual({ transformerFile: { text: '{"name": "n"}', businessDataTypeId: null } });
  });

  test('gives the business data type, or agrees with the setting', async () => {
    const text = '{"businessDataTypeId": "type-1", "conditions": []}';
    expect(await bodySent(world(text, noType))).toBe(text);
    expect(await bodySent(world(text))).toBe(text);
  });

  test('that is broken does not make the business data type missing', async () =>
    expect((await problemsOf(world('{', noType))).map(({ setting }) => setting)).toEqual([
      'CONFORMANCE_TRANSFORMER_FILE (--transformer-file)',
    ]));
});

describe('the operation in scope', () => {
  test('put needs no rule', async () =>
    expect(await settingsOf({ flags: { operation: 'put' } })).toMatchObject({ operations: ['put'] }));

  test('delete needs no business data type', async () => {
    const environment = { CONFORMANCE_OPERATION: 'delete', CONFORMANCE_BUSINESS_DATA_TYPE_ID: '' };
    expect(await settingsOf({ environment })).toMatchObject({
      operations: ['delete'],
      values: {},
    });
  });
});

test('a token may hold any visible ASCII', () =>
  expect(tokenProblem('!#$%&~"az09._-+/=', contract)).toBeNull());

describe('.env.example', () => {
  const written = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');

  test('is what the list of settings says', () => expect(written).toBe(renderEnvExample(contract)));

  test('names each setting once, without a value', () => {
    const names = settingsList.flatMap(({ env }) => (env === null ? [] : [env]));
    expect(parse(written)).toEqual(Object.fromEntries(names.map((name) => [name, ''])));
    expect(new Set(names).size).toBe(names.length);
  });

  test('has no line that is too long to read', () =>
    expect(written.split('\n').filter((line) => line.length > 120)).toEqual([]));
});

describe('the list of settings', () => {
  test.each(settingsList.filter(({ secret }) => secret === true))(
    '$env cannot be given as an argument',
    ({ flag }) => expect(flag).toBeNull(),
  );

  test('its examples and defaults have the form that they are examples of', async () => {
    const context = { contract, cwd: folderWith({}), reporters: ['terminal', 'junit'], today: '2026-01-01' };
    for (const { kind, example, default: text = example } of settingsList) {
      if (kind.placeholder === 'FILE' && example !== 'staging.env') continue;
      for (const given of [example, text])
        expect(await kind.parse(given, context), given).toHaveProperty('value');
    }
  });
});
