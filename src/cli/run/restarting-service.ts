import { setTimeout as sleep } from 'node:timers/promises';
import { createRoute } from '../../http/connect.ts';
import { hopTo } from '../../http/proxy.ts';
import { whyUnreachable } from '../../run/until-reachable.ts';
import type { TargetSettings } from '../../settings/index.ts';
import type { Service } from './run-started.ts';

/** After a change, a run waits so long for the restart to begin, milliseconds. `node --watch` takes 200 and a little. */
const beginsMs = 1_000;
/** A restart that begins so long after a change is due to it, milliseconds; before idle connections are closed. */
const noticedMs = 10_000;
/** How often a new connection is tried, milliseconds: an old service that ends in good order waits for open ones. */
const triedMs = 200;

/** Never aborted: a connection ends with the service, or is destroyed. */
const connecting = { signal: new AbortController().signal, onStage: () => undefined };

/**
 * A service that is restarted by somebody else, such as `node --watch`. A connection over which nothing is sent is
 * opened at each change: that it ends says that the service does, however long that takes.
 */
export function restartingService(settings: TargetSettings): Service {
  let departure: ReturnType<typeof departureOf> | null = null;
  return {
    changed: (told) => {
      const target = new URL(settings.baseUrl);
      if (departure !== null || hopTo(target, settings.proxies).proxy !== null) return;
      departure = departureOf(settings, (isUnexpected) => {
        departure = null;
        if (isUnexpected) told('the service restarted');
      });
    },
    ready: async (signal) => {
      await departure?.lost(beginsMs, signal);
      return !signal.aborted;
    },
    close: async () => departure?.end(false),
  };
}

/**
 * Looks whether a service goes away, for a while.
 * @param onEnd takes whether it went away while nobody waited for that
 */
function departureOf(settings: TargetSettings, onEnd: (isUnexpected: boolean) => void) {
  const over = new AbortController();
  let isAwaited = false;
  const end = (wasLost: boolean) => {
    if (over.signal.aborted) return;
    clearTimeout(noticed);
    clearInterval(tried);
    onEnd(wasLost && !isAwaited);
    over.abort();
  };
  const noticed = setTimeout(() => end(false), noticedMs).unref();
  const tried = setInterval(async () => {
    if ((await whyUnreachable(settings)) !== null) end(true);
  }, triedMs).unref();
  const open = async () => {
    const socket = await createRoute(new URL(settings.baseUrl), null, {}).open(connecting);
    if (over.signal.aborted) socket.destroy();
    over.signal.addEventListener('abort', () => socket.destroy());
    socket.once('close', () => end(true)).resume();
  };
  open().catch(() => end(true));
  return {
    end,
    /** Waits for the loss, so long at most. */
    lost: async (mostMs: number, signal: AbortSignal): Promise<void> => {
      isAwaited = true;
      const either = AbortSignal.any([over.signal, signal]);
      await sleep(mostMs, undefined, { signal: either }).catch(() => undefined);
      isAwaited = false;
    },
  };
}
