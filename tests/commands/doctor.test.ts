import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { DoctorCheck } from '../../src/model/check.ts';
import { authority } from '../support/certificates.ts';
import { conformance, folderWith } from '../support/cli.ts';
import { freePort } from '../support/free-port.ts';
import { beside, folderWithCertificates, type Looked, type Surroundings } from './setup-targets.ts';
import { aimedAt } from './targets.ts';

/** `doctor` names what keeps a run from reaching a service, says how to fix it, and asks the service nothing. */

interface Case extends Surroundings {
  readonly env?: (looked: Looked) => Readonly<Record<string, string>>;
  /** Files in the folder besides certificates. */
  readonly files?: Readonly<Record<string, string>>;
  /** What the proxy was asked. */
  readonly asked?: (looked: Looked) => readonly string[];
}

async function diagnose({ env = () => ({}), files = {}, asked, ...around }: Case) {
  return beside(around, async (looked) => {
    const cwd = folderWithCertificates();
    for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);
    const permissions = { CONFORMANCE_ALLOW_WRITES_TO: looked.host, CONFORMANCE_ALLOW_HTTP: 'true' };
    const settings = {
      ...aimedAt(looked),
      ...(around.elsewhere === true ? permissions : {}),
      ...env(looked),
    };
    const { code, stdout, stderr } = await conformance(['doctor', '--json'], { cwd, env: settings });
    expect(stderr).toBe('');
    expect(looked.service.calls).toEqual([]);
    const { checks, exitCode } = JSON.parse(stdout) as { checks: DoctorCheck[]; exitCode: number };
    expect(exitCode).toBe(code);
    if (asked !== undefined) expect(looked.proxy.log).toEqual(asked(looked));
    expect(stdout).not.toContain('secret-pass-1');
    return { code, checks };
  });
}

const ca = { CONFORMANCE_CA_FILE: 'authority.pem' };
const client = { CONFORMANCE_CLIENT_CERT_FILE: 'client.pem', CONFORMANCE_CLIENT_KEY_FILE: 'client.key' };
const wantsClient = { ...authority.server, requestCert: true, rejectUnauthorized: true, ca: authority.ca };
const credentials = 'user:secret-pass-1';

const withPassword = (url: string) => url.replace('://', `://${credentials}@`);

const withCredentials = ({ proxy }: Looked) => withPassword(proxy.url);

const nobody = await freePort();

const tls = authority.server;
const away = { elsewhere: true, tls };
const set = (env: Readonly<Record<string, string>>) => ({ env: () => env });
const noProxyAsked = { asked: () => [] };
const excluded = '01234567-89ab-cdef-0123-456789abcdef';
const zoned = '{"businessDataTypeId": "bdt-1", "action": {"timezone": "Mars/Olympus"}}';

type Row = readonly [
  name: string,
  around: Case,
  code: number,
  check: readonly [id: string, DoctorCheck['standing']],
  detail: RegExp,
  remedy?: RegExp,
];

