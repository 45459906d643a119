import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { beforeAll, describe, expect, test } from 'vitest';
import { main } from '../../src/cli/program.ts';
import { acting } from '../support/acting.ts';
import { temporaryFolder } from '../support/cli.ts';
import { fakeIo } from '../support/io.ts';
import { startProxy } from '../support/proxy.ts';
import { listen } from '../unit/http/services.ts';

/** What a proxy or a certificate says is printed by `doctor` and `init` so that it neither acts nor tells a secret. */

const user = 'alice';
const password = 'pr0xy-Passw0rd!';
const secret = Buffer.from(`${user}:${password}`);
const commands = ['doctor', 'doctor --json', 'init --yes'];

let cwd = '';
beforeAll(() => {
  cwd = temporaryFolder();
});

async function printed(command: string, environment: NodeJS.ProcessEnv) {
  const args = command.split(' ');
  const io = fakeIo({ columns: 100, annotations: true });
  const code = await main({
    args,
    environment: {
      CONFORMANCE_ALLOW_WRITES_TO: new URL(environment['CONFORMANCE_BASE_URL'] ?? '').host,
      CONFORMANCE_ENTITY_ID: 'entity-1',
      CONFORMANCE_BUSINESS_DATA_TYPE_ID: 'type-1',
      CONFORMANCE_AUTOMATION_RULE_ID: 'rule-1',
      CONFORMANCE_TIMEOUT_MS: '5000',
      ...(args[0] === 'doctor' ? { CONFORMANCE_ACCESS_TOKEN: 'an-access-token-1234' } : {}),
      ...environment,
    },
    cwd: mkdtempSync(join(cwd, 'run-')),
    io,
  });
  return { code, text: io.printed() + io.errors() };
}

/** As a service or a proxy might repeat them: JSON is read back, as escapes hide nothing from a reader. */
function unescaped(text: string): string {
  return text
    .replaceAll(/\s+/g, '')
    .replaceAll(/\\u([0-9a-f]{4})/g, (_, unit) => String.fromCharCode(parseInt(unit, 16)));
}

const phrases = {
  'escape sequences': '\u001b[31mred\u001b]0;owned\u0007 \u009b2J',
  'a command of a build service': '::error::owned ##[error]owned ##vso[task.x]y',
  'the credentials, in Base64': `no ${secret.toString('base64')}`,
  'the credentials': `no ${secret}`,
  'the password, twice encoded': `no ${encodeURIComponent(password)} ${Buffer.from(password).toString('hex')}`,
} as const;

describe.each(commands)('%s', (command) => {
  test.each(Object.entries(phrases))('a proxy that refuses with %s', async (_, phrase) => {
    await using proxy = await startProxy({
      onConnect: (socket) => void socket.end(Buffer.from(`HTTP/1.1 502 ${phrase}\r\n\r\n`, 'latin1')),
    });
    const url = new URL(proxy.url);
    [url.username, url.password] = [user, password];
    const { code, text } = await printed(command, {
      CONFORMANCE_BASE_URL: 'https://service.example.test/api',
      HTTPS_PROXY: url.href,
    });
    expect(code).toBe(3);
    expect(text).toContain('502');
    expect(text).not.toMatch(acting);
    for (const form of [password, secret.toString('base64'), Buffer.from(password).toString('hex')])
      expect(unescaped(text)).not.toContain(form);
  });
});

/** A certificate whose names hold what nobody would want on a terminal. */
function hostileCertificate(): { readonly cert: string; readonly key: string } {
  const name = 'a\u001b[31m\u202eb::error::x\u0007';
  const out = (file: string) => join(cwd, file);
  const key = 'ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes';
  const args = `req -x509 -newkey ${key} -utf8 -days 2 -keyout ${out('key')} -out ${out('cert')} -subj`;
  execFileSync('openssl', [...args.split(' '), `/O=${name}\n::error::y/CN=${name}`]);
  return { cert: readFileSync(out('cert'), 'utf8'), key: readFileSync(out('key'), 'utf8') };
}

test.each(commands)('%s: a certificate with escape sequences, line feeds and commands', async (command) => {
  const server = createServer(hostileCertificate(), (socket) => socket.on('error', () => undefined));
  server.on('tlsClientError', () => undefined);
  const port = await listen(server);
  const { code, text } = await printed(command, { CONFORMANCE_BASE_URL: `https://127.0.0.1:${port}` });
  expect(code).toBe(3);
  expect(text).toMatch(/issued by\s+O=a/);
  expect(text).not.toMatch(acting);
});
