import { type Hop, hopTo } from '../http/proxy.ts';
import type { ReachOptions } from '../http/reachability.ts';
import { type Check, pass, skipped } from '../model/check.ts';
import type { Known } from '../settings/index.ts';
import { connectionSettings } from '../settings/service-settings.ts';

/** What decides the way to a service; while one of these has a problem, what is found would mislead. */
const deciding = [
  'baseUrl',
  'ca',
  'clientCertificate',
  'clientKey',
  'httpsProxy',
  'httpProxy',
  'allProxy',
  'noProxy',
] as const;

/** Milliseconds for each step where the setting itself has a problem. */
const usualTimeoutMs = 10_000;

/** Which proxy is used or not, and why; null where none is named. */
export function hopText({ hostname, protocol }: URL, { proxy, named, unused }: Hop): string | null {
  if (named === null) return null;
  const { env } = connectionSettings[named];
  if (unused === 'loopback')
    return `the proxy in ${env} is not used: ${hostname} is this machine, which is never reached through a proxy`;
  if (proxy === null) return `the proxy in ${env} is not used: NO_PROXY names ${hostname}`;
  const what =
    protocol === 'https:' ? 'opens a tunnel for encrypted requests' : 'reads every request, the token too';
  return `the proxy ${proxy.url.host} in ${env} ${what}`;
}

export interface Way extends ReachOptions {
  /** That a proxy is named and not used; null where there is nothing to tell. */
  readonly unusedProxy: Check | null;
}

/** The way to the service as settings describe it, or the check that says why it is not gone. */
export function wayOf({ given, values }: Known): Way | Check {
  const { baseUrl, ca, clientCertificate, clientKey, timeoutMs = usualTimeoutMs } = values;
  const base = { id: 'connection', title: 'connection', area: 'connection' } as const;
  const broken = deciding.filter((key) => given.has(key) && values[key] === undefined);
  if (baseUrl === undefined || broken.length > 0)
    return { ...base, ...skipped('not tried: first mend the settings that describe the way to the service') };
  const target = new URL(baseUrl.url);
  const hop = hopTo(target, values);
  const unused = hop.unused === null ? null : hopText(target, hop);
  const isComplete = clientCertificate !== undefined && clientKey !== undefined;
  return {
    target,
    proxy: hop.proxy,
    unusedProxy:
      unused === null ? null : { id: 'proxy', title: 'proxy', area: 'connection', ...pass(unused) },
    tls: {
      ...(ca === undefined ? {} : { ca }),
      ...(isComplete ? { cert: clientCertificate, key: clientKey } : {}),
    },
    timeoutMs,
  };
}
