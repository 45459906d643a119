import { describe, expect, test } from 'vitest';
import { type Case, complete, env, expectProblem, load, problemsOf } from './load.ts';

const proxies: readonly Case[] = [
  ['no scheme', { environment: { HTTPS_PROXY: 'proxy:3128' } }, 'HTTPS_PROXY', /must begin with/],
  [
    'socks',
    { environment: { https_proxy: 'socks5://proxy' } },
    'HTTPS_PROXY',
    /^\(https_proxy\) in the environment must/,
  ],
  ['socks by name', { environment: { HTTP_PROXY: 'socks4a://proxy:1' } }, 'HTTP_PROXY', /SOCKS are not/],
  ['all, no scheme', { environment: { ALL_PROXY: 'proxy:1080' } }, 'ALL_PROXY', /must begin with/],
  ['all, socks', { environment: { all_proxy: 'socks5://p:1' } }, 'ALL_PROXY', /is set to a SOCKS proxy/],
  ['all, socks with a space', { environment: { ALL_PROXY: 'socks5://a b' } }, 'ALL_PROXY', /white space/],
  ['no host', { environment: { http_proxy: 'http://' } }, 'HTTP_PROXY', /is not a URL/],
  ['a path', { environment: { HTTP_PROXY: 'http://proxy/path' } }, 'HTTP_PROXY', /must end after the host/],
  ['a space', { environment: { HTTP_PROXY: 'http://proxy x' } }, 'HTTP_PROXY', /white space/],
];

const numbers = ['-5', '0', '600001', '1e3', '1.5', ' 7', 'soon', '99999999999999999999'];

const options: readonly Case[] = [
  ...numbers.map(
    (value): Case => [
      `timeout ${value}`,
      env('TIMEOUT_MS', value),
      'CONFORMANCE_TIMEOUT_MS (--timeout-ms)',
      /must be an integer from 1 to 600000, not "/,
    ],
  ),
  [
    'repeat 0',
    { flags: { repeat: '0' } },
    'REPEAT',
    /^on the command line must be .*from 1 to 1000, not "0"$/,
  ],
  ['repeat 1001', env('REPEAT', '1001'), 'REPEAT', /from 1 to 1000/],
  ['delay', env('DELAY_MS', '-1'), 'DELAY_MS', /from 0 to 600000/],
  ['strict', env('STRICT', '1'), 'STRICT', /true or false/],
  ['serial', env('SERIAL', 'TRUE'), 'SERIAL', /true or false/],
  ['unauthorized', env('UNAUTHORIZED', 'no'), 'UNAUTHORIZED', /true or false/],
  ['operation', env('OPERATION', 'PUT'), 'OPERATION', /must be put.*, not "PUT"/],
  ['reporter', env('REPORTER', 'json,html'), 'REPORTER', /contains "html"; the formats are terminal, json/],
  ['reporter twice', { flags: { reporter: 'json,json' } }, 'REPORTER', /contains json twice/],
  ['long value', env('OPERATION', 'x'.repeat(500)), 'OPERATION', /"x{60}…"/],
  ['empty flag', { flags: { automationRuleId: '' } }, 'AUTOMATION_RULE_ID', /on the command line is empty/],
];

describe.each([
  ['proxies', proxies],
  ['options', options],
])('%s', (_, cases) => {
  test.each(cases)('%s', (_name, world, setting, message) => expectProblem(world, setting, message));
});

test('the world that these are departures from has no problem', async () =>
  expect(await load({})).toMatchObject({ ok: true }));

test('nothing configured: everything that is missing is named at once', async () =>
  expect((await problemsOf({}, {})).map(({ setting }) => setting)).toEqual([
    'CONFORMANCE_BASE_URL (--base-url)',
    'CONFORMANCE_ACCESS_TOKEN',
    'CONFORMANCE_ENTITY_ID (--entity-id)',
    'CONFORMANCE_BUSINESS_DATA_TYPE_ID (--business-data-type-id)',
  ]));

