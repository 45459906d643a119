import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { connectionChecks } from '../../../src/doctor/connection.ts';
import { nodeCheck, secretFilesCheck, tokenCheck } from '../../../src/doctor/local-checks.ts';
import type { Cause } from '../../../src/http/failure.ts';
import { tlsCause } from '../../../src/http/tls-failure.ts';
import { type DoctorCheck, standingOf } from '../../../src/model/check.ts';
import { temporaryFolder } from '../../support/cli.ts';
import { contract } from '../../support/engine.ts';
import { inspectSettings } from '../../support/subject.ts';

const day = 86_400_000;
const now = Date.UTC(2026, 5, 15);

const certificate = {
  subject: 'CN=staging',
  issuer: 'CN=authority',
  names: 'DNS:staging.example.com',
  notBefore: now - 10 * day,
  notAfter: now + 100 * day,
};

describe('Node.js', () => {
  const range = '^20.19.0 || >=22.12.0';
  test.each(['20.19.0', '20.20.2', '22.12.0', '22.13.1', '24.0.0', '26.1.0'])('%s will do', (version) =>
    expect(nodeCheck(version, range).standing).toBe('pass'),
  );
  test.each(['18.20.4', '20.18.9', '21.7.3', '22.11.0'])('%s will not', (version) =>
    expect(nodeCheck(version, range)).toMatchObject({ standing: 'fail', remedy: 'install Node.js 24' }),
  );
});

describe('the token', () => {
  const known = { given: new Map(), values: {} };
  const jwt = (claims: object) =>
    ['{"alg":"none"}', JSON.stringify(claims), 'signed']
      .map((part) => Buffer.from(part).toString('base64url'))
      .join('.');
  const told = (printed: string) => tokenCheck(known, { problem: null, printed, now });
  test.each([
    [{ exp: now / 1000 - 60 }, 'fail', /it expired at 2026-06-14T23:59:00Z \(its claim exp\)/],
    [{ exp: now / 1000 + 90 }, 'warn', /it expires at 2026-06-15T00:01:30Z, in less than 5 minutes/],
    [{ exp: now / 1000 + 3600 }, 'pass', /it expires at 2026-06-15T01:00:00Z \(its claim exp\)/],
  ])('a JSON Web Token says when it expires: %j', (claims, standing, detail) =>
    expect(told(jwt(claims))).toMatchObject({ standing, detail: expect.stringMatching(detail) }),
  );
  test.each(['opaque-token', 'a.b.c', jwt({}), jwt({ exp: 'soon' }), jwt({ exp: 1e300 }), jwt({ exp: -1 })])(
    'any other says nothing: %s',
    (token) => expect(told(token).detail).not.toMatch(/expire/),
  );
});

describe('the certificate', () => {
  const told = (notAfter: number) =>
    connectionChecks({ steps: [], certificate: { ...certificate, notAfter } }, true, now)[0];
  test('one that ends soon is told of', () => {
    expect(told(now + 15 * day)?.standing).toBe('pass');
    expect(told(now + 3.5 * day)).toMatchObject({
      standing: 'warn',
      detail: expect.stringContaining('3 days left'),
    });
  });
});

describe('what to do', () => {
  const remedyOf = (cause: Cause) => {
    const step = { step: 'tls', peer: 'h:443', found: '', cause } as const;
    return connectionChecks({ steps: [step], certificate: null }, true, now)[0]?.remedy;
  };
  const failed = (code: string, cert = {}) => tlsCause(Object.assign(new Error(), { code, cert }), 'h:443');

  test.each<[string, Cause, RegExp]>([
    ['an expired certificate', failed('CERT_HAS_EXPIRED'), /renewed; .*clock/],
    ['one that is not valid yet', failed('CERT_NOT_YET_VALID'), /^check the clock/],
    ['a self-signed one', failed('DEPTH_ZERO_SELF_SIGNED_CERT'), /CONFORMANCE_CA_FILE to a PEM file with it/],
    ['an unknown authority', failed('SELF_SIGNED_CERT_IN_CHAIN'), /certificate of that authority/],
    ['no TLS', failed('ERR_SSL_WRONG_VERSION_NUMBER'), /port and the scheme/],
    ['no client certificate', failed('ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED'), /CLIENT_CERT_FILE/],
    ['anything else', failed('CERT_REVOKED'), /^ask the operators/],
    ['no such name', { kind: 'dns', message: '' }, /host in CONFORMANCE_BASE_URL/],
    ['a proxy that refuses', { kind: 'proxy', message: '' }, /NO_PROXY/],
    ['other credentials', { kind: 'proxy', reason: 'proxy-credentials', message: '' }, /user and password/],
  ])('about %s', (_, cause, remedy) => expect(remedyOf(cause)).toMatch(remedy));

  test('is not for the names in a certificate to say', () => {
    const cert = { subjectaltname: 'DNS:self-signed (407) CERT_HAS_EXPIRED' };
    expect(remedyOf(failed('ERR_TLS_CERT_ALTNAME_INVALID', cert))).toContain(
      'set CONFORMANCE_BASE_URL to a host of the certificate',
    );
  });
});

describe('files with secrets', () => {
  test.skipIf(process.platform === 'win32')('one that others may read is a warning', async () => {
    const cwd = temporaryFolder();
    const path = join(cwd, 'token');
    writeFileSync(path, 'token-0123456789', { mode: 0o600 });
    const environment = { CONFORMANCE_ACCESS_TOKEN_FILE: 'token' };
    const inspection = await inspectSettings({ contract, flags: {}, environment, cwd, reporters: [] });
    expect(secretFilesCheck(inspection, cwd, contract)).toMatchObject({
      standing: 'pass',
      detail: `only you may read ${path}`,
    });
    chmodSync(path, 0o640);
    expect(secretFilesCheck(inspection, cwd, contract)).toMatchObject({
      standing: 'warn',
      remedy: `chmod 600 ${path}`,
    });
  });

  test.each(['none', 'file/below'])('one that cannot be looked at is no fault of ours: %s', async (name) => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'file'), '', { mode: 0o644 });
    const environment = { CONFORMANCE_ACCESS_TOKEN_FILE: name };
    const inspection = await inspectSettings({ contract, flags: {}, environment, cwd, reporters: [] });
    expect(secretFilesCheck(inspection, cwd, contract)).toMatchObject({ standing: 'pass' });
  });
});

test('what has to be fixed here goes before what is out of reach', () => {
  const check = (standing: DoctorCheck['standing'], area: DoctorCheck['area']): DoctorCheck => ({
    id: 'x',
    title: 'x',
    detail: '',
    standing,
    area,
  });
  const warned = check('warn', 'configuration');
  const far = check('fail', 'connection');
  expect(standingOf([warned])).toBe('well');
  expect(standingOf([warned, far])).toBe('connection');
  expect(standingOf([far, check('fail', 'configuration')])).toBe('configuration');
});
