import { type Contract, requirementsOn } from '../contract/contract.ts';
import { byOperation, type ContractRequirement } from '../contract/requirements.ts';
import type { ReadExchange } from '../model/answer.ts';
import { type Exchange, knowsRequestBody } from '../model/exchange.ts';
import { type AnswerJudge, answerJudgeOf, type JudgedAnswer, judgedAnswer } from './answer-judge.ts';
import { servedVerdict } from './authorization.ts';
import type { AddedExchange, ExchangeOf, Forgotten, Judgement, JudgeOptions } from './judgement.ts';
import { readExchange } from './meaning.ts';
import { type Counted, Notes, type Verdicts } from './notes.ts';
import { Observations } from './observations.ts';
import { OrdinaryJudge } from './ordinary/ordinary-judge.ts';
import { ofSeveral } from './ordinary/plan.ts';
import { OrdinaryRead } from './ordinary/read.ts';
import type { Alike, Holder } from './request-ids.ts';
import { RequestJudge, readRequest } from './request-judge.ts';
import type { JudgeState, StateOptions } from './state.ts';
import { Tally } from './tally.ts';
import { Together } from './together.ts';
import { unansweredVerdicts } from './unanswered.ts';
import { notExercised, type SpotVerdict } from './verdicts.ts';
import { requestIdOf } from './whole-answer.ts';

/** By id of the requirement. */
type Tallies = ReadonlyMap<string, Tally>;

/**
 * Judges exchanges one by one, in any order, in bounded space. Merging judges of the same contract gives what one judge
 * of all their exchanges would give, in any order and nesting.
 */
export class Judge {
  readonly contract: Contract;
  private readonly shown: (exchange: Exchange) => Exchange;
  private readonly answers: AnswerJudge;
  private readonly ordinary: OrdinaryJudge;
  /** Null where only answers are judged. */
  private readonly requests: RequestJudge | null;
  private readonly judged: readonly ContractRequirement[];
  /** Those on answers, by the name of their operation. */
  private readonly requirements: ReadonlyMap<string, readonly ContractRequirement[]>;
  /** Without what ordinary exchanges added; see `allTallies`. */
  private readonly tallies: Tallies;
  /** By the name of the operation. */
  private readonly counted: Readonly<
    Record<'answers' | 'severalAnswers' | 'requests', ReadonlyMap<string, readonly Counted[]>>
  >;
  private readonly observations: Observations;
  private readonly together: Together;

  constructor(contract: Contract, { side = 'response', shown, isAsShown }: JudgeOptions = {}) {
    this.contract = contract;
    this.shown = shown ?? ((exchange) => exchange);
    this.answers = answerJudgeOf(contract);
    this.requests = side === 'response' ? null : new RequestJudge(contract);
    this.judged = requirementsOn(contract, side);
    this.requirements = byOperation(side === 'request' ? [] : contract.requirements);
    this.tallies = new Map(this.judged.map(({ id }) => [id, new Tally()]));
    const several = [...this.requirements].map(
      ([name, all]) => [name, all.filter(({ facet }) => ofSeveral.has(facet))] as const,
    );
    this.counted = {
      answers: countedBy(this.requirements, this.tallies),
      severalAnswers: countedBy(new Map(several), this.tallies),
      requests: countedBy(this.requests?.requirements ?? new Map(), this.tallies),
    };
    this.observations = new Observations(contract);
    this.together = new Together(contract);
    const knows = isAsShown ?? (() => shown === undefined);
    this.ordinary = new OrdinaryJudge(contract, this.requirements, this.requests, this.tallies, knows);
  }

  /** All that was found on each requirement. */
  private get allTallies(): Tallies {
    this.ordinary.tally();
    return this.tallies;
  }

  /**
   * @param key unique among all exchanges that are judged together, and ordered as they are
   * @returns the exchange with its answer read
   */
  add(exchange: Exchange, key: number): AddedExchange {
    const plain = this.ordinary.add(exchange, key);
    if (plain === null) return this.addInFull(exchange, key);
    const read = new OrdinaryRead(exchange, plain, () => readExchange(exchange, this.contract));
    if (plain.aside.length > 0) this.addAside(read, key, plain.aside);
    this.addToOthers(key, read, String(plain.value['requestId']), true);
    return read;
  }

