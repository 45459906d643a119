import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Exchange } from '../../../schemas/types.ts';
import type { Onlooker, RequestHead } from '../../http/relay.ts';
import { limits } from '../../model/limits.ts';
import type { Operation, Sides } from '../../model/requirement.ts';
import { addressed } from '../addressed.ts';
import { addBadEntry } from '../counts.ts';
import { type ReadTraffic, trafficOf } from '../seen.ts';
import { Traffic } from '../traffic.ts';
import { type CopiedExchange, copyInto, exchangeOf, holdHeads, type Room } from './copy.ts';

/**
 * The judge gets copies, later: bounded each and together, judged in idle turns of the event loop while no request is
 * in flight. Beyond the bounds exchanges pass unjudged and are counted.
 */

export interface WatchedOptions {
  /** Only these operations. */
  readonly operations: readonly Operation[];
  /** What is judged: responses, requests, or both. */
  readonly side: Sides;
  /** The service; no slash at its end. */
  readonly upstream: string;
  /** More exchanges that pass unjudged make the outcome incomplete. */
  readonly maxBad: number;
  /** Gets each exchange of the contract after it was judged, redacted. */
  readonly onExchange?: (exchange: Exchange) => void;
  /** Called when a requirement deviates for the first time. */
  readonly onDeviation: (id: string, exchange: Exchange) => void;
}

/** Judges passing traffic. */
export type Watched = ReturnType<typeof createWatched>;

/** The pause between two that are judged while others are always in flight: milliseconds, and a multiple of what the last one took. */
const paceMs = 4;
const restPerWork = 4;

export function createWatched(options: WatchedOptions) {
  const { operations, side, upstream, maxBad, onExchange, onDeviation } = options;
  const traffic = new Traffic(side);
  const room: Room = { left: limits.relayedBytes };
  const deviating = new Set<string>();
  /** `unjudged`: too many waited, or headers were too long; `bad`: what could not be judged. */
  const counts = { other: 0, unjudged: 0, bad: 0, bytes: 0 };
  let isQuiet = () => true;
  const idOf = (key: number) => `x${key}`;
  const waiting: CopiedExchange[] = [];
  let working: Promise<void> | null = null;
  const shown = (exchange: Exchange) => traffic.maskerOf(exchange).exchange(exchange);
  const isBad = (problem: string, key: number) =>
    addBadEntry(traffic.known.badEntries, key, { source: upstream, number: null, problem });

  function take(passed: CopiedExchange): void {
    const key = traffic.exchanges + 1;
    const exchange = exchangeOf(passed, idOf(key), upstream);
    const { deviates } = traffic.add(exchange, key, upstream + passed.addressed.base);
    for (const id of deviates) {
      if (!deviating.has(id)) onDeviation(id, shown(exchange));
      deviating.add(id);
    }
    onExchange?.(shown(exchange));
  }

  function release({ requestBody, answerBody }: Pick<CopiedExchange, 'requestBody' | 'answerBody'>): void {
    requestBody.release();
    answerBody.release();
  }

  /** Errors are reported at the end, as they must not affect passing traffic. */
  function judge(passed: CopiedExchange): void {
    try {
      take(passed);
    } catch (error) {
      counts.bad += 1;
      const at = new Date(passed.startedAt).toISOString();
      isBad(`has an exchange of ${at} that could not be judged: it ${(error as Error).message}`, counts.bad);
    } finally {
      release(passed);
    }
  }

  /**
   * Judges what waits while nothing else is to be done, one a turn of the event loop, so that passing traffic waits for one
   * at most. While exchanges are always in flight it works a fifth of the time.
   */
  async function judgeWaiting(): Promise<void> {
    for (let lastMs = 0; waiting.length > 0; ) {
      // Immediates run after the events of the network.
      await setImmediate();
      if (!isQuiet()) await setTimeout(Math.max(paceMs, restPerWork * lastMs));
      const begin = performance.now();
      for (const passed of waiting.splice(0, 1)) judge(passed);
      lastMs = performance.now() - begin;
    }
    working = null;
  }

  /** @returns false where too many wait, or there is no room */
  function queue(passed: CopiedExchange): boolean {
    if (!holdHeads(passed) || waiting.length >= limits.relayedWaiting) return false;
    waiting.push(passed);
    working ??= judgeWaiting();
    return true;
  }

  return {
    /** Copies a request that passes and its response, to judge them later. */
    onRequest: (request: RequestHead): Onlooker => {
      const found = addressed(request.method, request.target);
      const own = found !== null && operations.includes(found.operation) ? found : null;
      const most = own === null ? 0 : limits.relayedBodyBytes;
      const copies = { requestBody: copyInto(room, most), answerBody: copyInto(room, most) };
      return {
        onRequestBody: copies.requestBody.add,
        onAnswerBody: copies.answerBody.add,
        onEnd: (passed) => {
          counts.bytes += copies.requestBody.passed() + copies.answerBody.passed();
          if (own !== null && queue({ ...passed, ...copies, request, addressed: own })) return;
          counts[own === null ? 'other' : 'unjudged'] += 1;
          release(copies);
        },
      };
    },
    /** @param given whether no exchange is in flight, so that none waits while another is judged */
    quietWhen: (given: () => boolean): void => {
      isQuiet = given;
    },
    /** What has passed so far; `other` is of no operation of the contract. */
    progress: () => ({ exchanges: traffic.exchanges, other: counts.other, deviating: deviating.size }),
    /** All that has passed, for a report. Judges what still waits first. */
    read: async (): Promise<ReadTraffic> => {
      await working;
      const { other, unjudged, bytes } = counts;
      const { exchanges } = traffic;
      if (unjudged > 0)
        isBad(
          `let ${unjudged} exchanges pass unjudged, as too many waited or their headers were too long`,
          0,
        );
      const bad = counts.bad + unjudged;
      traffic.addSource({ name: upstream, format: null, bytes, exchanges, other, bad });
      const judgement = traffic.results((key) => ({ forgotten: idOf(key) }));
      return trafficOf({ traffic, judgement }, maxBad, false);
    },
  };
}
