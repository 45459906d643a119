import type { Known } from '../config.ts';
import { type ProxySettings, proxyFor } from '../target/proxy.ts';
import type { ReachOptions } from '../target/reachability.ts';
import { type Check, skipped } from './check.ts';

/** What decides the way to a service; while one of these has a problem, what is found would mislead. */
const deciding = [
  'baseUrl',
  'ca',
  'clientCertificate',
  'clientKey',
  'httpsProxy',
  'httpProxy',
  'noProxy',
] as const;

/** Milliseconds for each step where the setting itself has a problem. */
const usualTimeoutMs = 10_000;

/** The proxies that settings name. */
export function proxiesOf({ httpProxy, httpsProxy, noProxy }: Known['values']): ProxySettings {
  return {
    ...(httpProxy === undefined ? {} : { httpProxy }),
    ...(httpsProxy === undefined ? {} : { httpsProxy }),
    ...(noProxy === undefined ? {} : { noProxy }),
  };
}

/** The way to the service as settings describe it, or the check that says why it is not gone. */
export function wayOf({ given, values }: Known): ReachOptions | Check {
  const { baseUrl, ca, clientCertificate, clientKey, timeoutMs = usualTimeoutMs } = values;
  const base = { id: 'connection', title: 'connection', area: 'connection' } as const;
  const broken = deciding.filter((key) => given.has(key) && values[key] === undefined);
  if (baseUrl === undefined || broken.length > 0)
    return { ...base, ...skipped('not tried: first mend the settings that describe the way to the service') };
  const target = new URL(baseUrl.url);
  const isComplete = clientCertificate !== undefined && clientKey !== undefined;
  return {
    target,
    proxy: proxyFor(target, proxiesOf(values)),
    tls: {
      ...(ca === undefined ? {} : { ca }),
      ...(isComplete ? { cert: clientCertificate, key: clientKey } : {}),
    },
    timeoutMs,
  };
}