  /** Of an ordinary exchange, all else of which is counted. @throws Error where it is none, so that nothing is left out */
  private addAside(read: OrdinaryRead, key: number, aside: readonly ContractRequirement[]): void {
    const { exchange } = read;
    const judged = judgedAnswer(read);
    if (judged === null) throw new Error(`${exchange.id} was taken for an answer that can be judged`);
    const notes = new Notes(exchange, key);
    for (const one of this.counted.answers.get(exchange.operation) ?? [])
      if (aside.includes(one.requirement))
        notes.count(one, (requirement, isShown) => this.answers.verdicts(requirement, judged, isShown));
    read.note(notes);
  }

  /** The same for any exchange. */
  protected addInFull(exchange: Exchange, key: number): AddedExchange {
    const shown = this.shown(exchange);
    const isAsShown = shown === exchange;
    const read = readExchange(shown, this.contract);
    const judged = judgedAnswer(read);
    const others = this.verdictsOn(read, judged);
    const notes = new Notes(exchange, key);
    const isRestCounted =
      isAsShown && isUnanswered(read) && this.ordinary.addUnanswered(exchange.operation, key);
    const left = isRestCounted ? this.counted.severalAnswers : this.counted.answers;
    for (const one of left.get(exchange.operation) ?? [])
      notes.count(one, (requirement, isShown) => this.verdicts(requirement, read, others, key, isShown));
    this.addToOthers(key, read, judged === null ? null : requestIdOf(judged), isAsShown);
    if (this.requests !== null && !(isAsShown && this.ordinary.addRequest(exchange, key)))
      this.addRequest(this.requests, shown, notes);
    if (!isRestCounted) this.ordinary.look(exchange.operation);
    const { deviates, isShown } = notes;
    return Object.assign(read, { deviates, isShown });
  }

  private addRequest(requests: RequestJudge, exchange: Exchange, notes: Notes): void {
    const read = readRequest(exchange);
    for (const one of this.counted.requests.get(exchange.operation) ?? [])
      notes.count(one, (requirement, isShown) => requests.verdicts(requirement, read, isShown));
  }

  /** What an answer shows of a requirement, credentials aside. */
  private verdictsOn(read: ReadExchange, judged: JudgedAnswer | null): Verdicts {
    if (judged !== null) return (requirement, isShown) => this.answers.verdicts(requirement, judged, isShown);
    return read.exchange.credentials === 'authorised' ? unansweredVerdicts(read) : () => null;
  }

  /** What this exchange alone shows; null where it shows nothing, or where other exchanges are needed too. */
  private verdicts(
    requirement: ContractRequirement,
    read: ReadExchange,
    others: Verdicts,
    key: number,
    isShown: boolean,
  ): readonly SpotVerdict[] | null {
    const { facet } = requirement;
    const { credentials } = read.exchange;
    if (facet === 'authorization')
      return credentials === 'none' ? this.refusal(requirement, read, key) : null;
    if (facet === 'made-up-token')
      return credentials === 'made-up' ? this.refusal(requirement, read, key) : null;
    return others(requirement, isShown);
  }

  private refusal(
    { id }: ContractRequirement,
    read: ReadExchange,
    key: number,
  ): readonly SpotVerdict[] | null {
    if (read.meaning === 'success') return [servedVerdict(read)];
    if (read.meaning !== 'refusal')
      return [notExercised(`${read.reason}, which says nothing about credentials`)];
    if (!knowsRequestBody(read.exchange))
      return [notExercised('the request was not recorded whole, so it cannot be compared with another')];
    this.together.addRefusal(key, read, id);
    return null;
  }

  private addToOthers(key: number, read: ReadExchange, requestId: string | null, isAsShown: boolean): void {
    this.together.add(key, read, requestId);
    this.observations.add(key, read, isAsShown);
  }

  /** Takes over what another judge of the same contract knows; the other judge stays as it is. */
  merge(other: Judge): void {
    const counted = other.allTallies;
    for (const [id, tally] of this.tallies) merge(tally, counted.get(id));
    this.lookAtAll();
    this.observations.merge(other.observations);
    this.together.merge(other.together);
  }

