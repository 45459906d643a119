import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TlsOptions } from 'node:tls';
import { authority } from '../support/certificates.ts';
import { folderWith } from '../support/cli.ts';
import { type ProxyOptions, startProxy, type TestProxy } from '../support/proxy.ts';
import { type ScriptedService, startService } from '../support/service.ts';
import { startTlsFront } from '../support/tls-front.ts';

/** Services that are looked at and must not be asked anything. */

/** A folder with the certificates and keys that settings may name. */
export function folderWithCertificates(): string {
  const folder = folderWith({ 'authority.pem': authority.ca, 'client.pem': authority.client.cert });
  writeFileSync(join(folder, 'client.key'), authority.client.key, { mode: 0o600 });
  return folder;
}

export interface Looked {
  readonly baseUrl: string;
  /** host:port of the base URL. */
  readonly host: string;
  readonly service: ScriptedService;
  readonly proxy: TestProxy;
}

export interface Surroundings {
  /** Absent for a service of http:. */
  readonly tls?: TlsOptions;
  readonly proxy?: ProxyOptions;
  /** Give the service a name that only the proxy knows, as what is on loopback is never reached through one. */
  readonly elsewhere?: boolean;
}

/** A conforming service behind TLS or not, and a proxy beside it. */
export async function beside<T>(
  { tls, proxy: options, elsewhere = false }: Surroundings,
  task: (looked: Looked) => Promise<T>,
): Promise<T> {
  const service = await startService();
  const front = tls === undefined ? null : await startTlsFront(service.baseUrl, tls);
  const proxy = await startProxy(options ?? {});
  const local = front === null ? service.baseUrl : `https://127.0.0.1:${front.port}`;
  const baseUrl = elsewhere ? local.replace('127.0.0.1', 'service.test') : local;
  try {
    return await task({ baseUrl, host: new URL(baseUrl).host, service, proxy });
  } finally {
    await Promise.all([proxy.close(), front?.close(), service.close()]);
  }
}
