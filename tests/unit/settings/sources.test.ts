import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderWith } from '../../support/cli.ts';
import { load, problemsOf, settingsOf, type World } from './load.ts';

const timeout = async (world: World) => (await settingsOf(world)).timeoutMs;
const variable = { CONFORMANCE_TIMEOUT_MS: '2000' };
const dotenv = { '.env': 'CONFORMANCE_TIMEOUT_MS=3000\n' };

describe('precedence', () => {
  test('flags, then the environment, then .env, then the default', async () => {
    expect(await timeout({ flags: { timeoutMs: '1000' }, environment: variable, files: dotenv })).toBe(1000);
    expect(await timeout({ environment: variable, files: dotenv })).toBe(2000);
    expect(await timeout({ files: dotenv })).toBe(3000);
    expect(await timeout({})).toBe(10_000);
  });

  test('an empty value is an absent one', async () => {
    expect(await timeout({ environment: { CONFORMANCE_TIMEOUT_MS: '' }, files: dotenv })).toBe(3000);
    expect(await timeout({ files: { '.env': 'CONFORMANCE_TIMEOUT_MS=\n' } })).toBe(10_000);
  });

  test('proxies: lower case first, each layer for itself', async () => {
    const both = { HTTPS_PROXY: 'http://upper:1', https_proxy: 'http://lower:1' };
    expect((await settingsOf({ environment: both })).proxies.httpsProxy).toBe('http://lower:1');
    const files = { '.env': 'https_proxy=http://file:1\nhttp_proxy=http://file:2\nNO_PROXY=a,b\n' };
    const { proxies } = await settingsOf({
      environment: { HTTPS_PROXY: 'http://upper:1' },
      files,
    });
    expect(proxies).toEqual({ httpsProxy: 'http://upper:1', httpProxy: 'http://file:2', noProxy: 'a,b' });
  });

  test.each([
    [{}, true],
    [{ unauthorized: true }, true],
    [{ unauthorized: false }, false],
  ])('--no-unauthorized as commander gives it: %j', async (flags, expected) =>
    expect((await settingsOf({ flags })).unauthorized).toBe(expected),
  );

  test('the environment says false where the flag says no', async () => {
    const environment = { CONFORMANCE_UNAUTHORIZED: 'false' };
    expect((await settingsOf({ environment, flags: { unauthorized: true } })).unauthorized).toBe(false);
  });
});

describe('.env files', () => {
  const forms: Readonly<Record<string, string>> = {
    plain: 'CONFORMANCE_ENTITY_ID=from-file\n',
    CRLF: '# comment\r\nCONFORMANCE_ENTITY_ID=from-file\r\nOTHER=x\r\n',
    'byte order mark': '\ufeffCONFORMANCE_ENTITY_ID=from-file\n',
    'double quotes': 'CONFORMANCE_ENTITY_ID="from-file"\n',
    'single quotes': "CONFORMANCE_ENTITY_ID='from-file'\n",
    export: 'export CONFORMANCE_ENTITY_ID=from-file',
    spaces: '  CONFORMANCE_ENTITY_ID =  from-file  # comment\n',
    'filled below an empty line': 'CONFORMANCE_ENTITY_ID=\nCONFORMANCE_ENTITY_ID=from-file\n',
  };

  test.each(Object.entries(forms))('%s', async (_, content) => {
    const settings = await settingsOf({
      environment: { CONFORMANCE_ENTITY_ID: '' },
      files: { '.env': content },
    });
    expect(settings.entityId).toBe('from-file');
  });

  test('quotes keep # and spaces', async () => {
    const environment = { CONFORMANCE_ACCESS_TOKEN: '' };
    const files = { '.env': 'CONFORMANCE_ACCESS_TOKEN="12345678#9"\n' };
    expect((await settingsOf({ environment, files })).token).toEqual({ kind: 'value', value: '12345678#9' });
  });

  test('--env-file takes the place of .env', async () => {
    const files = {
      '.env': 'CONFORMANCE_REPEAT=2\nCONFORMANCE_STRICT=true',
      'other.env': 'CONFORMANCE_REPEAT=3',
    };
    expect(await settingsOf({ files, flags: { envFile: 'other.env' } })).toMatchObject({
      repeat: 3,
      strict: false,
    });
  });

  test.each([
    ['is not there', 'none.env', /none\.env, which does not exist/],
    ['is a folder', '.', /is a folder/],
    ['is not UTF-8', 'latin1.env', /not text in UTF-8/],
    ['has no name', '', /empty/],
    ['has a space too much', ' a.env', /white space/],
  ])('a named file that %s is a problem', async (_, envFile, message) => {
    const files = { 'latin1.env': Uint8Array.of(0x41, 0x3d, 0xe9), ' a.env': '' };
    const problems = await problemsOf({ flags: { envFile }, files });
    expect(problems).toMatchObject([{ setting: '--env-file', example: '--env-file staging.env' }]);
    expect(problems[0]?.message).toMatch(message);
  });

  test.each([
    ['cannot be read', Uint8Array.of(0xff), '.env', /UTF-8/],
    [
      'has a name on two lines',
      'CONFORMANCE_REPEAT=2\nCONFORMANCE_REPEAT=3\n',
      'CONFORMANCE_REPEAT',
      /more than once/,
    ],
    [
      'has an unknown name',
      'CONFORMANCE_ENTITY=x\n',
      '',
      /^in .*\.env is not a setting; the nearest one is CONFORMANCE_ENTITY_ID$/,
    ],
  ])('a .env that %s is a problem', async (_, content, setting, message) => {
    const environment = { CONFORMANCE_ACCESS_TOKEN: '' };
    const [problem] = await problemsOf({ environment, files: { '.env': content } });
    expect(problem?.setting).toContain(setting);
    expect(problem?.message).toMatch(message);
  });

  test('a missing .env is none', async () => expect(await problemsOf({})).toEqual([]));

  test('a folder called .env, as virtual environments are, is not the file', async () => {
    const cwd = folderWith({});
    mkdirSync(join(cwd, '.env'));
    expect(await load({ cwd })).toMatchObject({ ok: true });
  });
});

