import { describe, expect, test } from 'vitest';
import { connectionCause } from '../../../src/http/failure.ts';
import { noProgress, replyCause } from '../../../src/http/reply-failure.ts';
import { tlsCause } from '../../../src/http/tls-failure.ts';

function failed(code: string, members: Readonly<Record<string, unknown>> = {}): Error {
  return Object.assign(new Error('words of Node.js'), { code, ...members });
}

const dns = { syscall: 'getaddrinfo' };
const everywhere = Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' });
test.for<[string, Error, string, RegExp]>([
  ['no such name', failed('ENOTFOUND', dns), 'dns', /host name h cannot be resolved \(ENOTFOUND\)/],
  ['no name server', failed('EAI_AGAIN', dns), 'dns', /\(EAI_AGAIN\)/],
  ['refused', failed('ECONNREFUSED', { syscall: 'connect' }), 'refused', /nothing is listening at h:1/],
  ['refused at every address', everywhere, 'refused', /nothing is listening/],
  ['reset', failed('ECONNRESET'), 'reset', /h:1 reset the connection while it was being made/],
  ['no route', failed('EHOSTUNREACH'), 'unreachable', /h:1 cannot be reached \(EHOSTUNREACH\)/],
  ['no response', failed('ETIMEDOUT'), 'unreachable', /\(ETIMEDOUT\)/],
  ['something without a code', new Error('odd'), 'unreachable', /\(Error: odd\)/],
])('why there is no connection: %s', ([, error, kind, message]) => {
  const cause = connectionCause(error, 'h:1');
  expect(cause.kind).toBe(kind);
  expect(cause.message).toMatch(message);
});

describe('why there is no TLS', () => {
  test.for<[string, RegExp]>([
    ['DEPTH_ZERO_SELF_SIGNED_CERT', /is self-signed; CONFORMANCE_CA_FILE/],
    ['SELF_SIGNED_CERT_IN_CHAIN', /authority that is not trusted/],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', /chain is not complete/],
    ['CERT_HAS_EXPIRED', /has expired/],
    ['CERT_NOT_YET_VALID', /not valid yet/],
    ['CERT_REVOKED', /was revoked/],
    ['INVALID_PURPOSE', /not one for servers/],
    ['ERR_SSL_WRONG_VERSION_NUMBER', /this port does not use TLS/],
    ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', /does not offer TLS 1\.2 or newer/],
    ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', /asks for a client certificate/],
    ['ERR_SSL_TLSV1_ALERT_UNKNOWN_CA', /does not accept the client certificate/],
    ['ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', /ended the handshake/],
    ['ERR_SOMETHING_NEW', /the handshake failed/],
  ])('%s', ([code, message]) => {
    const cause = tlsCause(failed(code), 'h:1');
    expect(cause.kind).toBe('tls');
    expect(cause.message).toMatch(message);
    expect(cause.message).toContain(`(${code})`);
  });

  test('a certificate for other hosts, however many it names', () => {
    const code = 'ERR_TLS_CERT_ALTNAME_INVALID';
    expect(tlsCause(failed(code), 'h:1').message).toMatch(/it names no host/);
    const cert = { subjectaltname: 'DNS:a.test, '.repeat(1000) };
    const { message } = tlsCause(failed(code, { cert }), 'h:1');
    expect(message).toMatch(/it names DNS:a\.test/);
    expect(message.length).toBeLessThan(400);
  });
});

test('a connection that was up and fails in TLS is said to fail in TLS', () => {
  const error = failed('ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED');
  expect(replyCause(error, noProgress, 'h:1').kind).toBe('tls');
});
