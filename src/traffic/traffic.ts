import { Lowest } from '../bounded/lowest.ts';
import { Judge } from '../judge/judge.ts';
import type { ExchangeOf, Judgement } from '../judge/judgement.ts';
import type { Exchange } from '../model/exchange.ts';
import { limits } from '../model/limits.ts';
import type { AddedExchange } from '../model/reading.ts';
import type { Sides } from '../model/requirement.ts';
import type { DeviationTraffic, TrafficInfo } from '../model/traffic.ts';
import { isDocumented } from '../operations/document-words.ts';
import { contract } from '../operations/index.ts';
import { marker } from '../secrets/marker.ts';
import type { Secret } from '../secrets/redaction.ts';
import { Counts, clientsOf, DeviationCounts, OperationCounts } from './counts.ts';
import { type MaskerOf, maskersFor } from './mask.ts';
import { headerValue } from './message.ts';
import { unknownTime } from './recorded.ts';
import { isoOf, Timeline } from './timeline.ts';

/** Different clients, and base URLs, that are kept. */
const mostClients = 100;
const mostBaseUrls = 100;
/** Characters of a User-Agent or a base URL. */
const longestName = 200;
/** Exchanges without success that are shown: of authorised requests, which reports list, and of others. */
const mostWithoutSuccess = 20;

/** Different tokens that every output is searched for. Each exchange is also searched for its own. */
const mostSecrets = 20;

const noClient = '(no User-Agent recorded)';
const maskedUser = `${marker('credentials')}@`;

/** A client, or a base URL, as reports name it. */
function named(text: string): string {
  return text.length > longestName ? `${text.slice(0, longestName)}…` : text;
}

function timeOf({ timings: { startedAt } }: Exchange): number | null {
  return startedAt === unknownTime ? null : Date.parse(startedAt);
}

function statesOf<State>(
  all: ReadonlyMap<string, { readonly state: State }>,
): Readonly<Record<string, State>> {
  return Object.fromEntries([...all].map(([name, { state }]) => [name, state]));
}

/** What is known of traffic, as plain JSON, but for the requestIds that the judge knows. */
export type TrafficState = Traffic['state'];

/** Characters of all exchanges that are kept, as they are written. */
const mostCharacters = 16 * 1024 * 1024;

/** Exchanges that reports may show, by their keys, in bounded space. */
class KeptExchanges {
  private readonly byKey = new Map<number, Exchange>();
  private room = mostCharacters;

  /** @returns false where there is no room for it */
  add(key: number, exchange: Exchange): boolean {
    if (this.byKey.has(key)) return true;
    const size = JSON.stringify(exchange).length;
    if (size > this.room) return false;
    this.room -= size;
    this.byKey.set(key, exchange);
    return true;
  }

  get(key: number): Exchange | undefined {
    return this.byKey.get(key);
  }

  /** In the order of their keys. */
  get entries(): readonly (readonly [key: number, exchange: Exchange])[] {
    return [...this.byKey].sort(([a], [b]) => a - b);
  }

  /** Drops exchanges whose ids are not among these. */
  keepOnly(ids: { has(id: string): boolean }): void {
    for (const [key, exchange] of this.byKey)
      if (!ids.has(exchange.id)) {
        this.byKey.delete(key);
        this.room += JSON.stringify(exchange).length;
      }
  }
}

/** The part of a report about traffic that is counted here. */
export type TrafficCounts = Pick<
  TrafficInfo,
  'exchanges' | 'baseUrls' | 'firstAt' | 'lastAt' | 'operations' | 'clients' | 'isPartial'
>;

/**
 * Judges recorded exchanges one by one in bounded space, and counts them over time and by client. Several that give and take
 * states find what one would; but which exchanges are kept beyond the room for them depends on the order.
 */
