import type { Contract } from '../contract/contract.ts';
import { type AddedExchange, Judge, type Judgement } from '../judge/judge.ts';
import type { JudgeState, LowestState, StateOptions } from '../judge/state.ts';
import type { Exchange } from '../model/exchange.ts';
import { limits } from '../model/limits.ts';
import type { Sides } from '../model/requirement.ts';
import type { OperationTraffic, RequirementTraffic, TrafficInfo } from '../model/traffic.ts';
import { excerpts } from '../report/excerpt.ts';
import { isDocumented } from '../secrets/ordinary-text.ts';
import type { Secret } from '../secrets/redaction.ts';
import { Counts } from './counts.ts';
import { maskedExchange, secretsOf } from './mask.ts';
import { headerValue } from './message.ts';
import { unknownTime } from './recorded.ts';
import { Timeline } from './timeline.ts';
import type { TrafficState } from './traffic-state.ts';

/** Different clients and base URLs that are kept, and clients of one requirement. */
const mostClients = 100;
const mostBaseUrls = 100;
const mostClientsOfOne = 20;
/** Characters of a User-Agent or a base URL. */
const longestName = 200;
/** Exchanges without success that are shown. */
const mostUnanswered = 20;
/** Exchanges of parts that are kept before those of which nothing is told are let go of. */
const mostKept = 1_000;

const everything: StateOptions = {
  limits: { evidence: 20, actuals: 0, texts: 0, requests: 0, unanswered: mostUnanswered },
  keyOf: (key) => key,
};

/** Bytes of the bodies of all exchanges that are kept to be shown. */
const keptBytes = 16 * 1024 * 1024;

/** Different tokens that are looked for in every output; each exchange is searched for its own besides. */
const mostSecrets = 20;

const noClient = '(no User-Agent recorded)';
const userInformation = /:\/\/[^/@]*@/;

/** What deviates, over time and by client. */
class Deviations {
  readonly times = new Timeline();
  readonly clients = new Counts(mostClientsOfOne);

  merge({ times, clients }: Deviations): void {
    this.times.merge(times);
    this.clients.merge(clients);
  }
}

/** The exchanges of one operation. */
class OfOperation {
  readonly statuses = new Map<number | null, number>();
  readonly times = new Timeline();

  add(status: number | null, time: number | null): void {
    if (time !== null) this.times.add(time);
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
  }

  merge({ statuses, times }: OfOperation): void {
    for (const [status, count] of statuses)
      this.statuses.set(status, (this.statuses.get(status) ?? 0) + count);
    this.times.merge(times);
  }
}

/** A client, or a base URL, as reports name it. */
function named(text: string): string {
  return text.length > longestName ? `${text.slice(0, longestName)}…` : text;
}

function momentOf({ timings: { startedAt } }: Exchange): number | null {
  return startedAt === unknownTime ? null : Date.parse(startedAt);
}

function sizeOf({ request, response }: Exchange): number {
  return (request.body?.length ?? 0) + (response?.body.text.length ?? 0) + 2_000;
}

function isoOf(time: number | undefined): string | null {
  return time === undefined ? null : new Date(time).toISOString();
}

/** What was read of traffic, as a report tells it. */
export type Seen = Pick<
  TrafficInfo,
  'exchanges' | 'baseUrls' | 'firstAt' | 'lastAt' | 'operations' | 'clients' | 'isPartial'
>;

/**
 * Judges recorded exchanges one by one in bounded space, and counts what a run has no need to: when, by whom, how often.
 * Merging is associative and commutative, as with the judge.
 */
export class Traffic {
  readonly judge: Judge;
  private readonly contract: Contract;
  private readonly times = new Timeline();
  private readonly clients = new Counts(mostClients);
  private readonly baseUrls = new Counts(mostBaseUrls);
  private readonly operations: ReadonlyMap<string, OfOperation>;
  private readonly deviations = new Map<string, Deviations>();
  private readonly kept = new Map<number, Exchange>();
  private room = keptBytes;
  private unanswered = 0;
  private readonly tokens = new Map<string, readonly Secret[]>();
  private count = 0;

  /** @param side what is judged: answers, requests, or both */
  constructor(contract: Contract, side: Sides = 'both') {
    this.contract = contract;
    this.judge = new Judge(contract, { side, shown: (exchange) => maskedExchange(exchange, contract) });
    this.operations = new Map(contract.operations.map(({ name }) => [name, new OfOperation()]));
  }