describe('commands', () => {
  const command = { CONFORMANCE_ACCESS_TOKEN: '', CONFORMANCE_ACCESS_TOKEN_COMMAND: 'print-token' };
  const asked = { kind: 'command', command: 'print-token' };
  const file = 'CONFORMANCE_ACCESS_TOKEN_COMMAND=print-token\n';
  const none = { CONFORMANCE_ACCESS_TOKEN: '' };

  test('are taken from the environment', async () =>
    expect((await settingsOf({ environment: command })).token).toEqual(asked));

  test('are taken from a named file, even if it is .env', async () => {
    const world = { environment: none, files: { '.env': file }, flags: { envFile: '.env' } };
    expect((await settingsOf(world)).token).toEqual(asked);
  });

  test('are taken from a .env that is found', async () =>
    expect((await settingsOf({ environment: none, files: { '.env': file } })).token).toEqual(asked));

  test('are replaced there where the environment has another', async () => {
    const other = file.replace('print-token', 'other');
    expect((await settingsOf({ environment: command, files: { '.env': other } })).token).toEqual(asked);
  });
});

describe('--reference', () => {
  const nonsense = {
    CONFORMANCE_BASE_URL: 'nonsense',
    CONFORMANCE_ACCESS_TOKEN: 'x',
    CONFORMANCE_RULE_COMMAND: 'x',
    CONFORMANCE_CA_FILE: 'none',
    CONFORMANCE_UNKNOWN: 'x',
    HTTPS_PROXY: 'nonsense',
  };
  const files = { '.env': 'CONFORMANCE_REPEAT=7\nCONFORMANCE_RULE_COMMAND=x\n' };

  test('leaves the target alone, and takes options from flags and environment', async () => {
    const environment = { ...nonsense, CONFORMANCE_STRICT: 'true' };
    const result = await load({ environment, files, flags: { reference: true, serial: true } }, {});
    expect(result).toMatchObject({
      ok: true,
      settings: { reference: true, baseUrl: null, strict: true, serial: true, repeat: 1 },
    });
    expect(JSON.stringify(result)).not.toMatch(/nonsense|token|PROXY/i);
  });

  test('still refuses wrong options', async () => {
    const problems = await problemsOf({
      environment: { CONFORMANCE_REPEAT: '0' },
      flags: { reference: true },
    });
    expect(problems.map(({ setting }) => setting)).toEqual(['CONFORMANCE_REPEAT (--repeat)']);
  });

  test.each([
    ['baseUrl', '--base-url https://staging.example.com/api'],
    ['entityId', '--entity-id 0123456789abcdef0123456789abcdef'],
    ['envFile', '--env-file staging.env'],
    ['allowHttp', '--allow-http'],
  ])('contradicts the flag %s', async (name, flag) => {
    const value = name === 'allowHttp' ? true : 'x';
    const problems = await problemsOf({ flags: { reference: true, [name]: value } });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({
      message: expect.stringContaining('--reference'),
      example: `either --reference or ${flag}`,
    });
  });
});

test('what --plan shows of each setting value, redacted, and where it is from', async () => {
  const cwd = folderWith({ '.env': 'CONFORMANCE_REPEAT=2\nhttp_proxy=http://user:hidden@proxy:1\n' });
  const environment = { CONFORMANCE_RULE_COMMAND: 'curl -u user:hidden https://x' };
  const result = await load({ flags: { out: 'reports', envFile: '.env' }, environment, cwd });
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  const file = { kind: 'file', name: join(cwd, '.env') };
  const secret = '(secret, not shown)';
  const fromVariable = (setting: string, value: string) => ({
    setting,
    value,
    source: { kind: 'environment', name: setting },
  });
  expect(result.sources).toEqual(
    expect.arrayContaining([
      fromVariable('CONFORMANCE_BASE_URL', 'https://staging.example.com/api'),
      fromVariable('CONFORMANCE_ACCESS_TOKEN', secret),
      fromVariable('CONFORMANCE_RULE_COMMAND', secret),
      { setting: 'CONFORMANCE_REPEAT', value: '2', source: file },
      { setting: 'HTTP_PROXY', value: 'http://proxy:1/ (with credentials, not shown)', source: file },
      { setting: 'CONFORMANCE_OUT', value: 'reports', source: { kind: 'flag', name: '--out' } },
      { setting: 'CONFORMANCE_TIMEOUT_MS', value: '10000', source: { kind: 'default', name: '' } },
      { setting: 'CONFORMANCE_CA_FILE', value: null, source: { kind: 'default', name: '' } },
    ]),
  );
  expect(JSON.stringify(result.sources)).not.toMatch(/hidden|token-of/);
});
