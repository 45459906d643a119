import { describe, expect, test } from 'vitest';
import { credentials, type Way, ways } from '../cases/ways.ts';
import { conformance, folderWith } from '../support/cli.ts';
import { lineOf, put } from '../support/clients.ts';
import { entityId } from '../support/conforming.ts';
import { freePort } from '../support/free-port.ts';
import { startProxy, type TestProxy } from '../support/proxy.ts';
import { brokenTo, type RawService, startRaw } from '../support/raw-service.ts';
import { runAgainst, targetSettings, usualEnvironment } from '../support/run-target.ts';
import { goodToken } from '../support/service.ts';

/** How far each way leads a client and a run, and what `doctor` says of it without a request; it prints nothing that acts. */

/** What a terminal acts on or hides, and what a build service takes for a command: it may be printed by no text. */
const acting = /[^\P{Cc}\n]|[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|^[ \t]*::|##\w*\[/mu;

/** The two ends of a way, and what lies between them. */
interface Ends {
  readonly baseUrl: string;
  /** host:port of the base URL. */
  readonly host: string;
  readonly service: RawService;
  readonly proxy: TestProxy;
  /** Texts without what differs from run to run, and with nothing that acts. */
  readonly plain: (text: string) => string;
}

async function between<T>(way: Way, task: (ends: Ends) => Promise<T>): Promise<T> {
  const { service: listens = 'http', host: name = '127.0.0.1' } = way;
  const tls = typeof listens === 'string' ? undefined : listens;
  const atOnce = { closes: '', plain: 'HTTP/1.1 400 Bad Request\r\n\r\n' }[`${listens}`];
  const answer = listens === 'silent' ? ({ ends: 'open' } as const) : brokenTo('nobody', {});
  await using service = await startRaw(answer, tls, atOnce);
  await using proxy = await startProxy(way.proxy);
  const port = listens === 'nobody' ? await freePort() : service.port;
  const scheme = way.scheme ?? (tls === undefined ? 'http' : 'https');
  const host = `${name}:${port}`;
  const plain = (text: string) =>
    text
      .replaceAll(`:${port}`, ':PORT')
      .replaceAll(new URL(proxy.url).host, 'PROXY')
      .replaceAll(/\([0-9A-F]{8,}:error:[^)]*\)/g, '(of OpenSSL)')
      .replaceAll(/\d{4}-\d\d-\d\d/g, 'DATE')
      .replaceAll(/\p{C}/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
  return await task({ baseUrl: `${scheme}://${host}`, host, service, proxy, plain });
}

/** What no output may hold: the token, and the proxy's password in any spelling. */
const neverShown: readonly string[] = [
  goodToken,
  'p@ss/w0rd+1',
  'p%40ss%2Fw0rd%2B1',
  Buffer.from(credentials).toString('base64'),
  Buffer.from(credentials).toString('hex'),
];

describe('a request', () => {
  const lines = new Map<string, string>();
  test.concurrent.for(Object.entries(ways))('%s', async ([name, way], { expect: expected }) =>
    between(way, async ({ baseUrl, host, service, proxy, plain }) => {
      const { ca, client, proxies = () => ({}), timeoutMs = 60_000, arrives = false } = way;
      const pair = client && { cert: client.client.cert, key: client.client.key };
      const settings = { timeoutMs, tls: { ...(ca && { ca: ca.ca }), ...pair }, proxy: proxies(proxy.url) };
      const exchange = await put(baseUrl, settings);
      const { request, response, failure, timings } = exchange;
      expected(service.requests).toHaveLength(arrives ? 1 : 0);
      expected(response !== undefined && timings.connectMs !== null).toBe(arrives);
      expected(request.url.startsWith(`${baseUrl}/api`)).toBe(true);
      for (const text of service.requests) {
        expected(text).not.toMatch(/^proxy-authorization/im);
        expected(text).toMatch(new RegExp(`^PUT /api/\\S+ HTTP/1.1\\r\\nhost: ${host}\\r\\n`, 'i'));
      }
      for (const secret of neverShown) expected(JSON.stringify(exchange)).not.toContain(secret);
      const asked = proxy.log.length === 0 ? '' : `; the proxy: ${proxy.log.join()}`;
      lines.set(name, way.varies ? 'no response' : plain(lineOf(exchange) + asked));

      const before = service.requests.length;
      const { report } = await runAgainst(
        targetSettings(baseUrl, {
          ...{ timeoutMs, serial: true, ca: ca?.ca ?? null, proxies: settings.proxy },
          clientCertificate: pair ?? null,
        }),
      );
      expected(report.summary.exitCode).toBe(arrives ? 0 : 3);
      expected(service.requests.length - before).toBe(arrives ? report.exchanges.length : 0);
      const kinds = new Set(report.exchanges.map((one) => one.failure?.kind));
      if (way.varies !== true) expected(kinds).toEqual(new Set([failure?.kind]));
      for (const secret of neverShown) expected(JSON.stringify(report)).not.toContain(secret);
      const isUnknown = report.effects.some(({ state }) => state === 'unknown');
      if (way.varies !== true) expected(isUnknown).toBe(failure?.sent === true);
    }),
  );

  test('each in a line', async () => {
    const text = Object.keys(ways).map((name) => `${name}: ${lines.get(name)}\n`);
    await expect(text.join('')).toMatchFileSnapshot('../cases/golden/http/ways.txt');
  });
});

interface Check {
  readonly id: string;
  readonly standing: string;
  readonly detail: string;
  readonly remedy?: string;
}

const onTheWay = /^(?:scheme|name|connection|proxy|tls|certificate)$/;
const variables = {
  httpProxy: 'HTTP_PROXY',
  httpsProxy: 'HTTPS_PROXY',
  allProxy: 'ALL_PROXY',
  noProxy: 'NO_PROXY',
};

function surroundings(
  { ca, client, proxies = () => ({}), timeoutMs = 60_000 }: Way,
  { baseUrl, host, proxy }: Ends,
) {
  const given = Object.entries(proxies(proxy.url)).map(([key, value]) => [
    variables[key as keyof typeof variables],
    `${value}`,
  ]);
  const cwd = folderWith({
    'authority.pem': ca?.ca ?? '',
    'client.pem': client?.client.cert ?? '',
    'client.key': client?.client.key ?? '',
  });
  const env: Record<string, string> = {
    CONFORMANCE_BASE_URL: baseUrl,
    CONFORMANCE_ENTITY_ID: entityId,
    CONFORMANCE_TIMEOUT_MS: `${timeoutMs}`,
    ...usualEnvironment,
    ...(/^(?:service\.test|0\.0\.0\.0|a{64})/.test(host) && {
      CONFORMANCE_ALLOW_WRITES_TO: host,
      CONFORMANCE_ALLOW_HTTP: 'true',
    }),
    ...(ca && { CONFORMANCE_CA_FILE: 'authority.pem' }),
    ...(client && { CONFORMANCE_CLIENT_CERT_FILE: 'client.pem', CONFORMANCE_CLIENT_KEY_FILE: 'client.key' }),
    ...Object.fromEntries(given),
  };
  return { cwd, env };
}

/** JSON is read back, as escapes hide nothing from a reader. */
const unescaped = (text: string) =>
  text
    .replaceAll(/\s+/g, '')
    .replaceAll(/\\u([0-9a-f]{4})/g, (_, unit: string) => String.fromCharCode(Number.parseInt(unit, 16)));

const acts = /acts|refuses with/;

describe('doctor', () => {
  const lines = new Map<string, readonly string[]>();
  test.concurrent.for(Object.entries(ways))('%s', async ([name, way]) =>
    between(way, async (ends) => {
      const { cwd, env } = surroundings(way, ends);
      const withToken = { ...env, CONFORMANCE_ACCESS_TOKEN: goodToken };
      const said = [await conformance(['doctor', '--json'], { cwd, env: withToken })];
      const { checks, exitCode } = JSON.parse(said[0]?.stdout ?? '') as { checks: Check[]; exitCode: number };
      expect(exitCode).toBe(said[0]?.code);
      if (acts.test(name)) {
        said.push(await conformance(['doctor'], { cwd, env: withToken }));
        said.push(await conformance(['init', '--yes'], { cwd, env }));
        expect(said.map(({ code }) => code)).toEqual([3, 3, 3]);
      }
      // It is asked nothing, not one byte of a request.
      expect(ends.service.requests).toEqual([]);
      if (way.service !== 'closes' && typeof way.service === 'object') expect(ends.service.heard()).toBe(0);
      expect(ends.proxy.log.filter((line) => !line.startsWith('CONNECT '))).toEqual([]);
      for (const { stdout, stderr } of said) {
        expect(stdout + stderr).not.toMatch(acting);
        for (const secret of neverShown) expect(unescaped(stdout + stderr)).not.toContain(secret);
      }
      const found = checks.filter(({ id, detail }) => onTheWay.test(id) && !/is an IP address/.test(detail));
      const passed = found
        .filter(({ standing }) => standing === 'pass')
        .map(({ id, detail }) => `${id} (${detail})`);
      const told = found
        .filter(({ standing }) => standing !== 'pass')
        .map(
          ({ id, standing, detail, remedy }) =>
            `  ${id}, ${standing}: ${detail}${remedy ? ` → ${remedy}` : ''}`,
        );
      lines.set(name, [`${name}: exit ${exitCode}; pass: ${passed.join(', ')}`, ...told].map(ends.plain));
    }),
  );

  test('each in its lines', async () => {
    const text = Object.keys(ways).flatMap((name) => lines.get(name) ?? []);
    await expect(`${text.join('\n')}\n`).toMatchFileSnapshot('../cases/golden/http/doctor.txt');
  });
});
