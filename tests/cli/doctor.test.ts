import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Check } from '../../src/setup/check.ts';
import { conformance, temporaryFolder } from './cli.ts';
import {
  authority,
  beside,
  folderWithCertificates,
  type Looked,
  type Surroundings,
} from './setup-targets.ts';
import { aimedAt, without } from './targets.ts';

/** `doctor` names what is wrong on the way to a service, tells how to mend it, and asks the service nothing. */

interface Diagnosis {
  readonly code: number | null;
  readonly checks: readonly Check[];
  readonly looked: Looked;
}

interface Case extends Surroundings {
  readonly name: string;
  readonly env?: (looked: Looked) => Readonly<Record<string, string>>;
  readonly code: number;
  /** Check that has to be found, with its standing and words. */
  readonly id: string;
  readonly standing: Check['standing'];
  readonly detail: RegExp;
  readonly remedy?: RegExp;
  /** What the proxy was asked. */
  readonly asked?: (looked: Looked) => readonly string[];
}

async function diagnose({ env = () => ({}), ...around }: Omit<Case, 'code'>): Promise<Diagnosis> {
  return beside(around, async (looked) => {
    const cwd = folderWithCertificates();
    const settings = { ...aimedAt(looked), ...env(looked) };
    const { code, stdout, stderr } = await conformance(['doctor', '--json'], { cwd, env: settings });
    expect(stderr).toBe('');
    expect(looked.service.calls).toEqual([]);
    const { checks, exitCode } = JSON.parse(stdout) as { checks: Check[]; exitCode: number };
    expect(exitCode).toBe(code);
    return { code, checks, looked };
  });
}

const ca = { CONFORMANCE_CA_FILE: 'authority.pem' };
const client = { CONFORMANCE_CLIENT_CERT_FILE: 'client.pem', CONFORMANCE_CLIENT_KEY_FILE: 'client.key' };
const wantsClient = { ...authority.server, requestCert: true, rejectUnauthorized: true, ca: authority.ca };
const credentials = 'user:secret-pass-1';

const withCredentials = ({ proxy }: Looked) => proxy.url.replace('://', `://${credentials}@`);

const closedPort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
};

const nobody = await closedPort();