export class Traffic {
  readonly judge: Judge;
  readonly maskerOf: MaskerOf;
  private readonly side: Sides;
  private readonly times = new Timeline();
  private readonly clients = new Counts(mostClients);
  private readonly wrongClients = new Counts(mostClients);
  private readonly baseUrls = new Counts(mostBaseUrls);
  private readonly operations: ReadonlyMap<string, OperationCounts>;
  private readonly deviations = new Map<string, DeviationCounts>();
  private readonly kept = new KeptExchanges();
  /** Ids of the first exchanges without success. */
  private readonly withoutSuccess = {
    authorised: new Lowest<string>(mostWithoutSuccess),
    others: new Lowest<string>(mostWithoutSuccess),
  };
  /** Ids of requirements on requests. */
  private readonly onRequests: ReadonlySet<string>;
  private readonly sought = new Map<string, Secret>();
  private count = 0;

  /** @param side what is judged: responses, requests, or both */
  constructor(side: Sides = 'both') {
    this.side = side;
    this.maskerOf = maskersFor();
    this.judge = new Judge({
      side,
      shown: (exchange, bodies) => this.maskerOf(exchange).judged(exchange, bodies),
    });
    this.onRequests = new Set(contract.requestRequirements.map(({ id }) => id));
    this.operations = new Map(contract.operations.map(({ name }) => [name, new OperationCounts()]));
  }

  /** How many exchanges were added. */
  get exchanges(): number {
    return this.count;
  }

  /**
   * @param key unique and ordered, as for the judge
   * @param base the URL in front of the path of its operation
   * @returns what the judge made of it
   */
  add(exchange: Exchange, key: number, base: string): AddedExchange {
    const time = timeOf(exchange);
    const added = this.judge.add(exchange, key, time);
    const masker = this.maskerOf(exchange);
    const client = named(masker.text(headerValue(exchange.request.headers, 'user-agent') ?? noClient));
    this.count += 1;
    this.remember(masker.secrets);
    this.clients.add(client);
    if (added.deviates.some((id) => this.onRequests.has(id))) this.wrongClients.add(client);
    this.baseUrls.add(named(masker.text(base).replace(maskedUser, '')));
    if (time !== null) this.times.add(time);
    const own = this.operations.get(exchange.operation);
    const isFailed = exchange.credentials === 'authorised' && added.meaning !== 'success';
    own?.add((exchange.response ?? exchange.failure?.head)?.status ?? null, isFailed, time);
    for (const id of added.deviates) this.deviationsOf(id).add(time, client, added.follows.get(id));
    this.keep(key, exchange, added);
    return added;
  }

  /** Secrets that no output may hold. */
  remember(secrets: readonly Secret[]): void {
    for (const secret of secrets)
      if (this.sought.size < mostSecrets && !this.sought.has(secret.value))
        this.sought.set(secret.value, secret);
  }

  /** Only long ones: short ones occur in honest texts by chance. */
  get secrets(): readonly Secret[] {
    return [...this.sought.values()].filter(
      ({ value }) => value.length >= limits.shortestSought && !isDocumented(value),
    );
  }

  private deviationsOf(id: string): DeviationCounts {
    const known = this.deviations.get(id) ?? new DeviationCounts();
    this.deviations.set(id, known);
    return known;
  }

  /** Keeps exchanges that are evidence, and the first ones without success. */
  private keep(key: number, exchange: Exchange, { isShown, meaning }: AddedExchange): void {
    const first = this.withoutSuccess[exchange.credentials === 'authorised' ? 'authorised' : 'others'];
    const isFirst = meaning !== 'success' && first.takes(key);
    if (!isShown && !isFirst) return;
    if (isFirst) first.add(key, exchange.id);
    this.kept.add(key, this.maskerOf(exchange).exchange(exchange));
  }

