import { describe, expect, test } from 'vitest';
import { problemsOf, settingsOf } from './load.ts';

const at = (url: string, leave = '', http = '') => ({
  environment: {
    CONFORMANCE_BASE_URL: url,
    CONFORMANCE_ALLOW_WRITES_TO: leave,
    CONFORMANCE_ALLOW_HTTP: http,
  },
});

test.each([
  ['http://localhost', 'http://localhost'],
  ['http://LOCALHOST:8080/api/', 'http://localhost:8080/api'],
  ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
  ['https://127.255.0.9', 'https://127.255.0.9'],
  ['http://[::1]:3000', 'http://[::1]:3000'],
  ['http://[0:0:0:0:0:0:0:1]', 'http://[::1]'],
  ['http://2130706433', 'http://127.0.0.1'],
  ['http://0x7f.1', 'http://127.0.0.1'],
  ['http://a.localhost', 'http://a.localhost'],
  ['http://A.b.LOCALHOST:81', 'http://a.b.localhost:81'],
  ['http://[::ffff:127.0.0.1]', 'http://[::ffff:7f00:1]'],
])('this machine needs no leave: %s', async (given, baseUrl) =>
  expect((await settingsOf(at(given))).baseUrl).toBe(baseUrl),
);

describe('what only looks like this machine needs leave, and leave for http', () => {
  test.each(
    [
      'http://127.0.0.1.example.com http://localhost.example.com http://localhost. http://.localhost',
      'http://a.localhost. http://localhost.localhost.test http://localhost-staging http://128.0.0.1',
      'http://0.0.0.0 http://[::ffff:128.0.0.1] http://[::127.0.0.1] http://[::2] http://[::1:0]',
      'http://127.example',
    ].flatMap((line) => line.split(' ')),
  )('%s', async (url) => {
    const named = (await problemsOf(at(url))).map(({ setting }) => setting);
    expect(named).toEqual([
      'CONFORMANCE_ALLOW_WRITES_TO (--allow-writes-to)',
      'CONFORMANCE_ALLOW_HTTP (--allow-http)',
    ]);
  });

  test('credentials do not make a host', async () => {
    const [problem] = await problemsOf(at('http://localhost@staging.example.com'));
    expect(problem?.message).toMatch(/user name or password/);
  });
});

describe('leave that names the base URL', () => {
  test.each([
    ['https://staging.example.com', 'staging.example.com'],
    ['https://staging.example.com', 'STAGING.example.com:443'],
    ['https://staging.example.com:443', 'staging.example.com'],
    ['https://staging.example.com:8443', 'staging.example.com:8443'],
    ['https://staging.example.com', 'test.example.com, staging.example.com'],
    ['https://[2001:db8::1]:8443', '[2001:DB8::1]:8443'],
    ['https://bücher.example', 'xn--bcher-kva.example'],
    ['https://192.0.2.1', '192.0.2.1'],
  ])('%s by %s', async (url, leave) => expect(await problemsOf(at(url, leave))).toEqual([]));

  test('http has its own port', async () => {
    expect(await problemsOf(at('http://staging.example.com', 'staging.example.com:80', 'true'))).toEqual([]);
    const [problem] = await problemsOf(at('http://staging.example.com', 'staging.example.com:443', 'true'));
    expect(problem?.message).toMatch(/one of the two is wrong/);
  });
});

test.each([
  ['https://staging.example.com', 'https://staging.example.com'],
  ['https://staging.example.com/', 'https://staging.example.com'],
  ['https://staging.example.com/api/v1', 'https://staging.example.com/api/v1'],
  ['https://staging.example.com/api/v1/', 'https://staging.example.com/api/v1'],
  ['https://staging.example.com/a%20b;c=d/..e/', 'https://staging.example.com/a%20b;c=d/..e'],
])('the path prefix: %s is %s', async (url, baseUrl) =>
  expect((await settingsOf(at(url, 'staging.example.com'))).baseUrl).toBe(baseUrl),
);
