import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { run, withService } from '../commands/targets.ts';
import { temporaryFolder } from '../support/cli.ts';
import { requestCount } from '../support/conforming.ts';
import { goodToken } from '../support/service.ts';
import { aimedAt } from './aimed-at.ts';

/** Settings as people write them, and settings that nobody can have meant. */

type Env = Readonly<Record<string, string>>;

function lines(settings: Env, write: (name: string, value: string) => string): readonly string[] {
  return Object.entries(settings).map(([name, value]) => write(name, value));
}

const plain = (name: string, value: string) => `${name}=${value}`;

interface Dotenv {
  readonly name: string;
  readonly text: (settings: Env) => string | Buffer;
}

const dotenvs: readonly Dotenv[] = [
  { name: 'line feeds', text: (settings) => `${lines(settings, plain).join('\n')}\n` },
  { name: 'CRLF', text: (settings) => `${lines(settings, plain).join('\r\n')}\r\n` },
  {
    name: 'a byte order mark, then CRLF',
    text: (settings) => `\ufeff${lines(settings, plain).join('\r\n')}\r\n`,
  },
  {
    name: 'double quotes',
    text: (settings) => lines(settings, (name, value) => `${name}="${value}"`).join('\r\n'),
  },
  {
    name: 'single quotes',
    text: (settings) => lines(settings, (name, value) => `${name}='${value}'`).join('\n'),
  },
  {
    name: 'backquotes, spaces around the sign, export, comments, empty values',
    text: (settings) =>
      [
        '# staging',
        '',
        'CONFORMANCE_HEADERS_FILE=',
        ...lines(settings, (name, value) => `export ${name} = \`${value}\` # of staging`),
      ].join('\r\n'),
  },
];

describe.concurrent('a .env file with', () => {
  test.each(dotenvs)('$name', async ({ text }) => {
    await withService(undefined, async (service) => {
      const cwd = temporaryFolder();
      writeFileSync(join(cwd, '.env'), text(aimedAt(service)));
      const { code, stderr } = await run([], { cwd });
      expect(code, stderr).toBe(0);
      expect(service.calls).toHaveLength(requestCount);
      expect(
        new Set(service.calls.map(({ headers }) => headers.authorization)).has(`Bearer ${goodToken}`),
      ).toBe(true);
    });
  });

  test.each([
    {
      name: 'UTF-16',
      text: (settings: Env) => Buffer.from(lines(settings, plain).join('\n'), 'utf16le'),
      says: /is missing|is not text in UTF-8/,
    },
    {
      name: 'a token twice',
      text: (settings: Env) =>
        [...lines(settings, plain), 'CONFORMANCE_ACCESS_TOKEN=other-token-1'].join('\r\n'),
      says: /CONFORMANCE_ACCESS_TOKEN is set more than once in .*\.env/,
    },
  ])('$name is refused', async ({ text, says }) => {
    await withService(undefined, async (service) => {
      const cwd = temporaryFolder();
      writeFileSync(join(cwd, '.env'), text(aimedAt(service)));
      const { code, stderr } = await run([], { cwd });
      expect(code).toBe(2);
      expect(stderr).toMatch(says);
      expect(stderr).not.toContain(goodToken);
      expect(service.calls).toEqual([]);
    });
  });
});

interface Absurd {
  readonly name: string;
  readonly env?: (aimed: Env) => Env;
  readonly args?: readonly string[];
  readonly says: RegExp;
}

function withUrl(change: (url: string) => string): (aimed: Env) => Env {
  return (aimed) => ({ ...aimed, CONFORMANCE_BASE_URL: change(aimed['CONFORMANCE_BASE_URL'] ?? '') });
}

const baseUrl = String.raw`CONFORMANCE_BASE_URL \(--base-url\)`;