  /** What it knows, as plain JSON, but for the requestIds that the judge knows. */
  get state() {
    const { shown } = this;
    return {
      judge: this.judge.state,
      exchanges: this.count,
      times: this.times.state,
      clients: this.clients.state,
      wrongClients: this.wrongClients.state,
      baseUrls: this.baseUrls.state,
      operations: statesOf(this.operations),
      deviations: statesOf(this.deviations),
      unauthorised: this.withoutSuccess.others.state,
      kept: this.kept.entries.filter(([, { id }]) => shown.has(id)),
    };
  }

  /** Takes over what `state` of another one of the same contract gave. */
  take(state: TrafficState): void {
    this.judge.take(state.judge);
    this.count += state.exchanges;
    this.times.take(state.times);
    this.clients.take(state.clients);
    this.wrongClients.take(state.wrongClients);
    this.baseUrls.take(state.baseUrls);
    for (const [name, own] of Object.entries(state.operations)) this.operations.get(name)?.take(own);
    for (const [id, own] of Object.entries(state.deviations)) this.deviationsOf(id).take(own);
    this.withoutSuccess.others.take(state.unauthorised);
    const left = state.kept.filter(([key, exchange]) => !this.kept.add(key, exchange));
    if (left.length > 0) this.kept.keepOnly(this.shown);
    for (const [key, exchange] of left) this.kept.add(key, exchange);
  }

  /** Ids of what is evidence, or one of the first without success; others were so until lower keys came. */
  private get shown(): ReadonlySet<string> {
    const { tallies, unanswered } = this.judge.state;
    const evidence = Object.values(tallies).flatMap((tally) => [
      ...[...tally.evidence.deviates, ...tally.evidence.conforms, ...tally.spread],
      ...tally.follows.flatMap(({ evidence }) => evidence),
    ]);
    const shown = [...evidence, ...unanswered.slice(0, mostWithoutSuccess)];
    return new Set([...shown.map(([, , { exchange }]) => exchange), ...this.withoutSuccess.others.values]);
  }

  /** Those that reports show, in the order of their keys. */
  get shownExchanges(): readonly Exchange[] {
    const { shown } = this;
    return this.kept.entries.flatMap(([, exchange]) => (shown.has(exchange.id) ? [exchange] : []));
  }

  /** @param exchangeOf gives exchanges again that were not kept */
  results(exchangeOf: ExchangeOf): Judgement {
    return this.judge.results(this.shownOf(exchangeOf));
  }

  /** Gives exchanges as they may be shown; those that are kept are masked already. */
  private shownOf(again: ExchangeOf): ExchangeOf {
    return (key) => {
      const kept = this.kept.get(key);
      if (kept !== undefined) return kept;
      const found = again(key);
      return found === undefined || 'forgotten' in found ? found : this.maskerOf(found).exchange(found);
    };
  }

  seen(): TrafficCounts {
    const { clients, baseUrls, times, count } = this;
    return {
      exchanges: count,
      baseUrls: baseUrls.entries,
      firstAt: isoOf(times.span?.first),
      lastAt: isoOf(times.span?.last),
      operations: [...this.operations].map(([operation, own]) => own.seen(operation)),
      clients: this.side === 'response' ? clientsOf(clients) : this.clientsWithWrong(),
      isPartial: clients.isPartial || baseUrls.isPartial,
    };
  }

  /** Of the clients with the lowest hashes, those with wrong requests are among the lowest with such: none is missing. */
  private clientsWithWrong(): TrafficCounts['clients'] {
    const wrong = new Map(this.wrongClients.entries.map(({ value, count }) => [value, count]));
    return clientsOf(this.clients).map((one) => ({ ...one, wrong: wrong.get(one.userAgent) ?? 0 }));
  }

  /** Of each requirement that deviates, by its id. */
  get requirements(): ReadonlyMap<string, DeviationTraffic> {
    const operationOf = (id: string) => contract.requirement(id)?.operation ?? '';
    return new Map(
      [...this.deviations].map(([id, own]) => [id, own.seen(this.operations.get(operationOf(id))?.times)]),
    );
  }
}
