import { describe, expect, test } from 'vitest';
import { type Way, ways } from '../cases/ways.ts';
import { acting } from '../support/acting.ts';
import { conformance, folderWith } from '../support/cli.ts';
import { entityId } from '../support/conforming.ts';
import { usualEnvironment } from '../support/run-target.ts';
import { goodToken } from '../support/service.ts';
import { between, type Ends, neverShown } from './ends.ts';

/** What `doctor` says of each way, which it goes without a request; neither it nor `init` prints what acts. */

interface Check {
  readonly id: string;
  readonly standing: string;
  readonly detail: string;
  readonly remedy?: string;
}

const onTheWay = /^(?:scheme|name|connection|proxy|tls|certificate)$/;
const lines = new Map<string, readonly string[]>();
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
  test.for(Object.entries(ways))('%s', async ([name, way]) =>
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
      const told = found.map(({ id, standing, detail, remedy }) =>
        ends.plain(`  ${id}, ${standing}: ${detail}${remedy ? ` → ${remedy}` : ''}`),
      );
      lines.set(name, [`${name}: exit ${exitCode}`, ...told]);
    }),
  );

  test('each in its lines', async () => {
    const text = Object.keys(ways).flatMap((name) => lines.get(name) ?? []);
    await expect(`${text.join('\n')}\n`).toMatchFileSnapshot('../cases/golden/http/doctor.txt');
  });
});
