import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { DoctorCheck } from '../../src/model/check.ts';
import { conformance } from '../support/cli.ts';
import { freePort } from '../support/free-port.ts';
import { authority } from '../unit/http/certificates.ts';
import { beside, folderWithCertificates, type Looked, type Surroundings } from './setup-targets.ts';
import { aimedAt } from './targets.ts';

/** `doctor` names what keeps a run from reaching a service, says how to fix it, and asks the service nothing. */

interface Diagnosis {
  readonly code: number | null;
  readonly checks: readonly DoctorCheck[];
  readonly looked: Looked;
}

interface Case extends Surroundings {
  readonly name: string;
  readonly env?: (looked: Looked) => Readonly<Record<string, string>>;
  readonly code: number;
  /** Check that has to be found, with its standing and words. */
  readonly id: string;
  readonly standing: DoctorCheck['standing'];
  readonly detail: RegExp;
  readonly remedy?: RegExp;
  /** Files in the folder besides certificates. */
  readonly files?: Readonly<Record<string, string>>;
  /** What the proxy was asked. */
  readonly asked?: (looked: Looked) => readonly string[];
}

async function diagnose({ env = () => ({}), files = {}, ...around }: Omit<Case, 'code'>): Promise<Diagnosis> {
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
    return { code, checks, looked };
  });
}

const ca = { CONFORMANCE_CA_FILE: 'authority.pem' };
const client = { CONFORMANCE_CLIENT_CERT_FILE: 'client.pem', CONFORMANCE_CLIENT_KEY_FILE: 'client.key' };
const wantsClient = { ...authority.server, requestCert: true, rejectUnauthorized: true, ca: authority.ca };
const credentials = 'user:secret-pass-1';

const withPassword = (url: string) => url.replace('://', `://${credentials}@`);

const withCredentials = ({ proxy }: Looked) => withPassword(proxy.url);

const nobody = await freePort();

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
    name: 'http: to a port that speaks TLS',
    tls: authority.server,
    env: ({ baseUrl }) => ({ CONFORMANCE_BASE_URL: baseUrl.replace('https:', 'http:') }),
    code: 2,
    id: 'scheme',
    standing: 'fail',
    detail: /^127\.0\.0\.1:\d+ speaks TLS, and CONFORMANCE_BASE_URL begins with http:/,
    remedy: /^set CONFORMANCE_BASE_URL=https:\/\/127\.0\.0\.1:\d+$/,
  },
  {
    name: 'a rule that cannot be used',
    env: () => ({ CONFORMANCE_AUTOMATION_RULE_ID: 'rule-1,,rule-2' }),
    code: 2,
    id: 'rule',
    standing: 'skipped',
    detail: /^not checked: first fix its setting$/,
  },
  {
    name: 'an entity id that the form of the document excludes',
    env: () => ({ CONFORMANCE_ENTITY_ID: '01234567-89ab-cdef-0123-456789abcdef' }),
    code: 0,
    id: 'id-form',
    standing: 'warn',
    detail:
      /^CONFORMANCE_ENTITY_ID is 0123\S+, but the document says: data\.entityId is exactly 32 lower-case/,
    remedy: /^set CONFORMANCE_ENTITY_ID/,
  },
  {
    name: 'a rule id that the form of the document excludes, beside one that has it',
    env: () => ({ CONFORMANCE_AUTOMATION_RULE_ID: `${'a'.repeat(32)},A-RULE` }),
    code: 0,
    id: 'id-form',
    standing: 'warn',
    detail: /^CONFORMANCE_AUTOMATION_RULE_ID is A-RULE, but the document says/,
  },
  {
    name: 'a body with a time zone that no response may have',
    env: () => ({ CONFORMANCE_TRANSFORMER_FILE: 'body.json' }),
    files: { 'body.json': '{"businessDataTypeId": "bdt-1", "action": {"timezone": "Mars/Olympus"}}' },
    code: 0,
    id: 'sent-value',
    standing: 'warn',
    detail: /^action\.timezone in CONFORMANCE_TRANSFORMER_FILE is "Mars\/Olympus", but the document says/,
    remedy: /^correct it in the file that CONFORMANCE_TRANSFORMER_FILE names/,
  },
  {
    name: 'nobody listens',
    env: () => ({ CONFORMANCE_BASE_URL: `http://127.0.0.1:${nobody}` }),
    code: 3,
    id: 'connection',
    standing: 'fail',
    detail: /nothing is listening at 127\.0\.0\.1:\d+: the connection was refused/,
    remedy: /check the port/,
  },
  {
    name: 'an unknown authority, which is named',
    tls: authority.server,
    code: 3,
    id: 'tls',
    standing: 'fail',
    detail: /from an authority that is not trusted.*issued by CN=test authority/,
    remedy: /CONFORMANCE_CA_FILE to a PEM file with the certificate of that authority/,
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
    elsewhere: true,
    tls: authority.server,
    proxy: { credentials },
    env: (looked) => ({ ...ca, HTTPS_PROXY: withCredentials(looked) }),
    code: 0,
    id: 'proxy',
    standing: 'pass',
    detail: /opens a connection to the service/,
    asked: ({ host }) => [`CONNECT ${host}`],
  },
  {
    name: 'a proxy that is not there',
    elsewhere: true,
    tls: authority.server,
    env: () => ({ ...ca, HTTPS_PROXY: `http://127.0.0.1:${nobody}` }),
    code: 3,
    id: 'proxy',
    standing: 'fail',
    detail: /the proxy cannot be used: nothing is listening/,
    remedy: /NO_PROXY/,
  },
  {
    name: 'a proxy for http: is reached, and asked nothing',
    elsewhere: true,
    env: ({ proxy }) => ({ HTTP_PROXY: proxy.url }),
    code: 0,
    id: 'proxy',
    standing: 'pass',
    detail: /only the first request will show/,
    asked: () => [],
  },
  {
    name: 'a proxy that is named for a service on loopback',
    env: ({ proxy }) => ({ http_proxy: proxy.url, ALL_PROXY: withPassword('socks5://127.0.0.1:1') }),
    code: 0,
    id: 'proxy',
    standing: 'pass',
    detail: /^the proxy in HTTP_PROXY is not used: 127\.0\.0\.1 is this machine/,
    asked: () => [],
  },
  {
    name: 'a proxy past which NO_PROXY goes',
    tls: authority.server,
    elsewhere: true,
    env: ({ proxy }) => ({ ...ca, ALL_PROXY: proxy.url, NO_PROXY: '.test' }),
    code: 3,
    id: 'proxy',
    standing: 'pass',
    detail: /^the proxy in ALL_PROXY is not used: NO_PROXY names service\.test$/,
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