const cases: readonly Case[] = [
  { name: 'all well, http:', code: 0, id: 'connection', standing: 'pass', detail: /accepts connections/ },
  {
    name: 'all well, https: with an authority of its own',
    tls: authority.server,
    env: () => ca,
    code: 0,
    id: 'tls',
    standing: 'pass',
    detail: /^TLSv1\.3 with 127\.0\.0\.1:/,
  },
  {
    name: 'a certificate that ends soon',
    tls: authority.server,
    env: () => ca,
    code: 0,
    id: 'certificate',
    standing: 'warn',
    detail: /DNS:localhost.* issued by CN=test authority, valid from .*: [01] days left/,
    remedy: /renewed/,
  },
  {
    name: 'a name that cannot be resolved',
    env: () => ({
      CONFORMANCE_BASE_URL: 'https://nowhere.invalid',
      CONFORMANCE_ALLOW_WRITES_TO: 'nowhere.invalid',
    }),
    code: 3,
    id: 'name',
    standing: 'fail',
    detail: /the host name of nowhere\.invalid:443 cannot be resolved/,
    remedy: /CONFORMANCE_BASE_URL/,
  },
  {
    name: 'nobody listens',
    env: () => ({ CONFORMANCE_BASE_URL: `http://127.0.0.1:${nobody}` }),
    code: 3,
    id: 'connection',
    standing: 'fail',
    detail: /nobody listens at 127\.0\.0\.1:\d+: the connection was refused/,
    remedy: /check the port/,
  },
  {
    name: 'an expired certificate',
    tls: authority.expired,
    env: () => ca,
    code: 3,
    id: 'tls',
    standing: 'fail',
    detail: /its certificate has expired .*valid from/,
    remedy: /renewed; .*clock/,
  },
  {
    name: 'an expired certificate, as the clock sees it',
    tls: authority.expired,
    env: () => ca,
    code: 3,
    id: 'clock',
    standing: 'warn',
    detail: /after the certificate of the service has ended/,
    remedy: /timedatectl/,
  },
  {
    name: 'a certificate for another host',
    tls: authority.elsewhere,
    env: () => ca,
    code: 3,
    id: 'tls',
    standing: 'fail',
    detail: /for another host; it names DNS:elsewhere\.test/,
    remedy: /use a host in CONFORMANCE_BASE_URL that the certificate names/,
  },
  {
    name: 'a self-signed certificate',
    tls: authority.selfSigned,
    code: 3,
    id: 'tls',
    standing: 'fail',
    detail: /is self-signed.*issued by CN=test authority/,
    remedy: /CONFORMANCE_CA_FILE/,
  },
  {
    name: 'an unknown authority, which is named',
    tls: authority.server,
    code: 3,
    id: 'tls',
    standing: 'fail',
    detail: /from an authority that is not trusted.*issued by CN=test authority/,
    remedy: /CONFORMANCE_CA_FILE to a file with the certificate of the authority/,
  },
  {
    name: 'no TLS on this port',
    env: ({ baseUrl }) => ({ CONFORMANCE_BASE_URL: baseUrl.replace('http:', 'https:') }),
    code: 3,
    id: 'tls',
    standing: 'fail',
    detail: /does not speak TLS/,
    remedy: /port and the scheme/,
  },
  {
    name: 'a client certificate that is missing',
    tls: wantsClient,
    env: () => ca,
    code: 3,
    id: 'tls',
    standing: 'fail',
    detail: /it asks for a client certificate/,
    remedy: /CONFORMANCE_CLIENT_CERT_FILE/,
  },
  {
    name: 'a client certificate that is accepted',
    tls: wantsClient,
    env: () => ({ ...ca, ...client }),
    code: 0,
    id: 'tls',
    standing: 'pass',
    detail: /TLSv1\.3/,
  },
  {
    name: 'a proxy for https:, with its credentials',
    tls: authority.server,
    proxy: { credentials },
    env: (looked) => ({ ...ca, HTTPS_PROXY: withCredentials(looked) }),
    code: 0,
    id: 'proxy',
    standing: 'pass',
    detail: /opens a way to the service/,
    asked: ({ host }) => [`CONNECT ${host}`],
  },
  {
    name: 'a proxy that asks for credentials',
    tls: authority.server,
    proxy: { credentials },
    env: ({ proxy }) => ({ ...ca, HTTPS_PROXY: proxy.url }),
    code: 3,
    id: 'proxy',
    standing: 'fail',
    detail: /asks for other credentials than those in its URL \(407\)/,
    remedy: /user and password/,
    asked: ({ host }) => [`CONNECT ${host}`],
  },
  {
    name: 'a proxy that is not there',
    tls: authority.server,
    env: () => ({ ...ca, HTTPS_PROXY: `http://127.0.0.1:${nobody}` }),
    code: 3,
    id: 'proxy',
    standing: 'fail',
    detail: /the proxy cannot be used: nobody listens/,
    remedy: /NO_PROXY/,
  },
  {
    name: 'a proxy for http: is reached, and asked nothing',
    env: ({ proxy }) => ({ HTTP_PROXY: proxy.url }),
    code: 0,
    id: 'proxy',
    standing: 'pass',
    detail: /shows with the first request/,
    asked: () => [],
  },
];

describe.concurrent('the way to a service', () => {
  test.each(cases)('$name', async ({ code, id, standing, detail, remedy, asked, ...way }) => {
    const diagnosis = await diagnose({ id, standing, detail, ...way });
    const found = diagnosis.checks.find((check) => check.id === id);
    expect(found).toMatchObject({ standing, detail: expect.stringMatching(detail) });
    if (remedy !== undefined) expect(found?.remedy).toMatch(remedy);
    expect(diagnosis.code).toBe(code);
    if (asked !== undefined) expect(diagnosis.looked.proxy.log).toEqual(asked(diagnosis.looked));
    expect(JSON.stringify(diagnosis.checks)).not.toContain('secret-pass-1');
  });
});

async function locally(
  env: Readonly<Record<string, string>>,
  prepare: (cwd: string) => void = () => undefined,
  args: readonly string[] = [],
) {
  return beside({}, async (looked) => {
    const cwd = temporaryFolder();
    prepare(cwd);
    const settings = without(
      { ...aimedAt(looked), ...env },
      ...(env['without']?.split(' ') ?? []),
      'without',
    );
    const end = await conformance(['doctor', ...args], { cwd, env: settings });
    expect(looked.service.calls).toEqual([]);
    return { ...end, cwd };
  });
}