  /**
   * What it knows, as plain JSON. Equal requestIds become deviations here, so those of another part are not compared
   * with them, unless all are listed.
   * @param exchangeOf as for `results`
   */
  state(exchangeOf: ExchangeOf, options: StateOptions): JudgeState {
    const alike = options.requestIds === undefined ? this.alike(exchangeOf) : null;
    const counted = this.allTallies;
    const tallies = this.judged.flatMap(({ id, facet, operation }) => {
      const tally = new Tally();
      merge(tally, counted.get(id));
      if (facet === 'uniqueness') alike?.tally(id, operation, tally);
      return tally.isEmpty ? [] : [[id, tally.state(options)] as const];
    });
    return {
      tallies: Object.fromEntries(tallies),
      questions: this.observations.state(options),
      ...this.together.state(options),
    };
  }

  /** Takes over what `state` of another judge of the same contract gave. */
  take({ tallies, questions, ...together }: JudgeState): void {
    for (const [id, state] of Object.entries(tallies)) this.tallies.get(id)?.take(state);
    this.lookAtAll();
    this.observations.take(questions);
    this.together.take(together);
  }

  /** @param exchangeOf gives an exchange again as it may be shown, by the key under which it was added, for its evidence */
  results(exchangeOf: ExchangeOf): Judgement {
    const alike = this.alike(exchangeOf);
    const counted = this.allTallies;
    const entries = this.judged.map((requirement) => {
      const found = this.whole(requirement, alike, counted).findings();
      return [requirement.id, this.together.found(requirement, found)] as const;
    });
    return {
      findings: new Map(entries),
      ...this.together.results(),
      ...this.observations.results(),
    };
  }

  private alike(exchangeOf: ExchangeOf): Alike {
    return this.together.alike((key) => this.holder(exchangeOf(key), key));
  }

  private lookAtAll(): void {
    for (const { name } of this.contract.operations) this.ordinary.look(name);
  }

  /** A tally with what can be said only when all exchanges have been added. */
  private whole({ id, facet, operation }: ContractRequirement, alike: Alike, counted: Tallies): Tally {
    const tally = new Tally();
    merge(tally, counted.get(id));
    if (facet === 'uniqueness') alike.tally(id, operation, tally);
    if (facet === 'authorization' || facet === 'made-up-token') this.together.tallyRefusals(id, tally);
    return tally;
  }

  /** @throws Error where an exchange is not the one that was added */
  private holder(exchange: Exchange | Forgotten | undefined, key: number): Holder {
    if (exchange !== undefined && 'forgotten' in exchange)
      return { exchange: exchange.forgotten, requestId: null };
    const judged = exchange && judgedAnswer(readExchange(exchange, this.contract));
    const requestId = judged && requestIdOf(judged);
    if (exchange === undefined || typeof requestId !== 'string')
      throw new Error(`the exchange with the key ${key} is not the one that was judged`);
    return { exchange: exchange.id, requestId };
  }
}

/** Whether it says nothing of any requirement, and none of them is the cause. */
function isUnanswered({ exchange: { credentials }, meaning }: ReadExchange): boolean {
  return credentials === 'authorised' && (meaning === 'refusal' || meaning === 'unclear');
}

function countedBy(
  requirements: ReadonlyMap<string, readonly ContractRequirement[]>,
  tallies: ReadonlyMap<string, Tally>,
): ReadonlyMap<string, readonly Counted[]> {
  const counted = (all: readonly ContractRequirement[]) =>
    all.flatMap((requirement) => {
      const tally = tallies.get(requirement.id);
      return tally === undefined ? [] : [{ requirement, tally }];
    });
  return new Map([...requirements].map(([operation, all]) => [operation, counted(all)]));
}

function merge<Value extends { merge(other: Value): void }>(into: Value, from: Value | undefined): void {
  if (from !== undefined) into.merge(from);
}

/** Judges exchanges in their order. */
export function judge(
  contract: Contract,
  exchanges: readonly Exchange[],
  options: JudgeOptions = {},
): Judgement {
  const made = new Judge(contract, options);
  for (const [key, exchange] of exchanges.entries()) made.add(exchange, key);
  return made.results((key) => exchanges[key]);
}
