import { createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { requestCount } from '../support/conforming.ts';
import { authority, stranger } from '../unit/http/certificates.ts';
import { problemsLeftBy } from './left-behind.ts';
import { credentials, files, leaksOf, reach, type Way, withCredentials } from './ways.ts';

/** The command over real TLS and through real proxies: what must not arrive, and how that is told. */

interface Refused extends Way {
  readonly name: string;
  /** The kind of failure of every exchange. */
  readonly kind: string;
  readonly says: RegExp;
  /** The request had left before the refusal came: what became of it is unknown. */
  readonly sent?: true;
}

const wrongProxy = { proxy: { credentials } } as const;

const refused: readonly Refused[] = [
  {
    name: 'an authority that nobody named',
    tls: authority.server,
    kind: 'tls',
    says: /no secure connection to 127\.0\.0\.1:\d+: its certificate comes from an authority that is not trusted.*CONFORMANCE_CA_FILE/,
  },
  {
    name: 'another authority than the one named',
    tls: stranger.server,
    env: () => files.ca,
    kind: 'tls',
    says: /authority that is not trusted/,
  },
  {
    name: 'a certificate that has expired',
    tls: authority.expired,
    env: () => files.ca,
    kind: 'tls',
    says: /its certificate has expired \(CERT_HAS_EXPIRED\)/,
  },
  {
    name: 'a certificate for another host',
    tls: authority.elsewhere,
    host: 'localhost',
    env: () => files.ca,
    kind: 'tls',
    says: /no secure connection to localhost:\d+: its certificate is for another host; it names DNS:elsewhere\.test/,
  },
  {
    name: 'a certificate that signs itself',
    tls: authority.selfSigned,
    kind: 'tls',
    says: /its certificate is self-signed; CONFORMANCE_CA_FILE/,
  },
  {
    name: 'a certificate that signs itself, with verification turned off in the environment',
    tls: authority.selfSigned,
    env: () => ({ NODE_TLS_REJECT_UNAUTHORIZED: '0' }),
    kind: 'tls',
    says: /its certificate is self-signed; CONFORMANCE_CA_FILE/,
  },
  {
    name: 'a certificate that has expired, behind a proxy',
    host: 'service.test',
    tls: authority.expired,
    env: ({ proxy }) => ({ ...files.ca, HTTPS_PROXY: proxy, NODE_TLS_REJECT_UNAUTHORIZED: '0' }),
    kind: 'tls',
    says: /its certificate has expired/,
  },
  {
    name: 'no client certificate where one is asked for',
    tls: { ...authority.server, requestCert: true, rejectUnauthorized: true, ca: authority.ca },
    env: () => files.ca,
    kind: 'tls',
    says: /CONFORMANCE_CLIENT_CERT_FILE/,
    // With TLS 1.3 the service looks at the client's certificate only after the client has begun to send.
    sent: true,
  },
  {
    name: 'a proxy of https: that nobody vouches for',
    host: 'service.test',
    tls: authority.server,
    proxy: { tls: stranger.server },
    env: ({ proxy }) => ({ ...files.ca, HTTPS_PROXY: proxy }),
    kind: 'proxy',
    says: /the proxy cannot be used: no secure connection to 127\.0\.0\.1:\d+: its certificate comes from an authority/,
  },
  {
    name: 'a proxy for https: that asks for other credentials (407)',
    host: 'service.test',
    tls: authority.server,
    ...wrongProxy,
    env: ({ proxy }) => ({ ...files.ca, HTTPS_PROXY: withCredentials(proxy, 'op:other-password') }),
    kind: 'proxy',
    says: /the proxy 127\.0\.0\.1:\d+ asks for other credentials than those in its URL \(407\)/,
  },
  {
    name: 'a proxy for http: that asks for other credentials (407)',
    host: 'service.test',
    ...wrongProxy,
    env: ({ proxy }) => ({ HTTP_PROXY: withCredentials(proxy, 'op:other-password') }),
    kind: 'proxy',
    sent: true,
    says: /the proxy 127\.0\.0\.1:\d+ asks for other credentials than those in its URL \(407\)/,
  },
  {
    name: 'a proxy that forbids the way (403)',
    host: 'service.test',
    tls: authority.server,
    proxy: { onConnect: (socket) => void socket.end('HTTP/1.1 403 Not that one\r\n\r\n') },
    env: ({ proxy }) => ({ ...files.ca, HTTPS_PROXY: withCredentials(proxy) }),
    kind: 'proxy',
    says: /the proxy 127\.0\.0\.1:\d+ does not open a connection to service\.test:\d+: it responded with 403 Not that one/,
  },
  {
    name: 'a proxy that breaks off',
    host: 'service.test',
    tls: authority.server,
    proxy: { onConnect: (socket) => void socket.destroy() },
    env: ({ proxy }) => ({ ...files.ca, HTTPS_PROXY: withCredentials(proxy) }),
    kind: 'proxy',
    says: /the proxy 127\.0\.0\.1:\d+ broke off/,
  },
  {
    name: 'a proxy that never responds',
    host: 'service.test',
    tls: authority.server,
    proxy: { onConnect: () => undefined },
    env: ({ proxy }) => ({ ...files.ca, HTTPS_PROXY: withCredentials(proxy) }),
    args: ['--timeout-ms', '400'],
    kind: 'timeout',
    says: /no connection within 400 ms; it was still waiting for the proxy 127\.0\.0\.1:\d+ to open a connection to/,
  },
];

describe.concurrent('nothing reaches a service behind', () => {
  test.each(refused)('$name', async ({ kind, says, sent, ...way }) => {
    const { ended, service } = await reach(way);
    expect(ended.code, ended.stdout + ended.stderr).toBe(3);
    expect(service.calls).toEqual([]);
    expect(
      problemsLeftBy({ ...ended, stderr: ended.stderr.replace(/^\(node:\d+\) Warning:.*$/m, '') }),
    ).toEqual([]);
    const { exchanges, effects, summary } = ended.report();
    expect(exchanges.map(({ failure }) => failure?.kind)).toEqual(Array(requestCount).fill(kind));
    expect(summary.reasons[0]).toMatch(says);
    expect(ended.stdout.replaceAll(/\s+/g, ' ')).toMatch(says);
    expect(ended.stdout.trimEnd().split('\n').at(-1)).toMatch(/nothing was checked$/);
    expect(new Set(effects.map(({ state }) => state))).toEqual(new Set(sent === true ? ['unknown'] : []));
    expect(leaksOf(ended)).toEqual([]);
  });

  test('a proxy that nobody runs', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as { readonly port: number };
    await new Promise((resolve) => server.close(resolve));
    const { ended, service } = await reach({
      host: 'service.test',
      env: () => ({ HTTP_PROXY: withCredentials(`http://127.0.0.1:${port}`) }),
    });
    expect(ended.code).toBe(3);
    expect(service.calls).toEqual([]);
    expect(ended.report().summary.reasons[0]).toMatch(
      /the proxy cannot be used: nothing is listening at 127\.0\.0\.1:\d+: the connection was refused/,
    );
    expect(leaksOf(ended)).toEqual([]);
  });
});