describe.concurrent('this machine', () => {
  test('all well: exit 0, every line a check, nothing made', async () => {
    const { code, stdout, cwd } = await locally({});
    expect(code).toBe(0);
    expect(stdout).toMatch(/^✓ Node\.js {12,}\d+\.\d+\.\d+$/m);
    expect(stdout).toMatch(/^All is well\. No request was sent to the service\.$/m);
    expect(stdout).not.toContain('\u001b');
    expect(readdirSync(cwd)).toEqual([]);
  });

  test('settings: every problem, with an example; the way is looked at all the same', async () => {
    const { code, stdout } = await locally({ without: 'CONFORMANCE_ENTITY_ID', CONFORMANCE_REPEAT: 'twice' });
    expect(code).toBe(2);
    expect(stdout).toMatch(/✗ settings +CONFORMANCE_ENTITY_ID \(--entity-id\) is missing/);
    expect(stdout).toMatch(/✗ settings +CONFORMANCE_REPEAT \(--repeat\) must be a whole number/);
    expect(stdout).toMatch(/→ for example: CONFORMANCE_REPEAT=5/);
    expect(stdout).toMatch(/✓ connection \(TCP\)/);
  });

  test('a base URL that is refused may hold a password: it is not shown, and nothing is connected to', async () => {
    const { code, stdout } = await locally({ CONFORMANCE_BASE_URL: 'https://user:hidden-pw-1@127.0.0.1' });
    expect(code).toBe(2);
    expect(stdout).not.toContain('hidden-pw-1');
    expect(stdout).toMatch(/– connection +not tried/);
  });

  test('the token by a command: run as a run would, and not from a .env that lies in the folder', async () => {
    const command = "printf 'a-token-that-will-do'; echo >> ran";
    const byCommand = { without: 'CONFORMANCE_ACCESS_TOKEN' };
    const good = await locally({ ...byCommand, CONFORMANCE_ACCESS_TOKEN_COMMAND: command });
    expect(good).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/✓ access token +printed by its command/),
    });
    expect(existsSync(join(good.cwd, 'ran'))).toBe(true);
    expect(good.stdout).not.toContain('a-token-that-will-do');
    const bad = await locally({ ...byCommand, CONFORMANCE_ACCESS_TOKEN_COMMAND: 'exit 7' });
    expect(bad).toMatchObject({ code: 2, stdout: expect.stringMatching(/✗ access token .*exit\s+code 7/s) });
    const write = (cwd: string) =>
      writeFileSync(join(cwd, '.env'), `CONFORMANCE_ACCESS_TOKEN_COMMAND=${command}\n`, { mode: 0o600 });
    const lying = await locally(byCommand, write);
    expect(lying).toMatchObject({
      code: 2,
      stdout: expect.stringContaining('commands are taken only'),
    });
    expect(existsSync(join(lying.cwd, 'ran'))).toBe(false);
    const named = await locally(byCommand, write, ['--env-file', '.env']);
    expect(named.code).toBe(0);
    expect(existsSync(join(named.cwd, 'ran'))).toBe(true);
  });

  test('the command that makes a rule is never run: it would change the service', async () => {
    const { code, cwd } = await locally({
      without: 'CONFORMANCE_AUTOMATION_RULE_ID',
      CONFORMANCE_RULE_COMMAND: 'echo >> ran',
    });
    expect(code).toBe(0);
    expect(existsSync(join(cwd, 'ran'))).toBe(false);
  });

  test('a token file that others may read is a warning, and no more', async () => {
    const { code, stdout } = await locally(
      { without: 'CONFORMANCE_ACCESS_TOKEN', CONFORMANCE_ACCESS_TOKEN_FILE: 'token' },
      (cwd) => {
        writeFileSync(join(cwd, 'token'), 'a-token-that-will-do\n');
        chmodSync(join(cwd, 'token'), 0o644);
      },
    );
    expect(code).toBe(0);
    expect(stdout).toMatch(/! files with secrets +other users of this machine may read/);
    expect(stdout).toContain('chmod 600');
  });

  test('no rule is a warning', async () => {
    const { code, stdout } = await locally({ without: 'CONFORMANCE_AUTOMATION_RULE_ID' });
    expect(code).toBe(0);
    expect(stdout).toMatch(/! automation rule +none is named/);
  });

  test('an output folder that is held, or is no folder', async () => {
    const held = await locally({}, (cwd) => {
      mkdirSync(join(cwd, 'conformance-report'));
      writeFileSync(join(cwd, 'conformance-report', '.lock'), String(process.pid));
    });
    expect(held).toMatchObject({ code: 2, stdout: expect.stringMatching(/✗ output folder .*is held by/s) });
    const file = await locally({ CONFORMANCE_OUT: 'file/below' }, (cwd) =>
      writeFileSync(join(cwd, 'file'), ''),
    );
    expect(file).toMatchObject({ code: 2, stdout: expect.stringMatching(/✗ output folder .*is no folder/s) });
  });
});
