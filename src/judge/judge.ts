import type { Effect, Exchange } from '../../schemas/types.ts';
import { type Lowest, valuesOf } from '../bounded/lowest.ts';
import { entryOf, type Named, named, record, type StateOf } from '../bounded/state.ts';
import type { ContractRequirement } from '../contract/requirements.ts';
import type { ReadJson } from '../model/json.ts';
import type { AddedExchange } from '../model/reading.ts';
import type { Operation, Side, Sides } from '../model/requirement.ts';
import { contract } from '../operations/index.ts';
import { Read } from '../reading/meaning.ts';
import { finding, isEmpty, type RequirementState } from './findings.ts';
import { Noted } from './noted.ts';
import { planFor } from './plan.ts';
import { answersIn, questionReader, questionStates } from './questions.ts';
import { addRequestId, alikeIn, type ExchangeOf, requestIds } from './request-ids.ts';
import { putRequest } from './requests.ts';
import { type Put, putResponse } from './responses.ts';
import { addEffect, addTogether, isSamePage, settled, several, unansweredIn } from './several.ts';

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
  ...several,
});

export type JudgeState = StateOf<typeof judgeState>;

export interface JudgingOptions {
  /** What is judged; responses, as in a run, without it. */
  readonly side?: Sides;
  /**
   * Gives an exchange with everything masked that a finding could show; the exchange itself where that is nothing. Without
   * it every exchange stays as it is.
   * @param bodies those that are not empty; null where one of them could not be read as a plain value
   */
  readonly shown?: (exchange: Exchange, bodies: readonly ReadJson[] | null) => Exchange;
}

/** What is known after the exchanges that were added. */
export type Judgement = ReturnType<Judge['results']>;

/** What an exchange of one operation says, with its response and with its request. */
type NotedSides = Readonly<Record<Side, Noted>>;

/** Judges exchanges one by one, in any order, in bounded space. */
export class Judge {
  private readonly state: JudgeState = judgeState.empty();
  /** Of responses that are compared with each other. */
  readonly requestIds = requestIds.empty();
  private readonly shown: JudgingOptions['shown'];
  private readonly requirements: readonly ContractRequirement[];
  private readonly sides: ReadonlyMap<Operation, NotedSides>;
  private readonly addToQuestions = questionReader(this.state.questions);
  private readonly effects: Lowest<Effect> = [];

  constructor({ side = 'response', shown }: JudgingOptions = {}) {
    this.shown = shown;
    this.requirements = contract.requirementsOn(side);
    const notedOf = (name: Operation, of: Side) =>
      new Noted(planFor(name, of, side === of || side === 'both'), (id) =>
        entryOf(this.state.findings, id, finding),
      );
    this.sides = new Map(
      contract.operations.map(({ name }) => [
        name,
        { response: notedOf(name, 'response'), request: notedOf(name, 'request') },
      ]),
    );
  }

  /** What was found up to now. */
  get known(): JudgeState {
    for (const { response, request } of this.sides.values()) {
      response.earlier.settle();
      request.earlier.settle();
    }
    return this.state;
  }

  /**
   * @param key unique among all exchanges that are judged together, and ordered as they are; of traffic, each higher than those before
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
    addTogether(this.state, key, read, put.refusal);
    if (exchange.recorded === undefined) addEffect(this.effects, key, read);
    this.addToQuestions(key, read);
    return read;
  }

  /** @param exchangeOf gives an exchange again as it may be shown, by the key under which it was added, for its evidence */
  results(exchangeOf: ExchangeOf) {
    const { known } = this;
    const { copies, requestIds, addTo } = alikeIn(this.requestIds, exchangeOf);
    const foundOf = (requirement: ContractRequirement) => {
      const { id, facet, operation } = requirement;
      const found = finding.merge(finding.empty(), entryOf(known.findings, id, finding));
      if (facet === 'uniqueness') addTo(found, operation);
      return settled(known, requirement, found);
    };
    return {
      /** Exchanges with a requestId that are records of one that was recorded before. */
      copies,
      /** Those that are shown, by the keys of their responses. */
      requestIds,
      /** By id of the requirement. */
      findings: new Map(this.requirements.map((one) => [one.id, foundOf(one)])),
      unanswered: unansweredIn(known),
      effects: valuesOf(this.effects),
      /** Whether every request of a run, unauthorised ones too, got the same page. */
      isSamePage: isSamePage(known),
      ...answersIn(known.questions),
    };
  }
}

/** The state without requirements of which nothing is known. */
export function writtenState(known: JudgeState): JudgeState {
  const findings: Named<RequirementState> = Object.fromEntries(
    Object.entries(known.findings).filter(([, found]) => !isEmpty(found)),
  );
  return { ...known, findings };
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

/** Judges exchanges in their order. */
export function judge(exchanges: readonly Exchange[], options: JudgingOptions = {}): Judgement {
  const made = new Judge(options);
  for (const [key, exchange] of exchanges.entries()) made.add(exchange, key);
  return made.results((key) => exchanges[key]);
}
