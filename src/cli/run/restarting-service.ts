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
  let departure: Departure | null = null;
  return {
    changed: (told) => {
      const target = new URL(settings.baseUrl);
      if (departure !== null || hopTo(target, settings.proxies).proxy !== null) return;
      departure = new Departure(settings, ({ wasLost, isAwaited }) => {
        departure = null;
        if (wasLost && !isAwaited) told('the service restarted');
      });
    },
    ready: async (signal) => {
      await departure?.lost(beginsMs, signal);
      return !signal.aborted;
    },
    close: async () => departure?.end(),
  };
}

/** Looks whether a service goes away, for a while. */
class Departure {
  wasLost = false;
  /** Whether somebody waits for the loss. */
  isAwaited = false;
  readonly #settings: TargetSettings;
  readonly #onEnd: (departure: Departure) => void;
  readonly #over = new AbortController();
  readonly #timers: readonly NodeJS.Timeout[];

  constructor(settings: TargetSettings, onEnd: (departure: Departure) => void) {
    this.#settings = settings;
    this.#onEnd = onEnd;
    this.#timers = [
      setTimeout(() => this.end(), noticedMs).unref(),
      setInterval(() => void this.#try(), triedMs).unref(),
    ];
    void this.#open();
  }

  /** Waits for the loss, so long at most. */
  async lost(mostMs: number, signal: AbortSignal): Promise<void> {
    this.isAwaited = true;
    const either = AbortSignal.any([this.#over.signal, signal]);
    await sleep(mostMs, undefined, { signal: either }).catch(() => undefined);
    this.isAwaited = false;
  }

  end(): void {
    if (this.#over.signal.aborted) return;
    for (const timer of this.#timers) clearInterval(timer);
    this.#onEnd(this);
    this.#over.abort();
  }

  #lose(): void {
    this.wasLost ||= !this.#over.signal.aborted;
    this.end();
  }

  async #open(): Promise<void> {
    try {
      const { open } = createRoute(new URL(this.#settings.baseUrl), null, {});
      const socket = await open(connecting);
      const { signal } = this.#over;
      if (signal.aborted) socket.destroy();
      signal.addEventListener('abort', () => socket.destroy());
      socket.once('close', () => this.#lose()).resume();
    } catch {
      this.#lose();
    }
  }

  async #try(): Promise<void> {
    if ((await whyUnreachable(this.#settings)) !== null) this.#lose();
  }
}
