import { setTimeout as sleep } from 'node:timers/promises';
import { hopTo } from '../http/proxy.ts';
import type { ReachOptions } from '../http/reachability.ts';
import { known } from '../model/known.ts';
import type { TargetSettings } from '../settings/index.ts';
import type { TargetRun } from './prepare.ts';

/** Between two attempts, milliseconds: twice as long each time, up to the longest. */
const shortestPauseMs = 50;
const longestPauseMs = 1_000;

function wayTo({ baseUrl, proxies, ca, clientCertificate, timeoutMs }: TargetSettings): ReachOptions {
  const target = new URL(baseUrl);
  const tls = { ...known({ ca }), ...clientCertificate };
  return { target, proxy: hopTo(target, proxies).proxy, tls, timeoutMs };
}

/** Why no connection to the service can be made, TLS included; null where one can. Sends no request. */
async function whyUnreachable(settings: TargetSettings, mostMs: number): Promise<string | null> {
  const { reach } = await import('../http/reachability.ts');
  const way = wayTo(settings);
  const { steps } = await reach({ ...way, timeoutMs: Math.ceil(Math.min(way.timeoutMs, mostMs)) });
  return steps.find((step) => step.cause !== null)?.cause?.message ?? null;
}

/**
 * Waits until a connection to the service can be made, TLS included, until time is up, or until the run is interrupted.
 * Sends no request, and reports no failure: the requests that follow do.
 * @returns whether a connection could be made; false where nothing was waited for
 */
export async function untilReachable({
  settings,
  events,
  signal,
}: Pick<TargetRun, 'settings' | 'events' | 'signal'>): Promise<boolean> {
  const { waitSeconds } = settings;
  const until = performance.now() + waitSeconds * 1_000;
  let isTold = false;
  for (let pauseMs = shortestPauseMs; signal?.aborted !== true; pauseMs *= 2) {
    const left = until - performance.now();
    if (left <= 0) return false;
    const why = await whyUnreachable(settings, left);
    if (why === null) return true;
    if (!isTold) events?.onUnreachable?.(why, waitSeconds);
    isTold = true;
    const pause = Math.min(pauseMs, longestPauseMs, Math.max(0, until - performance.now()));
    await sleep(pause, undefined, known({ signal })).catch(() => undefined);
  }
  return false;
}