const absurd: readonly Absurd[] = [
  {
    name: 'a base URL with credentials',
    env: withUrl((url) => url.replace('//', '//user:pass-word-1@')),
    says: new RegExp(`${baseUrl} holds a user name or password`),
  },
  {
    name: 'a base URL with a query',
    env: withUrl((url) => `${url}/?api=1`),
    says: new RegExp(`${baseUrl} holds a query`),
  },
  {
    name: 'a base URL with a fragment',
    env: withUrl((url) => `${url}/#top`),
    says: new RegExp(`${baseUrl} holds a fragment`),
  },
  ...['ftp:', 'file:', 'ws:', 'javascript:', 'unix:'].map((scheme) => ({
    name: `a base URL of ${scheme}`,
    env: withUrl((url) => url.replace('http:', scheme)),
    says: new RegExp(`${baseUrl} must begin with https:// or http://`),
  })),
  {
    name: 'a base URL without a scheme',
    env: withUrl((url) => url.replace('http://', '')),
    says: new RegExp(`${baseUrl} must begin with https:// or http://`),
  },
  {
    name: 'a port beyond all ports',
    env: withUrl((url) => url.replace(/:\d+$/, ':65536')),
    says: new RegExp(`${baseUrl} has no host and port`),
  },
  {
    name: 'a line break in the token',
    env: (aimed) => ({ ...aimed, CONFORMANCE_ACCESS_TOKEN: `${goodToken}\r\nX-Injected: 1` }),
    says: /CONFORMANCE_ACCESS_TOKEN holds a line break/,
  },
  {
    name: 'a line break in an identifier',
    env: (aimed) => ({ ...aimed, CONFORMANCE_ENTITY_ID: 'e1\r\nX-Injected: 1' }),
    says: /CONFORMANCE_ENTITY_ID \(--entity-id\)/,
  },
  ...['-1', '0', '1e3', '1.5', 'NaN', 'Infinity', '99999999999999999999', ' ', '10s'].map((value) => ({
    name: `a timeout of ${JSON.stringify(value)}`,
    args: ['--timeout-ms', value],
    says: /CONFORMANCE_TIMEOUT_MS \(--timeout-ms\)/,
  })),
  {
    name: 'a negative pause',
    env: (aimed) => ({ ...aimed, CONFORMANCE_DELAY_MS: '-5' }),
    says: /CONFORMANCE_DELAY_MS \(--delay-ms\) must be an integer/,
  },
  {
    name: 'a repetition too many',
    args: ['--repeat', '1001'],
    says: /--repeat\) must be an integer from 1 to 1000/,
  },
  {
    name: 'a token and a command for a token',
    env: (aimed) => ({ ...aimed, CONFORMANCE_ACCESS_TOKEN_COMMAND: 'echo other-token-1' }),
    says: /CONFORMANCE_ACCESS_TOKEN contradicts CONFORMANCE_ACCESS_TOKEN_COMMAND/,
  },
  {
    name: 'a certificate without its key',
    env: (aimed) => ({ ...aimed, CONFORMANCE_CLIENT_CERT_FILE: 'no.pem' }),
    says: /CONFORMANCE_CLIENT_CERT_FILE/,
  },
  {
    name: 'a proxy of socks:',
    env: (aimed) => ({ ...aimed, HTTP_PROXY: 'socks5://user:pass-word-1@127.0.0.1:1080' }),
    says: /HTTP_PROXY must begin with http:\/\/ or https:\/\//i,
  },
  {
    name: 'a proxy of socks: for every scheme',
    env: (aimed) => ({
      ...aimed,
      CONFORMANCE_BASE_URL: 'https://service.test',
      CONFORMANCE_ALLOW_WRITES_TO: 'service.test',
      ALL_PROXY: 'socks5://user:pass-word-1@127.0.0.1:1080',
    }),
    says: /ALL_PROXY names a proxy of socks5:\/\/, and SOCKS is not supported.*NO_PROXY/is,
  },
  {
    name: 'a service of http: behind a proxy on loopback, without permission for http:',
    env: (aimed) => ({
      ...aimed,
      CONFORMANCE_BASE_URL: 'http://service.test',
      CONFORMANCE_ALLOW_WRITES_TO: 'service.test',
      ALL_PROXY: 'http://user:pass-word-1@127.0.0.1:3128',
    }),
    says: /CONFORMANCE_ALLOW_HTTP.*through the proxy 127\.0\.0\.1:3128 to service\.test\s+unencrypted/is,
  },
  {
    name: 'a service of the operator and the embedded one',
    args: ['--reference', '--base-url', 'http://127.0.0.1:1'],
    says: /--base-url\) is set together with --reference/,
  },
];

describe.concurrent('refused by name before anything is sent:', () => {
  test.each(absurd)('$name', async ({ env = (aimed) => aimed, args = [], says }) => {
    await withService(undefined, async (service) => {
      const { code, stdout, stderr, files } = await run(args, { env: env(aimedAt(service)) });
      expect({ code, stdout, files }).toEqual({ code: 2, stdout: '', files: null });
      expect(stderr).toMatch(says);
      expect(stderr).toContain('nothing was sent');
      expect(stderr).not.toMatch(new RegExp(`${goodToken}|pass-word-1|^ +at `, 'm'));
      expect(service.calls).toEqual([]);
    });
  });
});
