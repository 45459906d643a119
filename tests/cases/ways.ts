import type { TlsOptions } from 'node:tls';
import { authority, hostile, stranger } from '../support/certificates.ts';
import type { ProxyOptions } from '../support/proxy.ts';
import type { ClientSettings } from '../support/subject.ts';

/** Ways over real TLS and through real proxies to a service on loopback; golden/http has how far each leads. */

/** Characters that a URL has to encode, so that both spellings can be looked for. */
export const credentials = 'op user:p@ss/w0rd+1';
const inUrl = 'op%20user:p%40ss%2Fw0rd%2B1';
export const withCredentials = (url: string, given = inUrl) => url.replace('//', `//${given}@`);

export interface Way {
  /** What listens; a conforming service of http: without it. */
  readonly service?: TlsOptions | 'plain' | 'closes' | 'silent' | 'nobody';
  /** That of what listens without it. */
  readonly scheme?: 'http' | 'https';
  /** Only the proxy knows service.test. 0.0.0.0 is not on loopback, and leads here. */
  readonly host?: string;
  readonly ca?: typeof authority;
  readonly client?: typeof authority;
  /** What proxy there is. */
  readonly proxy?: ProxyOptions;
  /** The settings that name one, given the URL of the test's own. */
  readonly proxies?: (url: string) => ClientSettings['proxy'];
  /** Whether the request reaches the service. */
  readonly arrives?: true;
  readonly timeoutMs?: number;
  /** Whether its failure is another one from time to time. */
  readonly varies?: true;
}

const secure = authority.server;
const ca = authority;
const away = { host: 'service.test' };
const asks = { ...secure, requestCert: true, rejectUnauthorized: true, ca: authority.ca };
const asks12 = { ...asks, maxVersion: 'TLSv1.2' as const };
const says = (text: string): ProxyOptions => ({
  onConnect: (socket) => void socket.end(Buffer.from(text, 'latin1')),
});
const https = (url: string) => ({ httpsProxy: url });
const httpsKnown = (url: string) => ({ httpsProxy: withCredentials(url) });
const httpKnown = (url: string) => ({ httpProxy: withCredentials(url) });
const tunnel: Way = { ...away, service: secure, ca, proxies: https };

const direct: Readonly<Record<string, Way>> = {
  'http:': { arrives: true },
  'an authority that is named': { service: secure, ca, arrives: true },
  'the same, by name': { service: secure, ca, host: 'localhost', arrives: true },
  'a name below localhost': { host: 'any.name.localhost', arrives: true },
  'an authority that nobody named': { service: secure },
  'another authority': { service: secure, ca: stranger },
  'a certificate that has expired': { service: authority.expired, ca },
  'a certificate for another host': { service: authority.elsewhere, ca },
  'a certificate that signs itself': { service: authority.selfSigned },
  'a certificate that acts, were it printed': { service: hostile },
  'a client certificate that is asked for': { service: asks, ca, client: authority, arrives: true },
  'the same in TLS 1.2': { service: asks12, ca, client: authority, arrives: true },
  'no client certificate where one is asked for': { service: asks, ca },
  'the same without one in TLS 1.2': { service: asks12, ca },
  'a client certificate of a stranger': { service: asks, ca, client: stranger, varies: true },
  'HTTP/2 alone': { service: { ...secure, ALPNProtocols: ['h2'] }, ca },
  'TLS of long ago': {
    service: { ...secure, maxVersion: 'TLSv1.1', minVersion: 'TLSv1', ciphers: 'ALL:@SECLEVEL=0' },
    ca,
  },
  'https: to a port of http:': { service: 'plain', scheme: 'https' },
  'https: to a port that closes': { service: 'closes', scheme: 'https' },
  'https: to a port that is silent': { service: 'silent', scheme: 'https', timeoutMs: 1_500 },
  'http: to a port of https:': { service: secure, scheme: 'http', varies: true },
  'nobody listens': { service: 'nobody' },
  // A label of 64 characters is refused by the resolver of this machine, without a query.
  'no such name': { host: `${'a'.repeat(64)}.invalid` },
};