const rows: readonly Row[] = [
  ['all well, http:', {}, 0, ['connection', 'pass'], /accepts connections/],
  ['all well, https:', { tls, ...set(ca) }, 0, ['tls', 'pass'], /^TLSv1\.3 with 127\.0\.0\.1:/],
  [
    'http: to a port that speaks TLS',
    { tls, env: ({ baseUrl }) => ({ CONFORMANCE_BASE_URL: baseUrl.replace('https:', 'http:') }) },
    2,
    ['scheme', 'fail'],
    /^127\.0\.0\.1:\d+ speaks TLS, and CONFORMANCE_BASE_URL begins with http:/,
    /^set CONFORMANCE_BASE_URL=https:\/\/127\.0\.0\.1:\d+$/,
  ],
  [
    'a rule that cannot be used',
    set({ CONFORMANCE_AUTOMATION_RULE_ID: 'rule-1,,rule-2' }),
    2,
    ['rule', 'skipped'],
    /^not checked: fix the rule setting first$/,
  ],
  [
    'an entity id that the form of the document excludes',
    set({ CONFORMANCE_ENTITY_ID: excluded }),
    0,
    ['id-form', 'warn'],
    /^CONFORMANCE_ENTITY_ID is 0123\S+, but the document says: data\.entityId is exactly 32 lower-case/,
    /^set CONFORMANCE_ENTITY_ID/,
  ],
  [
    'a rule id that the form of the document excludes, beside one that has it',
    set({ CONFORMANCE_AUTOMATION_RULE_ID: `${'a'.repeat(32)},A-RULE` }),
    0,
    ['id-form', 'warn'],
    /^CONFORMANCE_AUTOMATION_RULE_ID is A-RULE, but the document says/,
  ],
  [
    'a body with a time zone that no response may have',
    { ...set({ CONFORMANCE_TRANSFORMER_FILE: 'body.json' }), files: { 'body.json': zoned } },
    0,
    ['sent-value', 'warn'],
    /^action\.timezone in CONFORMANCE_TRANSFORMER_FILE is "Mars\/Olympus", but the document says/,
    /^correct it in the file that CONFORMANCE_TRANSFORMER_FILE is set to/,
  ],
  [
    'nobody listens',
    set({ CONFORMANCE_BASE_URL: `http://127.0.0.1:${nobody}` }),
    3,
    ['connection', 'fail'],
    /nothing is listening at 127\.0\.0\.1:\d+ \(ECONNREFUSED\)/,
    /check the port/,
  ],
  [
    'an unknown authority, which is named',
    { tls },
    3,
    ['tls', 'fail'],
    /from an authority that is not trusted.*issued by CN=test authority/,
    /CONFORMANCE_CA_FILE to a PEM file with the certificate of that authority/,
  ],
  [
    'a client certificate',
    { tls: wantsClient, ...set({ ...ca, ...client }) },
    0,
    ['tls', 'pass'],
    /TLSv1\.3/,
  ],
  [
    'a proxy for https:, with its credentials',
    {
      ...away,
      proxy: { credentials },
      env: (looked) => ({ ...ca, HTTPS_PROXY: withCredentials(looked) }),
      asked: ({ host }) => [`CONNECT ${host}`],
    },
    0,
    ['proxy', 'pass'],
    /opens a connection to the service/,
  ],
  [
    'a proxy that is not there',
    { ...away, ...set({ ...ca, HTTPS_PROXY: `http://127.0.0.1:${nobody}` }) },
    3,
    ['proxy', 'fail'],
    /the proxy cannot be used: nothing is listening/,
    /NO_PROXY/,
  ],
  [
    'a proxy for http: is reached, and asked nothing',
    { elsewhere: true, env: ({ proxy }) => ({ HTTP_PROXY: proxy.url }), ...noProxyAsked },
    0,
    ['proxy', 'pass'],
    /only the first request will show/,
  ],
  [
    'a proxy that is named for a service on loopback',
    {
      env: ({ proxy }) => ({ http_proxy: proxy.url, ALL_PROXY: withPassword('socks5://127.0.0.1:1') }),
      ...noProxyAsked,
    },
    0,
    ['proxy', 'pass'],
    /^the proxy in HTTP_PROXY is not used: 127\.0\.0\.1 is this machine/,
  ],
  [
    'a proxy past which NO_PROXY goes',
    { ...away, env: ({ proxy }) => ({ ...ca, ALL_PROXY: proxy.url, NO_PROXY: '.test' }), ...noProxyAsked },
    3,
    ['proxy', 'pass'],
    /^the proxy in ALL_PROXY is not used: NO_PROXY excludes service\.test$/,
  ],
];

test.concurrent.for(rows)(
  'the way to a service: %s',
  async ([, around, exitCode, [id, standing], detail, remedy]) => {
    const { code, checks } = await diagnose(around);
    const found = checks.find((check) => check.id === id);
    expect(found).toMatchObject({ standing, detail: expect.stringMatching(detail) });
    if (remedy !== undefined) expect(found?.remedy).toMatch(remedy);
    expect(code).toBe(exitCode);
  },
);

const printing = 'touch "$TEST_FOLDER/ran"; echo token-of-the-command';
const tokenOf = { CONFORMANCE_ACCESS_TOKEN: 'token-of-the-variable' };
const commandOf = { CONFORMANCE_ACCESS_TOKEN_COMMAND: printing };

interface Tokens {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly file?: readonly string[];
}

test.concurrent.for<readonly [name: string, tokens: Tokens, ran: boolean]>([
  ['alone', { env: commandOf }, true],
  ['beside a token', { env: { ...tokenOf, ...commandOf } }, false],
  ['beside a token file', { env: { ...commandOf, CONFORMANCE_ACCESS_TOKEN_FILE: 'token' } }, false],
  [
    'beside a token in a file of variables',
    {
      args: ['--env-file', 'named.env'],
      file: ['CONFORMANCE_ACCESS_TOKEN=token-of-the-file', `CONFORMANCE_ACCESS_TOKEN_COMMAND='${printing}'`],
    },
    false,
  ],
])('a token command %s', async ([, { args = [], env = {}, file = [] }, ran]) => {
  const service = {
    baseUrl: `http://127.0.0.1:${nobody}`,
    entityId: 'entity-1',
    businessDataTypeId: 'bdt-1',
  };
  const cwd = folderWith({
    token: 'token-of-the-other-file',
    'named.env': file.join('\n'),
  });
  const { CONFORMANCE_ACCESS_TOKEN: _, ...others } = aimedAt(service);
  const settings = { ...others, ...env };
  const { code } = await conformance(['doctor', '--json', ...args], { cwd, env: settings });
  expect({ ran: existsSync(join(cwd, 'ran')), code }).toEqual({ ran, code: ran ? 3 : 2 });
});
