import { bounds } from '../bounded/bounds.ts';
import { addLowest, type Lowest, lowest, takesLowest, valuesOf } from '../bounded/lowest.ts';
import { entryOf, type Named, named, record, type StateOf } from '../bounded/state.ts';
import type { ContractRequirement } from '../contract/requirements.ts';
import { firstAt } from '../json/place.ts';
import { type Exchange, knowsCredentials, knowsRequestBody, statusOf } from '../model/exchange.ts';
import type { ReadJson } from '../model/json.ts';
import type { AddedExchange, ReadExchange } from '../model/reading.ts';
import type { Effect } from '../model/report.ts';
import type { Operation, Side } from '../model/requirement.ts';
import { contract } from '../operations/index.ts';
import { Read } from '../reading/meaning.ts';
import { maskedIn } from '../reading/sent.ts';
import { cut } from '../text/cut.ts';
import { finding, findingsOf, isEmpty, type RequirementFindings, type RequirementState } from './findings.ts';
import type { ExchangeOf, Forgotten, Judgement, JudgingOptions, UnansweredRequest } from './judgement.ts';
import { Noted } from './noted.ts';
import { isAboutCredentials, planFor } from './plan.ts';
import { answersIn, QuestionReader, questionStates } from './questions.ts';
import { addRefusals, pairOf, refusals, requestHash } from './refusals.ts';
import { addRequestId, alikeIn, type Holder, requestIds, shownRequestId } from './request-ids.ts';
import { putRequest } from './requests.ts';
import { described, judgedOf, type Put, putResponse, requestIdOf } from './responses.ts';
import {
  addResponse,
  isProbablyNotTheService,
  isSamePage,
  notTheService,
  sameResponses,
  withoutDeviations,
} from './same-responses.ts';

/**
 * `add` takes the same time however many exchanges came before. Of evidence, the lowest keys are kept, so the result
 * does not depend on the order; of what needs several exchanges, bounded samples. Only the search for equal
 * requestIds needs memory for each response.
 */

/**
 * What a judge knows, but for the requestIds, which are many, and for effects, as nobody asks for those of traffic. Two that
 * are merged give what one judge of all their exchanges would know; keys have to be unique over all of them.
 */
export const judgeState = record({
  /** By id of the requirement. */
  findings: named(finding),
  questions: questionStates,
  /** Requests that were refused, and whether the same were served, by hash of the request. */
  refusals,
  same: sameResponses,
  /** Authorised requests that got no response of success. */
  unanswered: lowest<UnansweredRequest>(bounds.listed),
});

export type JudgeState = StateOf<typeof judgeState>;

/** What an exchange of one operation says, with its response and with its request. */
type NotedSides = Readonly<Record<Side, Noted>>;

/** Judges exchanges one by one, in any order, in bounded space. */
export class Judge {
  readonly known: JudgeState = judgeState.empty();
  /** Of responses that are compared with each other. */
  readonly requestIds = requestIds.empty();
  private readonly shown: JudgingOptions['shown'];
  private readonly requirements: readonly ContractRequirement[];
  private readonly sides: ReadonlyMap<Operation, NotedSides>;
  private readonly questions = new QuestionReader(this.known.questions);
  private readonly effects: Lowest<Effect> = [];

  constructor({ side = 'response', shown }: JudgingOptions = {}) {
    this.shown = shown;
    this.requirements = contract.requirementsOn(side);
    const notedOf = (name: Operation, of: Side) =>
      new Noted(planFor(name, of, side === of || side === 'both'), (id) =>
        entryOf(this.known.findings, id, finding),
      );
    this.sides = new Map(
      contract.operations.map(({ name }) => [
        name,
        { response: notedOf(name, 'response'), request: notedOf(name, 'request') },
      ]),
    );
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
    let put = putTo(sides, read, key);
    const shown = this.shown?.(exchange, bodiesOf(read)) ?? exchange;
    if (shown !== exchange) {
      read = new Read(shown);
      put = putTo(sides, read, key);
    }
    sides.response.count(read, time);
    sides.request.count(read, time);
    if (put.requestId !== null) addRequestId(this.requestIds, exchange, key, put.requestId, time);
    this.together(key, read, put.refusal);
    this.questions.add(key, read);
    return read;
  }

