import { setTimeout as sleep } from 'node:timers/promises';
import { hopTo } from '../http/proxy.ts';
import type { ReachOptions } from '../http/reachability.ts';
import { known } from '../model/known.ts';
import type { TargetSettings } from '../settings/index.ts';
import type { TargetRun } from './prepare.ts';

/** Between two attempts, milliseconds. */
const pauseMs = 1_000;

function wayTo({ baseUrl, proxies, ca, clientCertificate, timeoutMs }: TargetSettings): ReachOptions {
  const target = new URL(baseUrl);
  const tls = { ...known({ ca }), ...clientCertificate };
  return { target, proxy: hopTo(target, proxies).proxy, tls, timeoutMs };
}

/**
 * Waits until a connection to the service can be made, TLS included, until time is up, or until the run is interrupted.
 * Sends no request, and reports no failure: the requests that follow do.
 */
export async function untilReachable({
  settings,
  events,
  signal,
}: Pick<TargetRun, 'settings' | 'events' | 'signal'>): Promise<void> {
  const { waitSeconds } = settings;
  if (waitSeconds === 0) return;
  const { reach } = await import('../http/reachability.ts');
  const until = performance.now() + waitSeconds * 1_000;
  let isTold = false;
  while (signal?.aborted !== true) {
    const left = until - performance.now();
    if (left <= 0) return;
    const way = wayTo(settings);
    const { steps } = await reach({ ...way, timeoutMs: Math.ceil(Math.min(way.timeoutMs, left)) });
    const cause = steps.find((step) => step.cause !== null)?.cause;
    if (cause === undefined || cause === null) return;
    if (!isTold) events?.onUnreachable?.(cause.message, waitSeconds);
    isTold = true;
    const pause = Math.min(pauseMs, Math.max(0, until - performance.now()));
    await sleep(pause, undefined, known({ signal })).catch(() => undefined);
  }
}
