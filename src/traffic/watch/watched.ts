import type { Onlooker, RequestHead } from '../../http/relay.ts';
import type { Exchange } from '../../model/exchange.ts';
import { limits } from '../../model/limits.ts';
import type { Operation, Sides } from '../../model/requirement.ts';
import type { BadEntry } from '../../model/traffic.ts';
import { type Addressed, addressed } from '../addressed.ts';
import { type ReadTraffic, readOf } from '../read-traffic.ts';
import { Traffic } from '../traffic.ts';
import { Copy, memoryOf, type Room } from './copy.ts';
import { type CopiedExchange, exchangeOf } from './exchange.ts';
import { IdleQueue } from './idle-queue.ts';

/**
 * The judge gets copies, later: bounded each and together, judged in idle turns of the event loop while no request is
 * in flight. Beyond the bounds exchanges pass unjudged and are counted. A copy becomes the same message as a line of
 * NDJSON.
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
  readonly onDeviation?: (id: string, exchange: Exchange) => void;
}

/** What has passed so far. */
export interface WatchProgress {
  readonly exchanges: number;
  /** Exchanges of no operation of the contract, and connections that became another protocol. */
  readonly other: number;
  /** Requirements. */
  readonly deviating: number;
}

/** Exchanges that could not be judged and are listed one by one. */
const mostBadEntries = 20;

interface Waiting {
  readonly passed: CopiedExchange;
  readonly addressed: Addressed;
}

/** @param key number of the exchange, from 1 */
function idOf(key: number): string {
  return `x${key}`;
}

/** Takes room for the heads, which the copies of bodies do not count. @returns false where they are too long, or there is none */
function keepsHeads({ request: { target, headers }, requestBody, answer }: CopiedExchange): boolean {
  const bytes = memoryOf([target, ...headers.flat(), ...(answer?.headers ?? []).flat()]);
  return bytes <= limits.relayedKeptHeadBytes && requestBody.hold(bytes);
}

function release({ requestBody, answerBody }: CopiedExchange): void {
  requestBody.release();
  answerBody.release();
}

/** Judges passing traffic later, in idle turns, from a bounded number of bounded copies. */
export class Watched {
  private readonly options: WatchedOptions;
  private readonly traffic: Traffic;
  private readonly room: Room = { left: limits.relayedBytes };
  private readonly queue: IdleQueue<Waiting>;
  private readonly deviating = new Set<string>();
  /** Exchanges of no operation of the contract, and connections that became another protocol. */
  private other = 0;
  /** Exchanges of the contract that passed unjudged, as too many waited, or with headers too long to be judged. */
  private unjudged = 0;
  private readonly badEntries: BadEntry[] = [];
  private bad = 0;
  private isQuiet: () => boolean = () => true;
  private bytes = 0;

  constructor(options: WatchedOptions) {
    this.options = options;
    this.traffic = new Traffic(options.side);
    this.queue = new IdleQueue(
      limits.relayedWaiting,
      (waiting) => this.judge(waiting),
      () => this.isQuiet(),
    );
  }

  private addressed(method: string, path: string): Addressed | null {
    const found = addressed(method, path);
    return found !== null && this.options.operations.includes(found.operation) ? found : null;
  }

  /** @param isQuiet whether no exchange is in flight, so that none waits while another is judged */
  quietWhen(isQuiet: () => boolean): void {
    this.isQuiet = isQuiet;
  }

  /** Copies a request that passes and its response, to judge them later. */
  readonly onRequest = (request: RequestHead): Onlooker => {
    const addressed = this.addressed(request.method, request.target);
    const most = addressed === null ? 0 : limits.relayedBodyBytes;
    const requestBody = new Copy(this.room, most);
    const answerBody = new Copy(this.room, most);
    return {
      onRequestBody: (bytes) => requestBody.add(bytes),
      onAnswerBody: (bytes) => answerBody.add(bytes),
      onEnd: (passed) => this.add({ ...passed, request, requestBody, answerBody }, addressed),
      onUpgrade: () => {
        this.other += 1;
        requestBody.release();
      },
    };
  };

  /** Takes an exchange that has ended. */
  private add(passed: CopiedExchange, addressed: Addressed | null): void {
    const { requestBody, answerBody } = passed;
    this.bytes += requestBody.total + answerBody.total;
    if (addressed !== null && keepsHeads(passed) && this.queue.add({ passed, addressed })) return;
    if (addressed === null) this.other += 1;
    else this.unjudged += 1;
    release(passed);
  }

  /** Errors are reported at the end, as they must not affect passing traffic. */
  private judge({ passed, addressed }: Waiting): void {
    try {
      this.take(passed, addressed);
    } catch (error) {
      this.bad += 1;
      const at = new Date(passed.startedAt).toISOString();
      const problem = `has an exchange of ${at} that could not be judged: it ${(error as Error).message}`;
      if (this.badEntries.length < mostBadEntries)
        this.badEntries.push({ source: this.options.upstream, number: null, problem });
    } finally {
      release(passed);
    }
  }

  private take(passed: CopiedExchange, addressed: Addressed): void {
    const { upstream, onExchange, onDeviation } = this.options;
    const key = this.traffic.exchanges + 1;
    const exchange = exchangeOf(passed, addressed, idOf(key), upstream);
    const added = this.traffic.add(exchange, key, upstream + addressed.base);
    for (const id of added.deviates) {
      if (!this.deviating.has(id)) onDeviation?.(id, this.shown(exchange));
      this.deviating.add(id);
    }
    onExchange?.(this.shown(exchange));
  }

  private shown(exchange: Exchange): Exchange {
    return this.traffic.maskerOf(exchange).exchange(exchange);
  }

  progress(): WatchProgress {
    return { exchanges: this.traffic.exchanges, other: this.other, deviating: this.deviating.size };
  }

  /** All that has passed, for a report. Judges what still waits first. */
  async read(): Promise<ReadTraffic> {
    await this.queue.empty();
    const { upstream, maxBad } = this.options;
    const { traffic, other, unjudged } = this;
    const { exchanges } = traffic;
    const bad = this.bad + unjudged;
    const source = { name: upstream, format: null, bytes: this.bytes, exchanges, other, bad };
    const problem = `let ${unjudged} exchanges pass unjudged, as too many waited or their headers were too long`;
    const overflow: readonly BadEntry[] = unjudged === 0 ? [] : [{ source: upstream, number: null, problem }];
    const badEntries = [...overflow, ...this.badEntries];
    const judgement = traffic.results((key) => ({ forgotten: idOf(key) }));
    return readOf(traffic, judgement, { sources: [source], other, bad, badEntries, maxBad });
  }
}
