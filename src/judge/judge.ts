import { byOperation, type ContractRequirement } from '../contract/requirements.ts';
import type { Exchange } from '../model/exchange.ts';
import type { ReadJson } from '../model/json.ts';
import type { AddedExchange } from '../model/reading.ts';
import type { Operation } from '../model/requirement.ts';
import { contract } from '../operations/index.ts';
import { Read } from '../reading/meaning.ts';
import { maskedIn } from '../reading/sent.ts';
import type { ExchangeOf, Forgotten, Judgement, JudgingOptions } from './judgement.ts';
import { Noted } from './noted.ts';
import { Observations, type QuestionStates } from './observations.ts';
import { planFor } from './plan.ts';
import { type Alike, type Holder, type RequestIds, shownRequestId } from './request-ids.ts';
import { RequestJudge } from './request-judge.ts';
import { judgedOf, type Put, ResponseJudge, requestIdOf } from './response-judge.ts';
import { RequirementTally, type TallyState } from './tally.ts';
import { Together, type TogetherState } from './together.ts';

/**
 * `add` takes the same time however many exchanges came before. Of evidence, the lowest keys are kept, so the result
 * does not depend on the order; of what needs several exchanges, bounded samples. Only the search for equal
 * requestIds needs memory for each response. A judge takes the state of others, for threads and parts alike.
 */

/** What a judge knows, as plain JSON, but for the requestIds, which are many. Keys have to be unique over all exchanges. */
export interface JudgeState extends TogetherState {
  /** By id of the requirement; without those of which nothing is known. */
  readonly tallies: Readonly<Record<string, TallyState>>;
  readonly questions: QuestionStates;
}

/** What judges the exchanges of one operation. */
interface OperationJudges {
  readonly responses: ResponseJudge;
  /** Null where only responses are judged. */
  readonly requests: RequestJudge | null;
}

/**
 * Judges exchanges one by one, in any order, in bounded space. A judge that takes the states of others of the same contract
 * gives what one judge of all their exchanges would give.
 */
export class Judge {
  private readonly shown: JudgingOptions['shown'];
  private readonly judged: readonly ContractRequirement[];
  /** By id of the requirement. */
  private readonly tallies: ReadonlyMap<string, RequirementTally>;
  private readonly sides: ReadonlyMap<Operation, OperationJudges>;
  private readonly observations: Observations;
  private readonly together: Together;

  constructor({ side = 'response', shown }: JudgingOptions = {}) {
    this.shown = shown;
    this.judged = contract.requirementsOn(side);
    this.tallies = new Map(this.judged.map(({ id }) => [id, new RequirementTally()]));
    const onResponses = byOperation(side === 'request' ? [] : contract.requirements);
    const onRequests = side === 'response' ? null : byOperation(contract.requestRequirements);
    const sidesOf = (name: Operation) =>
      this.sidesOf(name, onResponses.get(name) ?? [], onRequests && (onRequests.get(name) ?? []));
    this.sides = new Map(contract.operations.map(({ name }) => [name, sidesOf(name)]));
    this.observations = new Observations();
    this.together = new Together(this.tallies);
  }

  private sidesOf(
    name: Operation,
    onResponses: readonly ContractRequirement[],
    onRequests: readonly ContractRequirement[] | null,
  ): OperationJudges {
    const { tallies } = this;
    const responses = planFor(name, 'response', onResponses);
    const requests = onRequests && planFor(name, 'request', onRequests);
    return {
      responses: new ResponseJudge(name, responses, new Noted(onResponses, tallies)),
      requests: requests && new RequestJudge(name, requests, new Noted(requests.requirements, tallies)),
    };
  }

  /**
   * @param key unique among all exchanges that are judged together, and ordered as they are
   * @param time milliseconds since 1970, where somebody asks when requirements are met; null where it is not known
   * @returns the exchange with its response read
   */
  add(exchange: Exchange, key: number, time: number | null = null): AddedExchange {
    const sides = this.sides.get(exchange.operation);
    if (sides === undefined) throw new Error(`no operation named ${exchange.operation}`);
    let read = new Read(exchange);
    let put = notedOf(sides, read, key);
    const shown = this.shown?.(exchange, bodiesOf(read)) ?? exchange;
    if (shown !== exchange) {
      read = new Read(shown);
      put = notedOf(sides, read, key);
    }
    sides.responses.noted.count(read, time);
    sides.requests?.noted.count(read, time);
    this.together.add(key, read, put, recordOf(exchange, time));
    this.observations.add(key, read);
    return read;
  }

