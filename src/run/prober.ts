import { setTimeout as sleep } from 'node:timers/promises';
import { type Exchange, madeUpToken, type Probe } from '../model/exchange.ts';
import { known } from '../model/known.ts';
import type { Recording, Unsent } from '../model/recording.ts';
import type { Chain, RunPlan } from './plan.ts';

/** Sends one probe and gives its result; never rejects for what the network or the service does. */
export type Send = (probe: Probe, authorization: string | null) => Promise<Exchange>;

export interface ProbeSettings {
  readonly plan: RunPlan;
  readonly token: string;
  /** One chain after another instead of all at once. */
  readonly serial: boolean;
  /** Pause before every request but the first, milliseconds; 0 for none. With a pause, chains do not overlap. */
  readonly delayMs: number;
  readonly send: Send;
  /** Called, and awaited, before a request goes out. */
  readonly onIntent?: (probe: Probe) => void | Promise<void>;
  /** Called, and awaited, when a response is in. @returns whether the request was served */
  readonly onExchange: (exchange: Exchange) => boolean | Promise<boolean>;
  readonly onUnsent?: (unsent: Unsent) => void | Promise<void>;
  /** `the rule was already deleted`, by the name of the operation. */
  readonly alreadyDone: (operation: string) => string;
  /** Ends the run: nothing more is sent once it is aborted. */
  readonly signal?: AbortSignal;
}

export type Probed = Pick<Recording, 'exchanges' | 'unsent' | 'cut'>;

/** The value of the Authorization header; null for none. */
export function authorizationFor({ credentials }: Pick<Probe, 'credentials'>, token: string): string | null {
  if (credentials === 'none') return null;
  return `Bearer ${credentials === 'made-up' ? madeUpToken : token}`;
}

/** Why the next probe of a chain must not be sent. */
function obstacle(
  { operation }: Probe,
  served: Exchange | undefined,
  { signal, alreadyDone }: ProbeSettings,
): Omit<Unsent, 'probe' | 'operation'> | null {
  if (served !== undefined)
    return { reason: `${alreadyDone(operation)} by ${served.id}`, servedBy: served.id };
  if (signal?.aborted === true) return { reason: 'the run was interrupted', servedBy: null };
  return null;
}

async function pause(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  if (delayMs === 0) return;
  await sleep(delayMs, undefined, known({ signal })).catch(() => undefined);
}

async function probeChain(
  chain: Chain,
  settings: ProbeSettings,
  isFirst: boolean,
): Promise<Omit<Probed, 'cut'>> {
  const exchanges: Exchange[] = [];
  const unsent: Unsent[] = [];
  let served: Exchange | undefined;
  for (const probe of chain) {
    if (exchanges.length > 0 || !isFirst) await pause(settings.delayMs, settings.signal);
    const hindered = obstacle(probe, served, settings);
    if (hindered !== null) {
      unsent.push({ probe: probe.id, operation: probe.operation, ...hindered });
      continue;
    }
    await settings.onIntent?.(probe);
    const exchange = await settings.send(probe, authorizationFor(probe, settings.token));
    exchanges.push(exchange);
    const isServed = await settings.onExchange(exchange);
    if (isServed && exchange.credentials !== 'authorised') served ??= exchange;
  }
  for (const one of unsent) await settings.onUnsent?.(one);
  return { exchanges, unsent };
}

/** Sends a plan, each probe at most once, and returns the exchanges in the plan's order. */
export async function probePlan(settings: ProbeSettings): Promise<Probed> {
  const { plan, serial, delayMs } = settings;
  const parts: Omit<Probed, 'cut'>[] = [];
  if (serial || delayMs > 0) {
    for (const [at, chain] of plan.chains.entries()) parts.push(await probeChain(chain, settings, at === 0));
  } else {
    parts.push(...(await Promise.all(plan.chains.map((chain) => probeChain(chain, settings, true)))));
  }
  return {
    exchanges: parts.flatMap(({ exchanges }) => exchanges),
    unsent: parts.flatMap(({ unsent }) => unsent),
    cut: settings.signal?.aborted === true,
  };
}