  /** How many exchanges were added. */
  get exchanges(): number {
    return this.count;
  }

  /**
   * @param key unique and ordered, as the judge wants it
   * @param base what stands before the path of its operation
   * @returns what the judge made of it
   */
  add(exchange: Exchange, key: number, base: string): AddedExchange {
    const added = this.judge.add(exchange, key);
    const client = named(headerValue(exchange.request.headers, 'user-agent') ?? noClient);
    const time = momentOf(exchange);
    this.count += 1;
    this.remember(exchange);
    this.clients.add(client);
    this.baseUrls.add(named(base.replace(userInformation, '://')));
    if (time !== null) this.times.add(time);
    const own = this.operations.get(exchange.operation);
    own?.add((exchange.response ?? exchange.failure?.head)?.status ?? null, time);
    for (const id of added.deviates) this.deviating(id, time, client);
    this.keep(key, added);
    return added;
  }

  private remember(exchange: Exchange): void {
    const value = headerValue(exchange.request.headers, 'authorization');
    if (value === null || this.tokens.has(value) || this.tokens.size >= mostSecrets) return;
    this.tokens.set(value, secretsOf(exchange, this.contract));
  }

  /** Long ones: what is short stands in honest texts by chance. */
  get secrets(): readonly Secret[] {
    const all = [...this.tokens.values()].flat();
    return all.filter(
      ({ value }) => value.length >= limits.shortestSought && !isDocumented(value, this.contract),
    );
  }

  private deviating(id: string, time: number | null, client: string): void {
    const { times, clients } = this.deviationsOf(id);
    if (time !== null) times.add(time);
    clients.add(client);
  }

  private deviationsOf(id: string): Deviations {
    const known = this.deviations.get(id) ?? new Deviations();
    this.deviations.set(id, known);
    return known;
  }

  /** Of what evidence is kept, and the first ones without success: no more than there is room for. */
  private keep(key: number, { exchange, isShown, meaning }: AddedExchange): void {
    const isUnanswered = meaning !== 'success' && this.unanswered < mostUnanswered;
    if (!isShown && !isUnanswered) return;
    if (isUnanswered) this.unanswered += 1;
    const size = sizeOf(exchange);
    if (size > this.room) return;
    this.room -= size;
    this.kept.set(key, exchange);
  }

  /** Takes over what another one of the same contract knows; it stays as it is. */
  merge(other: Traffic): void {
    this.judge.merge(other.judge);
    this.times.merge(other.times);
    this.clients.merge(other.clients);
    this.baseUrls.merge(other.baseUrls);
    this.count += other.count;
    for (const [name, own] of this.operations) own.merge(other.operations.get(name) ?? new OfOperation());
    for (const [id, deviations] of other.deviations) this.deviationsOf(id).merge(deviations);
    for (const [key, exchange] of other.kept) {
      this.room -= sizeOf(exchange);
      if (this.room > 0) this.kept.set(key, exchange);
    }
  }

  /**
   * What it knows, as plain JSON.
   * @param exchangeOf gives those again that were not kept
   * @param most exchanges that are written: first those that show what deviates
   */
  state(exchangeOf: Parameters<Judge['state']>[0], options: StateOptions, most: number): TrafficState {
    const judge = this.judge.state((key) => this.kept.get(key) ?? exchangeOf(key), options);
    const shown = shownFirst(judge);
    const rankOf = ({ id }: Exchange) => shown.get(id) ?? Number.POSITIVE_INFINITY;
    const kept = [...this.kept].filter(([, exchange]) => shown.has(exchange.id));
    const chosen = kept.sort(([, a], [, b]) => rankOf(a) - rankOf(b)).slice(0, most);
    const written = excerpts(chosen.map(([, exchange]) => exchange));
    const keys = chosen.map(([key]) => options.keyOf(key));
    return {
      judge,
      exchanges: this.count,
      times: this.times.state,
      clients: this.clients.state,
      baseUrls: this.baseUrls.state,
      operations: Object.fromEntries(
        [...this.operations].map(([name, { statuses, times }]) => [
          name,
          { statuses: [...statuses], times: times.state },
        ]),
      ),
      deviations: Object.fromEntries(
        [...this.deviations].map(([id, { times, clients }]) => [
          id,
          { times: times.state, clients: clients.state },
        ]),
      ),
      kept: written.flatMap((exchange, at) => [[keys[at] ?? 0, exchange] as const]),
    };
  }