  get state(): JudgeState {
    this.together.refusals.countForgotten();
    const counted = [...this.tallies].filter(([, tally]) => !tally.isEmpty);
    return {
      tallies: Object.fromEntries(counted.map(([id, tally]) => [id, tally.state])),
      questions: this.observations.state,
      ...this.together.state,
    };
  }

  /** Takes over the state of another judge of the same contract. */
  take({ tallies, questions, ...together }: JudgeState): void {
    for (const [id, state] of Object.entries(tallies)) this.tallies.get(id)?.take(state);
    this.observations.take(questions);
    this.together.take(together);
  }

  /** Of all responses that are compared; they are taken over beside the state. */
  get requestIds(): RequestIds {
    return this.together.requestIds;
  }

  /** @param exchangeOf gives an exchange again as it may be shown, by the key under which it was added, for its evidence */
  results(exchangeOf: ExchangeOf): Judgement {
    this.together.refusals.countForgotten();
    const requestIds = new Map<number, string>();
    const alike = this.requestIds.alike((key) => {
      const holder = this.holder(exchangeOf(key), key);
      if (holder.requestId !== null) requestIds.set(key, holder.requestId);
      return holder;
    });
    const entries = this.judged.map((requirement) => {
      const found = this.whole(requirement, alike).findings();
      return [requirement.id, this.together.found(requirement, found)] as const;
    });
    return {
      copies: alike.copies,
      requestIds,
      findings: new Map(entries),
      ...this.together.results(),
      ...this.observations.results(),
    };
  }

  /** A tally with what can be said only when all exchanges have been added. */
  private whole({ id, facet, operation }: ContractRequirement, alike: Alike): RequirementTally {
    const tally = new RequirementTally();
    tally.take((this.tallies.get(id) as RequirementTally).state);
    if (facet === 'uniqueness') alike.tally(operation, tally);
    if (facet === 'authorization' || facet === 'made-up-token') this.together.refusals.tally(id, tally);
    return tally;
  }

  /** @throws Error where an exchange is not the one that was added */
  private holder(exchange: Exchange | Forgotten | undefined, key: number): Holder {
    if (exchange !== undefined && 'forgotten' in exchange)
      return { exchange: exchange.forgotten, requestId: exchange.requestId ?? null };
    const content = exchange && judgedOf(new Read(exchange));
    const requestId = content && requestIdOf(content, maskedIn(exchange.masked, 'body'));
    if (exchange === undefined || typeof requestId !== 'string')
      throw new Error(`the exchange with the key ${key} is not the one that was judged`);
    return { exchange: exchange.id, requestId: shownRequestId(requestId) };
  }
}

/** The same for copies of one exchange: its time, its request and its response. Null for what a service worker handed on. */
function recordOf(exchange: Exchange, time: number | null): string | null {
  const { id, recorded, timings, request, response } = exchange;
  if (recorded?.isCopy === true) return null;
  const when = recorded === undefined ? id : (time ?? id);
  const came = [response?.status, response?.headers, response?.body.text];
  return [when, timings.totalMs, ...Object.values(request), ...came].join('\n');
}

function notedOf({ responses, requests }: OperationJudges, read: Read, key: number): Put {
  responses.noted.begin(key);
  requests?.noted.begin(key);
  requests?.put(read.request);
  return responses.put(read);
}

/** Both bodies but for empty ones; null where one of them is no JSON of which all is known. */
function bodiesOf({ exchange, content, request }: Read): readonly ReadJson[] | null {
  if (exchange.response?.body.encoding !== 'utf8') return null;
  const received = content?.kind === 'json' ? content.json : null;
  const texts = [exchange.response.body.text, exchange.request.body ?? ''];
  const bodies = [received, request.body].map((json) => (json?.keys == null ? null : json));
  const isKnown = bodies.every((json, at) => json !== null || texts[at] === '');
  return isKnown ? bodies.filter((json) => json !== null) : null;
}

/** Judges exchanges in their order. */
export function judge(exchanges: readonly Exchange[], options: JudgingOptions = {}): Judgement {
  const made = new Judge(options);
  for (const [key, exchange] of exchanges.entries()) made.add(exchange, key);
  return made.results((key) => exchanges[key]);
}
