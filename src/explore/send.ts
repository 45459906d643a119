import { setTimeout as sleep } from 'node:timers/promises';
import { headersOf } from '../http/client.ts';
import { Judge } from '../judge/judge.ts';
import { type Exchange, madeUpToken, type Probe } from '../model/exchange.ts';
import { known } from '../model/known.ts';
import type { OperationContract } from '../model/operation.ts';
import type { Asking } from '../model/question.ts';
import type { AddedExchange } from '../model/reading.ts';
import { requestPath } from '../run/plan.ts';
import type { RunSession } from '../run/session.ts';
import { untilReachable } from '../run/until-reachable.ts';
import type { ExploringRun } from './plan.ts';

/**
 * The only way out: nothing is sent beyond what a probe has planned, beyond the budget, of a danger that was not allowed,
 * or that breaks a requirement on requests which it was not meant to break. Each of these would be a fault of the suite.
 * What fails says nothing by itself, and is sent again.
 */

/** How often a request is sent at most, the last two times because it failed. */
export const mostTries = 3;

/** A request that asks something. */
export interface Variant {
  readonly operation: OperationContract;
  /** Identifiers for the parameters of the path. */
  readonly addressed: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly contentType?: string;
  /** The end of the path that is left out, such as a slash. */
  readonly withoutEnd?: string;
  /** The scheme of the Authorization header; Bearer without it. */
  readonly scheme?: string;
  /** Why it is sent: continues `PUT`. */
  readonly purpose: string;
  /** Ids of the requirements on requests that it breaks on purpose; none without it. */
  readonly breaks?: readonly string[];
  /** Sent even where the same request was sent before, whose response is otherwise taken. */
  readonly again?: true;
  /** The name of the only field whose value is another one. */
  readonly about?: string;
}

/** What came of a request that was sent again where it failed. */
export interface SettledExchange extends AddedExchange {
  /** It failed each time, and a request as a run sends it was served in between. */
  readonly failsAlone?: true;
  /** What it came to at different times, although another request was served in between. */
  readonly differs?: string;
}

/** What came of a request that is about one field. */
export interface FieldExchange {
  readonly about: string;
  readonly read: SettledExchange;
}

/** Null where a response arrived that says something of the request. */
export function failureOf({ exchange: { response }, meaning }: AddedExchange): `fails ${string}` | null {
  if (response === undefined) return 'fails without a response';
  const isFailure = response.status >= 500 || [408, 425, 429].includes(response.status);
  return isFailure && meaning !== 'success' ? `fails with ${response.status}` : null;
}

/** Who asks: its id names its requests. */
export interface Asker {
  readonly id: string;
  readonly asks: Asking;
  /** Requests that it may send, each `mostTries` times. */
  readonly most: number;
  /** Its request is sent between those that fail. */
  readonly isControl?: true;
}

/** Nothing more is sent: somebody has ended it. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

export type Ask = (variant: Variant) => Promise<SettledExchange>;

/** Ids of the requirements on requests that a request would break, sorted. */
function brokenBy(requests: Judge, probe: Probe, scheme: string, key: number): readonly string[] {
  const { id, operation, purpose, method, path: url, addressed, body } = probe;
  const headers = headersOf(probe, { userAgent: '' }, `${scheme} ${madeUpToken}`);
  const exchange: Exchange = {
    ...{ id, probe: id, operation, purpose, credentials: 'authorised' },
    request: { method, url, headers, addressed, ...known({ body }) },
    failure: { kind: 'interrupted', message: 'it was not sent yet', sent: false },
    masked: [],
    timings: { startedAt: '', connectMs: null, firstByteMs: null, totalMs: 0 },
  };
  return [...requests.add(exchange, key).deviates].sort();
}

function ids(broken: readonly string[]): string {
  return broken.join(', ') || 'nothing';
}

export function createSender(
  { settings, signal, choice: { allowed, mostRequests } }: ExploringRun,
  session: Pick<RunSession, 'send'>,
  token: string,
) {
  const { baseUrl, delayMs } = settings;
  const judge = new Judge();
  const requests = new Judge({ side: 'request' });
  const byRequest = new Map<string, SettledExchange>();
  /** In the order in which they were sent. */
  const sent: AddedExchange[] = [];
  /** What came of requests that are about one field. */
  const aboutFields: FieldExchange[] = [];
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

  /** @throws Error for a request that must not be sent */
  function refuse({ id, asks, most }: Asker, asked: number): void {
    if (!allowed.has(asks)) throw new Error(`${id} would be asked by a ${asks}, which was not allowed`);
    if (asked > most) throw new Error(`${id} would send more than the ${most} requests that were planned`);
    if (left() < 1) throw new Error(`${id} would send more than ${mostRequests} requests in all`);
  }

  async function send(variant: Variant, id: string): Promise<AddedExchange> {
    const { operation, addressed, body, contentType, withoutEnd = '', purpose } = variant;
    const { scheme = 'Bearer', breaks = [] } = variant;
    const { name, method } = operation;
    const path = requestPath(new URL(baseUrl), operation.path, addressed);
    const probe: Probe = {
      ...{ id, operation: name, credentials: 'authorised', method },
      path: path.slice(0, path.length - withoutEnd.length),
      purpose: `${method} ${purpose}`,
      ...{ addressed, ...known({ body, contentType }) },
    };
    const broken = brokenBy(requests, probe, scheme, sent.length);
    if (broken.join() !== [...breaks].sort().join())
      throw new Error(`${id} would break ${ids(broken)}, and is meant to break ${ids(breaks)}`);
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
  function askedBy(asker: Asker): Ask {
    let [asked, number] = [0, 0];
    return async (variant) => {
      const { operation, purpose, again, about, ...request } = variant;
      const name = JSON.stringify([operation.name, request]);
      const before = again === true ? undefined : byRequest.get(name);
      if (before !== undefined) return before;
      const last = sent.at(-1);
      if (stopped !== null && last !== undefined) return last;
      asked += 1;
      refuse(asker, asked);
      const sendOnce = () => send(variant, `${asker.id}-${++number}`);
      const read = await settled(sendOnce, () => stopped === null && left() > asker.most - asked);
      if (asker.isControl === true && read.meaning === 'success') control ??= sendOnce;
      if (about !== undefined) aboutFields.push({ about, read });
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