  /** Takes over what was written of another one of the same contract. */
  take(state: TrafficState): void {
    this.judge.take(state.judge);
    this.count += state.exchanges;
    this.times.take(state.times);
    this.clients.take(state.clients);
    this.baseUrls.take(state.baseUrls);
    for (const [name, { statuses, times }] of Object.entries(state.operations)) {
      const other = new OfOperation();
      for (const [status, count] of statuses) other.statuses.set(status, count);
      other.times.take(times);
      this.operations.get(name)?.merge(other);
    }
    for (const [id, { times, clients }] of Object.entries(state.deviations)) {
      this.deviationsOf(id).times.take(times);
      this.deviationsOf(id).clients.take(clients);
    }
    for (const [key, exchange] of state.kept) this.kept.set(key, exchange);
    if (this.kept.size > mostKept) this.forgetUnshown();
  }

  /** Lets go of exchanges of which nothing is told any more, as those of another part go before them. */
  forgetUnshown(): void {
    const shown = shownFirst(this.judge.state(() => undefined, everything));
    for (const [key, { id }] of this.kept) if (!shown.has(id)) this.kept.delete(key);
  }

  /** The exchange of a key, where it was kept. */
  keptExchange(key: number): Exchange | undefined {
    return this.kept.get(key);
  }

  /** In the order of their keys. */
  get keptExchanges(): readonly Exchange[] {
    return [...this.kept].sort(([a], [b]) => a - b).map(([, exchange]) => exchange);
  }

  /** @param exchangeOf gives those again that were not kept */
  results(exchangeOf: Parameters<Judge['results']>[0]): Judgement {
    return this.judge.results((key) => this.kept.get(key) ?? exchangeOf(key));
  }

  seen(): Seen {
    const { clients, baseUrls, times, count } = this;
    return {
      exchanges: count,
      baseUrls: baseUrls.entries,
      firstAt: isoOf(times.span?.first),
      lastAt: isoOf(times.span?.last),
      operations: [...this.operations].map(([operation, own]) => operationSeen(operation, own)),
      clients: clients.entries.map(({ value, count: exchanges }) => ({ userAgent: value, exchanges })),
      isPartial: clients.isPartial || baseUrls.isPartial,
    };
  }

  /** Of each requirement that deviates, by its id. */
  get requirements(): ReadonlyMap<string, RequirementTraffic> {
    return new Map([...this.deviations].map(([id, one]) => [id, this.requirementSeen(id, one)]));
  }

  private requirementSeen(id: string, { times, clients }: Deviations): RequirementTraffic {
    const frame = this.operations.get(this.contract.requirement(id)?.operation ?? '')?.times;
    return {
      firstAt: isoOf(times.span?.first),
      lastAt: isoOf(times.span?.last),
      rate: times.span === null ? null : times.rate(frame),
      clients: clients.entries.map(({ value, count }) => ({ userAgent: value, exchanges: count })),
    };
  }
}

function operationSeen(operation: string, { statuses, times }: OfOperation): OperationTraffic {
  const counted = [...statuses].map(([value, count]) => ({ value, count }));
  return {
    operation,
    exchanges: counted.reduce((sum, { count }) => sum + count, 0),
    statuses: counted.sort((a, b) => (a.value ?? 0) - (b.value ?? 0)),
    rate: times.rate(),
  };
}

/** Ids of exchanges that are told of, those first that show what deviates. */
function shownFirst({ tallies, unanswered, questions }: JudgeState): ReadonlyMap<string, number> {
  const all = Object.values(tallies);
  const exchanges = (state: LowestState<{ readonly exchange: string }>) =>
    state.map(([, , { exchange }]) => exchange);
  const ids = [
    ...all.flatMap(({ places: { deviates } }) => exchanges(deviates.evidence)),
    ...all.flatMap(({ places: { deviates } }) => exchanges(deviates.spread)),
    ...exchanges(unanswered),
    ...all.flatMap(({ places: { conforms } }) => exchanges(conforms.evidence)),
    ...Object.values(questions).flatMap(({ places }) => Object.values(places).flatMap(exchanges)),
  ];
  return new Map([...new Set(ids)].map((id, at) => [id, at]));
}