const proxied: Readonly<Record<string, Way>> = {
  'a tunnel': { ...tunnel, arrives: true },
  'a tunnel, with credentials': { ...tunnel, proxy: { credentials }, proxies: httpsKnown, arrives: true },
  'a tunnel, and an authority that nobody named': { ...away, service: secure, proxies: https },
  'a tunnel, and a client certificate': { ...tunnel, service: asks, client: authority, arrives: true },
  'a proxy of https:': { ...tunnel, proxy: { tls: secure, credentials }, proxies: httpsKnown, arrives: true },
  'a proxy of https: that is not trusted': {
    ...away,
    service: secure,
    proxy: { tls: secure },
    proxies: https,
  },
  'a proxy that asks for a client certificate': { ...tunnel, proxy: { tls: asks }, client: authority },
  'a proxy for http:': { ...away, proxies: (httpProxy) => ({ httpProxy }), arrives: true },
  'a proxy for http:, with credentials': {
    ...away,
    proxy: { credentials },
    proxies: httpKnown,
    arrives: true,
  },
  'a proxy for every scheme, for http:': {
    ...{ ...away, proxy: { credentials }, arrives: true },
    proxies: (url) => ({ allProxy: withCredentials(url), httpsProxy: url }),
  },
  'a proxy for every scheme, for https:': {
    ...{ ...tunnel, proxy: { credentials }, arrives: true },
    proxies: (url) => ({ allProxy: withCredentials(url), httpProxy: url }),
  },
  'a proxy past which NO_PROXY goes': {
    ...{ host: '0.0.0.0', proxy: { credentials }, arrives: true },
    proxies: (url) => ({ httpProxy: url, allProxy: url, noProxy: 'example.org, 0.0.0.0' }),
  },
  'a proxy that is named for loopback': {
    proxies: (url) => ({ httpProxy: url, allProxy: withCredentials('socks5://127.0.0.1:1') }),
    arrives: true,
  },
  'a tunnel, without credentials': { ...tunnel, proxy: { credentials } },
  'a tunnel, with other credentials': {
    ...{ ...tunnel, proxy: { credentials: 'some:other' } },
    proxies: httpsKnown,
  },
  'a proxy for http:, with other credentials': {
    ...{ ...away, proxy: { credentials: 'some:other' } },
    proxies: httpKnown,
  },
  'a proxy that refuses the target': { ...tunnel, proxy: says('HTTP/1.1 403 Not that one\r\n\r\n') },
  'a proxy that breaks off': { ...tunnel, proxy: says('') },
  'a proxy that is none': { ...tunnel, proxy: says('hello\r\n\r\n') },
  'a proxy that is silent': { ...tunnel, proxy: { onConnect: () => undefined }, timeoutMs: 1_500 },
  'a proxy that nobody runs': { ...away, proxies: () => ({ httpProxy: 'http://127.0.0.1:1' }) },
  'a proxy of SOCKS': { ...away, proxies: () => ({ allProxy: withCredentials('socks5h://127.0.0.1:1') }) },
};

const secret = Buffer.from(credentials);
const phrases = {
  'escape sequences': '\u001b[31mred\u001b]0;owned\u0007 \u009b2J',
  'a command of a build service': '::error::owned ##[error]owned ##vso[task.x]y',
  'the credentials in Base64': `no ${secret.toString('base64')}`,
  'the credentials': `no ${credentials}`,
  'the password, encoded twice': `no ${encodeURIComponent('p@ss/w0rd+1')} ${secret.toString('hex')}`,
} as const;

export const ways: Readonly<Record<string, Way>> = {
  ...direct,
  ...proxied,
  ...Object.fromEntries(
    Object.entries(phrases).map(([name, phrase]): [string, Way] => [
      `a proxy that refuses with ${name}`,
      { ...tunnel, proxy: says(`HTTP/1.1 502 ${phrase}\r\n\r\n`), proxies: httpsKnown },
    ]),
  ),
};
