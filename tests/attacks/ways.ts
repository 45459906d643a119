import type { TlsOptions } from 'node:tls';
import { type Run, run, runProcess } from '../commands/targets.ts';
import { folderWith } from '../support/cli.ts';
import { type ProxyOptions, startProxy, type TestProxy } from '../support/proxy.ts';
import { goodToken, type ScriptedService, startService } from '../support/service.ts';
import { startTlsFront } from '../support/tls-front.ts';
import { authority } from '../unit/http/certificates.ts';
import { aimedAt } from './aimed-at.ts';
import { everythingOf } from './left-behind.ts';

/** Ways over real TLS and through real proxies to a service, all on loopback. */

/** Characters that a URL has to encode, so that both spellings can be looked for. */
export const credentials = 'op user:p@ss/w0rd+1';
const inUrl = 'op%20user:p%40ss%2Fw0rd%2B1';

type Environment = Readonly<Record<string, string>>;

/**
 * How a service of the test is reached, and what is set for it; `proxy` is the address of the test's proxy, to which
 * service.test is this machine. 0.0.0.0 reaches the service too, and is not on loopback.
 */
export interface Way {
  /** Absent for a service of http:. */
  readonly tls?: TlsOptions;
  readonly host?: '127.0.0.1' | 'localhost' | '0.0.0.0' | 'service.test';
  readonly proxy?: ProxyOptions;
  readonly env?: (urls: { readonly proxy: string }) => Environment;
  readonly args?: readonly string[];
}

interface Reached {
  readonly ended: Run;
  readonly service: ScriptedService;
  readonly proxy: TestProxy;
  /** host:port of the base URL. */
  readonly host: string;
}

/** Settings that name the files which lie in the folder of every run. */
export const files = {
  ca: { CONFORMANCE_CA_FILE: 'authority.pem' },
  client: { CONFORMANCE_CLIENT_CERT_FILE: 'client.pem', CONFORMANCE_CLIENT_KEY_FILE: 'client.key' },
} as const;

function folderWithFiles(): string {
  const folder = folderWith({
    'authority.pem': authority.ca,
    'client.pem': authority.client.cert,
    'client.key': authority.client.key,
  });
  return folder;
}

/** Runs the command once against a conforming service that is reached so. */
export async function reach({
  tls,
  host = '127.0.0.1',
  proxy: options,
  env = () => ({}),
  args = ['--timeout-ms', '100000'],
}: Way): Promise<Reached> {
  const cwd = folderWithFiles();
  const service = await startService();
  const front = tls === undefined ? null : await startTlsFront(service.baseUrl, tls);
  const proxy = await startProxy(options);
  const plain = new URL(service.baseUrl).port;
  const at = `${host}:${front?.port ?? plain}`;
  const baseUrl = `${front === null ? 'http' : 'https'}://${at}`;
  try {
    const isElsewhere = host === 'service.test' || host === '0.0.0.0';
    const permissions = isElsewhere
      ? { CONFORMANCE_ALLOW_WRITES_TO: at, CONFORMANCE_ALLOW_HTTP: 'true' }
      : {};
    const settings = { ...aimedAt({ baseUrl }), ...permissions, ...env({ proxy: proxy.url }) };
    // Node.js itself reads NODE_…, when its process starts.
    const isForNode = Object.keys(settings).some((name) => name.startsWith('NODE_'));
    const ended = await (isForNode ? runProcess : run)([...args], { cwd, env: settings });
    return { ended, service, proxy, host: at };
  } finally {
    await Promise.all([proxy.close(), front?.close(), service.close()]);
  }
}

export function withCredentials(url: string, given = inUrl): string {
  return url.replace('//', `//${given}@`);
}

/** In no output: the token, the proxy's password in any spelling, the private key. */
export function leaksOf(ended: Run): readonly string[] {
  const secrets = [
    goodToken,
    'p@ss/w0rd+1',
    'p%40ss%2Fw0rd%2B1',
    Buffer.from(credentials).toString('base64'),
    authority.client.key.split('\n')[1] ?? '',
  ];
  return Object.entries(everythingOf(ended)).flatMap(([name, text]) =>
    secrets.filter((secret) => text.includes(secret)).map((secret) => `${secret} in ${name}`),
  );
}
