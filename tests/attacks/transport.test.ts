import { expect, test } from 'vitest';
import { run } from '../commands/targets.ts';
import { requestCount } from '../support/conforming.ts';
import { contract } from '../support/engine.ts';
import { authority } from '../unit/http/certificates.ts';
import { aimedAt } from './aimed-at.ts';
import { problemsLeftBy } from './left-behind.ts';
import { credentials, files, leaksOf, reach, type Way, withCredentials } from './ways.ts';

/**
 * The command over real TLS and through real proxies: what arrives, and what must not. What leads past a proxy is in
 * hops.test.ts, each failure of TLS and of a proxy in tests/unit/http/connect.test.ts.
 */

interface Arriving extends Way {
  readonly name: string;
  /** What the proxy must have been asked; `HOST` stands for the host and port of the service. */
  readonly asked?: readonly string[];
}

const entityPath = '/entity/0123456789abcdef0123456789abcdef';

const arriving: readonly Arriving[] = [
  { name: 'an authority of its own', tls: authority.server, env: () => files.ca },
  {
    name: 'a proxy for http:, with credentials',
    host: 'service.test',
    proxy: { credentials },
    env: ({ proxy }) => ({ http_proxy: withCredentials(proxy) }),
    asked: ['PUT http://HOST'],
  },
  {
    name: 'an authority, a client certificate and a proxy with credentials',
    host: 'service.test',
    tls: { ...authority.server, requestCert: true, rejectUnauthorized: true, ca: authority.ca },
    proxy: { credentials },
    env: ({ proxy }) => ({ ...files.ca, ...files.client, https_proxy: withCredentials(proxy) }),
    asked: ['CONNECT HOST'],
  },
  {
    name: 'a proxy that is itself of https:, by the same authority, with credentials',
    host: 'service.test',
    tls: authority.server,
    proxy: { credentials, tls: authority.server },
    env: ({ proxy }) => ({ ...files.ca, HTTPS_PROXY: withCredentials(proxy) }),
    asked: ['CONNECT HOST'],
  },
  {
    name: 'a proxy for either scheme, for http:',
    host: 'service.test',
    proxy: { credentials },
    env: ({ proxy }) => ({ ALL_PROXY: withCredentials(proxy) }),
    asked: ['PUT http://HOST'],
  },
  {
    name: 'a proxy for either scheme, for https:',
    host: 'service.test',
    tls: authority.server,
    proxy: { credentials },
    env: ({ proxy }) => ({ ...files.ca, all_proxy: withCredentials(proxy), HTTP_PROXY: proxy }),
    asked: ['CONNECT HOST'],
  },
  {
    name: 'NO_PROXY past a proxy that would refuse',
    host: '0.0.0.0',
    proxy: { credentials },
    env: ({ proxy }) => ({ HTTP_PROXY: proxy, ALL_PROXY: proxy, NO_PROXY: 'example.org, 0.0.0.0' }),
    asked: [],
  },
];

test.concurrent.each(arriving)('a service is reached with $name', async ({ asked = [], ...way }) => {
  const { ended, service, proxy, host } = await reach(way);
  expect(ended.code, ended.stdout).toBe(0);
  expect(service.calls).toHaveLength(requestCount);
  const heads = [...new Set(proxy.log.map((line) => line.replace(host, 'HOST').split(entityPath)[0] ?? ''))];
  const others = contract.operations.slice(1).map(({ method }) => method);
  expect(heads.filter((line) => !others.some((method) => line.startsWith(method)))).toEqual(asked);
  expect(service.calls.flatMap(({ headers }) => headers['proxy-authorization'] ?? [])).toEqual([]);
  expect(leaksOf(ended)).toEqual([]);
});

test('there is no switch that turns verification off', async () => {
  const { CONFORMANCE_ACCESS_TOKEN: _, ...env } = aimedAt({ baseUrl: 'https://127.0.0.1:1' });
  for (const name of ['CONFORMANCE_INSECURE', 'CONFORMANCE_TLS_VERIFY', 'CONFORMANCE_REJECT_UNAUTHORIZED']) {
    const ended = await run([], { env: { ...env, [name]: 'false' } });
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain(`${name} in the environment is not a setting`);
    expect(ended.stderr).not.toMatch(/for example: *$/m);
  }
  for (const flag of ['--insecure', '-k', '--no-verify']) {
    const ended = await run([flag], { env });
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain(`unknown option '${flag}'`);
  }
});

test.concurrent.each<
  Way & { readonly name: string; readonly kind: string; readonly sent?: true; readonly says: RegExp }
>([
  {
    name: 'a certificate that has expired, behind a proxy, with verification turned off in the environment',
    host: 'service.test',
    tls: authority.expired,
    env: ({ proxy }) => ({ ...files.ca, HTTPS_PROXY: proxy, NODE_TLS_REJECT_UNAUTHORIZED: '0' }),
    kind: 'tls',
    says: /its certificate has expired/,
  },
  {
    name: 'a proxy for http: that asks for other credentials',
    host: 'service.test',
    proxy: { credentials },
    env: ({ proxy }) => ({ HTTP_PROXY: withCredentials(proxy, 'op:other-password') }),
    kind: 'proxy',
    // The request had left before the refusal came: what became of it is unknown.
    sent: true,
    says: /the proxy 127\.0\.0\.1:\d+ asks for other credentials than those in its URL \(407\)/,
  },
])('nothing reaches a service behind $name', async ({ kind, says, sent, ...way }) => {
  const { ended, service } = await reach(way);
  expect(ended.code, ended.stdout + ended.stderr).toBe(3);
  expect(service.calls).toEqual([]);
  const stderr = ended.stderr.replace(/^\(node:\d+\) Warning:.*$/m, '');
  expect(problemsLeftBy({ ...ended, stderr })).toEqual([]);
  const { exchanges, effects } = ended.report();
  expect(exchanges.map(({ failure }) => failure?.kind)).toEqual(Array(requestCount).fill(kind));
  expect(ended.stdout.replaceAll(/\s+/g, ' ')).toMatch(says);
  expect(new Set(effects.map(({ state }) => state))).toEqual(new Set(sent === true ? ['unknown'] : []));
  expect(leaksOf(ended)).toEqual([]);
});