  /** What can be said only of several exchanges together, and what is listed of single ones. */
  private together(key: number, read: Read, refusal: Put['refusal']): void {
    const { exchange, meaning } = read;
    const { operation, credentials, request, id } = exchange;
    const { known, effects } = this;
    const pair = (seen: Parameters<typeof pairOf>[0]) =>
      refusals.add(known.refusals, requestHash(request), pairOf(seen));
    if (refusal !== null)
      pair({
        refused: { [refusal]: { count: 1, first: [[key, 0, { exchange: id, described: described(read) }]] } },
      });
    if (knowsCredentials(exchange) && knowsRequestBody(exchange)) {
      if (meaning === 'success' && credentials !== 'none') pair({ served: true });
      if (meaning === 'no-object' && credentials === 'authorised') pair({ broken: `${operation}:json` });
    }
    addResponse(known.same, read);
    if (
      credentials === 'authorised' &&
      meaning !== 'success' &&
      takesLowest(known.unanswered, bounds.listed, key)
    ) {
      const kind = meaning === 'unclear' && read.signs.denials.length > 0 ? 'mixed' : meaning;
      const unanswered = { exchange: id, operation, kind, reason: read.reason };
      addLowest(known.unanswered, bounds.listed, [key, 0, unanswered]);
    }
    const effect = takesLowest(effects, bounds.listed, key) ? effectOf(read) : null;
    if (effect !== null) addLowest(effects, bounds.listed, [key, 0, effect]);
  }

  /** @param exchangeOf gives an exchange again as it may be shown, by the key under which it was added, for its evidence */
  results(exchangeOf: ExchangeOf): Judgement {
    const { known, effects } = this;
    const shownIds = new Map<number, string>();
    const alike = alikeIn(this.requestIds, (key) => {
      const holder = holderOf(exchangeOf(key), key);
      if (holder.requestId !== null) shownIds.set(key, holder.requestId);
      return holder;
    });
    const isNotTheService = isProbablyNotTheService(known.same);
    const listed = valuesOf(known.unanswered);
    return {
      copies: alike.copies,
      requestIds: shownIds,
      findings: new Map(this.requirements.map((one) => [one.id, this.found(one, alike)])),
      unanswered: isNotTheService ? listed.map(notTheService) : listed,
      effects: valuesOf(effects),
      isSamePage: isSamePage(known.same),
      ...answersIn(known.questions),
    };
  }

  /** With what can be said only when all exchanges have been added. Whatever serves an unauthorised request, it was served. */
  private found(requirement: ContractRequirement, alike: ReturnType<typeof alikeIn>): RequirementFindings {
    const { known } = this;
    const { id, facet, operation, side } = requirement;
    const whole = finding.merge(finding.empty(), entryOf(known.findings, id, finding));
    const isOnRefusal = isAboutCredentials(requirement);
    if (facet === 'uniqueness') alike.addTo(whole, operation);
    if (isOnRefusal) addRefusals(known.refusals, id, whole);
    const isOpen = isProbablyNotTheService(known.same) && side !== 'request' && !isOnRefusal;
    return isOpen ? withoutDeviations(known.same, findingsOf(whole)) : findingsOf(whole);
  }
}

/** The state without requirements of which nothing is known. */
export function writtenState(known: JudgeState): JudgeState {
  const findings: Named<RequirementState> = Object.fromEntries(
    Object.entries(known.findings).filter(([, found]) => !isEmpty(found)),
  );
  return { ...known, findings };
}

/** @throws Error where an exchange is not the one that was added */
function holderOf(exchange: Exchange | Forgotten | undefined, key: number): Holder {
  if (exchange !== undefined && 'forgotten' in exchange)
    return { exchange: exchange.forgotten, requestId: exchange.requestId ?? null };
  const content = exchange && judgedOf(new Read(exchange));
  const requestId = content && requestIdOf(content, maskedIn(exchange.masked, 'body'));
  if (exchange === undefined || typeof requestId !== 'string')
    throw new Error(`the exchange with the key ${key} is not the one that was judged`);
  return { exchange: exchange.id, requestId: shownRequestId(requestId) };
}

function putTo({ response, request }: NotedSides, read: Read, key: number): Put {
  response.begin(key);
  request.begin(key);
  putRequest(request, read.request);
  return putResponse(response, read);
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

/** A refusal leaves the data as it was; a request that broke off or failed in the service may have changed it. */
function effectState({ exchange, meaning }: ReadExchange): Effect['state'] | null {
  if (meaning === 'success') return 'confirmed';
  if (exchange.failure?.sent === false) return null;
  const status = statusOf(exchange);
  const refused = status !== undefined && (status === 429 || (meaning === 'refusal' && status < 500));
  return refused ? null : 'unknown';
}

/** What one exchange did to the target's data, or null. */
function effectOf(read: ReadExchange): Effect | null {
  const { operation, id: exchange, request } = read.exchange;
  const { effect, recordId } = contract.operation(operation);
  const state = effect && effectState(read);
  if (state === null) return null;
  const written = read.content?.kind === 'json' ? firstAt(read.content.json.value, ['data', recordId]) : null;
  const own = typeof written === 'string' ? cut(written) : null;
  const id = effect?.removes === undefined ? own : (request.addressed[effect.removes] ?? null);
  return { operation, id, state, exchange };
}

/** Judges exchanges in their order. */
export function judge(exchanges: readonly Exchange[], options: JudgingOptions = {}): Judgement {
  const made = new Judge(options);
  for (const [key, exchange] of exchanges.entries()) made.add(exchange, key);
  return made.results((key) => exchanges[key]);
}
