import { setTimeout as sleep } from 'node:timers/promises';
import type { Probe } from '../../schemas/types.ts';
import { Judge } from '../judge/judge.ts';
import { known } from '../model/known.ts';
import type { AddedExchange } from '../model/reading.ts';
import { requestPath } from '../run/plan.ts';
import type { RunSession } from '../run/session.ts';
import { untilReachable } from '../run/until-reachable.ts';
import type { ExploringRun } from './plan.ts';
import type { Asker } from './probes.ts';
import type { Variant } from './requests.ts';
import { failureOf, type SettledExchange } from './responses.ts';

/**
 * The only way out: nothing is sent beyond what was planned and allowed. What fails says nothing by itself, and is sent
 * again.
 */

/** How often a request is sent at most, the last two times because it failed. */
export const mostTries = 3;

/** Nothing more is sent: somebody has ended it. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

export function createSender(
  { settings, signal, choice: { allowed, mostRequests } }: ExploringRun,
  session: Pick<RunSession, 'send'>,
  token: string,
) {
  const { baseUrl, delayMs } = settings;
  const judge = new Judge();
  const byRequest = new Map<string, SettledExchange>();
  /** In the order in which they were sent. */
  const sent: AddedExchange[] = [];
  /** What came of requests that are about one field, by its name. */
  const aboutFields: (readonly [name: string, read: SettledExchange])[] = [];
  let control: (() => Promise<AddedExchange>) | null = null;
  let stopped: string | null = null;

  const left = () => mostRequests - sent.length;

  /** Notes after which request nothing listens any more. */
  async function noteStopped(): Promise<void> {
    if (sent.length === 0 || stopped !== null) return;
    // A service that ended may be started again within two seconds.
    if (await untilReachable({ settings: { ...settings, waitSeconds: 2 } })) return;
    const last = sent.findLast(({ exchange: { failure } }) => failure?.sent !== false)?.exchange;
    stopped = last === undefined ? 'nothing listens' : `after the ${last.purpose}, nothing listens any more`;
  }

  async function send(variant: Variant, id: string): Promise<AddedExchange> {
    const { operation, addressed, body, contentType, withoutEnd = '', scheme = 'Bearer', purpose } = variant;
    const { name, method } = operation;
    const path = requestPath(new URL(baseUrl), operation.path, addressed);
    const probe: Probe = {
      ...{ id, operation: name, credentials: 'authorised', method },
      path: path.slice(0, path.length - withoutEnd.length),
      purpose: `${method} ${purpose}`,
      ...{ addressed, ...known({ body, contentType }) },
    };
    if (sent.length > 0) await sleep(delayMs, undefined, known({ signal })).catch(() => undefined);
    if (signal?.aborted === true) throw new Interrupted('it was interrupted');
    const exchange = await session.send(probe, `${scheme} ${token}`);
    const read = judge.add(exchange, sent.length);
    sent.push(read);
    if (exchange.failure?.kind === 'refused') await noteStopped();
    return read;
  }

  /** @param mayRepeat whether requests are left besides those that are planned */
  async function settled(
    sendOnce: () => Promise<AddedExchange>,
    mayRepeat: () => boolean,
  ): Promise<SettledExchange> {
    let last = await sendOnce();
    let isServed = false;
    const seen = [failureOf(last)];
    while (failureOf(last) !== null && seen.length < mostTries && mayRepeat()) {
      if (seen.length === 1 && control !== null) isServed = (await control()).meaning === 'success';
      if (!mayRepeat()) break;
      last = await sendOnce();
      seen.push(failureOf(last));
    }
    if (!isServed || seen.length < mostTries) return last;
    if (new Set(seen).size === 1) return Object.assign(last, { failsAlone: true } as const);
    return Object.assign(last, { differs: seen.map((failing) => failing ?? 'does not fail').join(', ') });
  }

  /** The way out for one asker. */
  function askedBy({ id, asks, most, question }: Asker) {
    let [asked, number] = [0, 0];
    return async (variant: Variant): Promise<SettledExchange> => {
      const { operation, purpose, again, about, ...request } = variant;
      const name = JSON.stringify([operation.name, request]);
      const before = again === true ? undefined : byRequest.get(name);
      if (before !== undefined) return before;
      const last = sent.at(-1);
      if (stopped !== null && last !== undefined) return last;
      asked += 1;
      if (!allowed.has(asks) || asked > most || left() < 1)
        throw new Error(`${id} would send what was not planned or not allowed`);
      const sendOnce = () => send(variant, `${id}-${++number}`);
      const read = await settled(sendOnce, () => stopped === null && left() > most - asked);
      // What a run sends is sent between those that fail.
      if (question === null && read.meaning === 'success') control ??= sendOnce;
      if (about !== undefined) aboutFields.push([about, read]);
      byRequest.set(name, read);
      return read;
    };
  }

  return {
    sent,
    aboutFields,
    left,
    askedBy,
    noteStopped,
    /** Why nothing is sent any more; null where requests may be sent. */
    stopped: () => stopped,
    /** What the requests did to the target's data. */
    effects: () => judge.results((key) => sent[key]?.exchange).effects,
  };
}

export type Sender = ReturnType<typeof createSender>;