test('problems of every sort are named together', async () => {
  const problems = await problemsOf({
    environment: {
      CONFORMANCE_BASE_URL: 'http://u@staging.example.com/?a#b',
      CONFORMANCE_ACCESS_TOKEN: 'short',
      CONFORMANCE_ENTITY_ID: '',
      CONFORMANCE_STRICKT: 'true',
      CONFORMANCE_CLIENT_KEY_FILE: 'none',
    },
    flags: { repeat: 'x' },
  });
  expect(problems.map(({ setting }) => setting.replace(/ .*/, ''))).toEqual(
    [
      'CONFORMANCE_STRICKT CONFORMANCE_BASE_URL CONFORMANCE_BASE_URL CONFORMANCE_BASE_URL',
      'CONFORMANCE_ACCESS_TOKEN CONFORMANCE_CLIENT_KEY_FILE CONFORMANCE_REPEAT CONFORMANCE_ENTITY_ID',
      'CONFORMANCE_CLIENT_CERT_FILE',
    ].flatMap((line) => line.split(' ')),
  );
});

test('no problem quotes a secret', async () => {
  const secret = 'S3cr3t';
  const problems = await problemsOf({
    environment: {
      CONFORMANCE_BASE_URL: `ftp://user:${secret}@staging.example.com`,
      CONFORMANCE_ALLOW_WRITES_TO: `user:${secret}@staging.example.com`,
      CONFORMANCE_ACCESS_TOKEN: secret,
      CONFORMANCE_ACCESS_TOKEN_FILE: 'token',
      CONFORMANCE_ACCESS_TOKEN_COMMAND: `print ${secret}`,
      CONFORMANCE_TOKEN: secret,
      CONFORMANCE_HEADERS_FILE: 'headers',
      HTTPS_PROXY: `proxy:${secret}`,
      HTTP_PROXY: `http://user:${secret}@proxy/path`,
    },
    files: { token: secret, headers: `${secret}\nX-Key: ${secret}\u0007\nAuthorization: ${secret}` },
  });
  expect(new Set(problems.map((problem) => problem.setting.replace(/ .*/, '')))).toEqual(
    new Set(
      [
        'CONFORMANCE_BASE_URL CONFORMANCE_ALLOW_WRITES_TO CONFORMANCE_ACCESS_TOKEN',
        'CONFORMANCE_ACCESS_TOKEN_FILE CONFORMANCE_ACCESS_TOKEN_COMMAND CONFORMANCE_TOKEN',
        'CONFORMANCE_HEADERS_FILE HTTPS_PROXY HTTP_PROXY',
      ].flatMap((line) => line.split(' ')),
    ),
  );
  expect(JSON.stringify(problems)).not.toContain(secret);
});

test.each([
  ['CONFORMANCE_TOKEN', 'CONFORMANCE_ACCESS_TOKEN'],
  ['CONFORMANCE_URL', 'CONFORMANCE_BASE_URL'],
  ['CONFORMANCE_BASEURL', 'CONFORMANCE_BASE_URL'],
  ['CONFORMANCE_AUTOMATION_RULE', 'CONFORMANCE_AUTOMATION_RULE_ID'],
  ['CONFORMANCE_TIMEOUT', 'CONFORMANCE_TIMEOUT_MS'],
  ['CONFORMANCE_ALLOW_WRITE_TO', 'CONFORMANCE_ALLOW_WRITES_TO'],
])('unknown %s: the nearest name is %s', async (name, nearest) => {
  const [problem, ...others] = await problemsOf({ environment: { [name]: 'x' } });
  expect(others).toEqual([]);
  expect(problem).toMatchObject({
    setting: name,
    message: `in the environment is not a setting; the nearest one is ${nearest}`,
  });
  expect(problem?.example).toMatch(new RegExp(`^${nearest}=.`));
});

test('names that vitest started by hand reads, empty ones and those of others are let be', async () => {
  const environment = {
    CONFORMANCE_EXCHANGES: 'x',
    CONFORMANCE_LIVE: '1',
    CONFORMANCE_NONE: '',
    BASE_URL: '/',
  };
  expect(await problemsOf({ environment })).toEqual([]);
});

test('with nothing but a URL of this machine missing from it, the least is enough', async () => {
  const { CONFORMANCE_ALLOW_WRITES_TO: _, ...rest } = complete;
  expect(await problemsOf(env('BASE_URL', 'http://localhost:8080'), rest)).toEqual([]);
});
