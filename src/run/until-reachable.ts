import { setTimeout as sleep } from 'node:timers/promises';
import { hopTo } from '../http/proxy.ts';
import { known } from '../model/known.ts';
import type { TargetSettings } from '../settings/index.ts';
import type { TargetRun } from './run.ts';

/** Between two attempts, milliseconds: twice as long each time, up to the longest. */
const shortestPauseMs = 50;
const longestPauseMs = 1_000;

/** Why no connection to the service can be made, TLS included; null where one can. Sends no request. */
async function whyUnreachable(settings: TargetSettings, mostMs: number): Promise<string | null> {
  const { reach } = await import('../http/reachability.ts');
  const { baseUrl, proxies, ca, clientCertificate, timeoutMs } = settings;
  const target = new URL(baseUrl);
  const { steps } = await reach({
    target,
    proxy: hopTo(target, proxies).proxy,
    tls: { ...known({ ca }), ...clientCertificate },
    timeoutMs: Math.ceil(Math.min(timeoutMs, mostMs)),
  });
  return steps.find(({ cause }) => cause !== null)?.cause?.message ?? null;
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
  const until = performance.now() + settings.waitSeconds * 1_000;
  const left = () => Math.max(0, until - performance.now());
  for (let pauseMs = shortestPauseMs; signal?.aborted !== true && left() > 0; pauseMs *= 2) {
    const why = await whyUnreachable(settings, left());
    if (why === null) return true;
    if (pauseMs === shortestPauseMs) events?.onUnreachable?.(why, settings.waitSeconds);
    const pause = Math.min(pauseMs, longestPauseMs, left());
    await sleep(pause, undefined, known({ signal })).catch(() => undefined);
  }
  return false;
}
