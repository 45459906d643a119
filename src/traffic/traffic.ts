import type { Exchange, TrafficSourceInfo } from '../../schemas/types.ts';
import { addLowest, highestKey, takesLowest, valuesOf as valuesIn } from '../bounded/lowest.ts';
import { Judge, type Judgement, writtenState } from '../judge/judge.ts';
import type { ExchangeOf } from '../judge/request-ids.ts';
import { valuesOf } from '../model/exchange.ts';
import { limits } from '../model/limits.ts';
import type { AddedExchange } from '../model/reading.ts';
import type { Sides } from '../model/requirement.ts';
import { isDocumented } from '../operations/document-words.ts';
import { marker } from '../secrets/marker.ts';
import type { Secret } from '../secrets/redaction.ts';
import {
  countExchange,
  type KeptExchange,
  mostWithoutSuccess,
  noTraffic,
  sources,
  type TrafficFindings,
  trafficState,
} from './counts.ts';
import { unknownTime } from './entry.ts';
import { maskers } from './mask.ts';
import { sumOf } from './timeline.ts';

/** Characters of a User-Agent or a base URL. */
const longestName = 200;
/** Characters of all exchanges that are kept, as they are written. */
const mostCharacters = 16 * 1024 * 1024;
/** Different tokens that every output is searched for. Each exchange is also searched for its own. */
const mostSecrets = 20;

const noClient = '(no User-Agent recorded)';
const maskedUser = `${marker('credentials')}@`;

/** A client, or a base URL, as reports name it. */
function shortName(text: string): string {
  return text.length > longestName ? `${text.slice(0, longestName)}…` : text;
}

/**
 * Judges recorded exchanges one by one in bounded space, and counts them over time and by client. Those that are merged know
 * what one would; but which exchanges are kept beyond the room for them depends on the order.
 */
export class Traffic {
  readonly judge: Judge;
  readonly maskerOf = maskers();
  readonly side: Sides;
  readonly known = noTraffic();
  /** Exchanges that reports may show, by their keys, and characters that there still is room for. */
  private readonly kept = new Map<number, Exchange>();
  private room = mostCharacters;
  private readonly sought = new Map<string, Secret>();

  /** @param side what is judged: responses, requests, or both */
  constructor(side: Sides) {
    this.side = side;
    this.judge = new Judge({
      side,
      shown: (exchange, bodies) => this.maskerOf(exchange).judged(exchange, bodies),
    });
    this.known.traffic.judge = this.judge.known;
  }

  /** How many exchanges were added. */
  get exchanges(): number {
    return Object.values(this.known.traffic.operations).reduce(
      (sum, { statuses }) => sum + sumOf(statuses),
      0,
    );
  }

  /**
   * @param key unique and ordered, as for the judge
   * @param base the URL in front of the path of its operation
   * @returns what the judge made of it
   */
  add(exchange: Exchange, key: number, base: string): AddedExchange {
    const { startedAt } = exchange.timings;
    const time = startedAt === unknownTime ? null : Date.parse(startedAt);
    const added = this.judge.add(exchange, key, time);
    const masker = this.maskerOf(exchange);
    this.remember(masker.secrets);
    const agents = valuesOf(exchange.request.headers, 'user-agent');
    const client = shortName(masker.text(agents.length > 0 ? agents.join(', ') : noClient));
    const shownBase = shortName(masker.text(base).replace(maskedUser, ''));
    countExchange(this.known.traffic, added, { client, base: shownBase, time });
    this.keep(key, exchange, added);
    return added;
  }

  /** @param index of the source among all @param isBeginning of a source that is divided, whether this is its first range */
  addSource(info: TrafficSourceInfo, index = 0, isBeginning = true): void {
    const { known } = this;
    if (isBeginning) known.sourceCount += 1;
    known.other += info.other;
    known.bad += info.bad;
    sources.merge(known.sources, [[index, 0, info]]);
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

  /** Keeps exchanges that are evidence, and the first ones without success. */
  private keep(key: number, exchange: Exchange, { isShown, meaning }: AddedExchange): void {
    const { judge, unauthorised } = this.known.traffic;
    const isAuthorised = exchange.credentials === 'authorised';
    const isFirst =
      meaning !== 'success' &&
      (isAuthorised
        ? key <= highestKey(judge.unanswered, mostWithoutSuccess)
        : takesLowest(unauthorised, mostWithoutSuccess, key));
    if (isFirst && !isAuthorised) addLowest(unauthorised, mostWithoutSuccess, [key, 0, exchange.id]);
    if (isShown || isFirst) this.hold(key, this.maskerOf(exchange).exchange(exchange));
  }

  /** Keeps an exchange where there is room for it. */
  private hold(key: number, exchange: Exchange): void {
    const size = this.kept.has(key) ? Infinity : JSON.stringify(exchange).length;
    if (size > this.room) return;
    this.room -= size;
    this.kept.set(key, exchange);
  }

  /** Ids of what is evidence, or one of the first without success; others were so until lower keys came. */
  private get shown(): ReadonlySet<string> {
    const { judge, unauthorised } = this.known.traffic;
    const evidence = Object.values(judge.findings).flatMap((one) => [
      ...[...one.evidence.deviates, ...one.evidence.conforms, ...one.spread],
      ...Object.values(one.follows).flatMap(({ evidence }) => evidence),
    ]);
    const shown = [...evidence, ...judge.unanswered.slice(0, mostWithoutSuccess)];
    return new Set([...shown.map(([, , { exchange }]) => exchange), ...valuesIn(unauthorised)]);
  }

  /** Those of the kept exchanges that reports show, in the order of their keys. */
  private get shownKept(): readonly KeptExchange[] {
    const { shown } = this;
    return [...this.kept].filter(([, { id }]) => shown.has(id)).sort(([a], [b]) => a - b);
  }

  get findings(): TrafficFindings {
    const { traffic, ...read } = this.known;
    return { ...read, traffic: { ...traffic, judge: writtenState(this.judge.known), kept: this.shownKept } };
  }

  /** Takes over what another one found. */
  merge(from: TrafficFindings): void {
    trafficState.merge(this.known, from);
    const { shown } = this;
    const kept = [...this.kept, ...from.traffic.kept].filter(([, { id }]) => shown.has(id));
    this.kept.clear();
    this.room = mostCharacters;
    for (const [key, exchange] of kept) this.hold(key, exchange);
  }

  /** @param exchangeOf gives exchanges again that were not kept; those that are kept are masked already */
  results(exchangeOf: ExchangeOf): Judgement {
    return this.judge.results((key) => {
      const kept = this.kept.get(key);
      if (kept !== undefined) return kept;
      const found = exchangeOf(key);
      return found === undefined || 'forgotten' in found ? found : this.maskerOf(found).exchange(found);
    });
  }

  /** Exchanges that reports show, redacted. */
  get shownExchanges(): readonly Exchange[] {
    return this.shownKept.map(([, exchange]) => exchange);
  }
}
