import { describe, expect, test } from 'vitest';
import { ways } from '../cases/ways.ts';
import { lineOf, put } from '../support/clients.ts';
import { runAgainst, targetSettings } from '../support/run-target.ts';
import { between, neverShown } from './ends.ts';

/** How far each way leads a client, and a run. */

const lines = new Map<string, string>();

describe('a request', () => {
  test.for(Object.entries(ways))('%s', async ([name, way]) =>
    between(way, async ({ baseUrl, host, service, proxy, plain }) => {
      const { ca, client, proxies = () => ({}), timeoutMs = 60_000, arrives = false } = way;
      const pair = client && { cert: client.client.cert, key: client.client.key };
      const settings = { timeoutMs, tls: { ...(ca && { ca: ca.ca }), ...pair }, proxy: proxies(proxy.url) };
      const exchange = await put(baseUrl, settings);
      const { request, response, failure, timings } = exchange;
      expect(service.requests).toHaveLength(arrives ? 1 : 0);
      expect(response !== undefined && timings.connectMs !== null).toBe(arrives);
      expect(request.url.startsWith(`${baseUrl}/api`)).toBe(true);
      for (const text of service.requests) {
        expect(text).not.toMatch(/^proxy-authorization/im);
        expect(text).toMatch(new RegExp(`^PUT /api/\\S+ HTTP/1.1\\r\\nhost: ${host}\\r\\n`, 'i'));
      }
      for (const secret of neverShown) expect(JSON.stringify(exchange)).not.toContain(secret);
      const asked = proxy.log.length === 0 ? '' : `; the proxy: ${proxy.log.join()}`;
      lines.set(name, way.varies ? 'no response' : plain(lineOf(exchange) + asked));

      const before = service.requests.length;
      const { report } = await runAgainst(
        targetSettings(baseUrl, {
          ...{ timeoutMs, serial: true, ca: ca?.ca ?? null, proxies: settings.proxy },
          clientCertificate: pair ?? null,
        }),
      );
      expect(report.summary.exitCode).toBe(arrives ? 0 : 3);
      expect(service.requests.length - before).toBe(arrives ? report.exchanges.length : 0);
      const kinds = new Set(report.exchanges.map((one) => one.failure?.kind));
      if (way.varies !== true) expect(kinds).toEqual(new Set([failure?.kind]));
      for (const secret of neverShown) expect(JSON.stringify(report)).not.toContain(secret);
      const isUnknown = report.effects.some(({ state }) => state === 'unknown');
      if (way.varies !== true) expect(isUnknown).toBe(failure?.sent === true);
    }),
  );

  test('each in a line', async () => {
    const text = Object.keys(ways).map((name) => `${name}: ${lines.get(name)}\n`);
    await expect(text.join('')).toMatchFileSnapshot('../cases/golden/http/ways.txt');
  });
});
