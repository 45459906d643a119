import type { Contract } from '../contract/contract.ts';
import type { ContractRequirement } from '../contract/requirements.ts';
import type { ReadExchange } from '../model/answer.ts';
import { knowsCredentials, knowsRequestBody } from '../model/exchange.ts';
import type { Effect } from '../model/report.ts';
import { described } from './authorization.ts';
import { effectOf } from './effects.ts';
import type { Judgement, UnansweredRequest } from './judgement.ts';
import { Lowest } from './lowest.ts';
import { Refusals } from './refusals.ts';
import { type Alike, type HolderOf, RequestIds } from './request-ids.ts';
import { SameAnswers } from './same-answers.ts';
import type { JudgeState, StateOptions } from './state.ts';
import type { RequirementFindings, Tally } from './tally.ts';

/** Authorised requests without success, and effects, that are listed one by one. */
const listLimit = 10_000;

type TogetherState = Pick<JudgeState, 'refusals' | 'same' | 'unanswered' | 'requestIds'>;

/** What can be said only of several exchanges together, and what is listed of single ones. */
export class Together {
  private readonly contract: Contract;
  private readonly requestIds = new RequestIds();
  private readonly refusals = new Refusals();
  private readonly same = new SameAnswers();
  private readonly unanswered = new Lowest<UnansweredRequest>(listLimit);
  private readonly effects = new Lowest<Effect>(listLimit);

  constructor(contract: Contract) {
    this.contract = contract;
  }

  /** @param requestId of an answer that is compared with others; null for none */
  add(key: number, read: ReadExchange, requestId: string | null): void {
    const { exchange, meaning } = read;
    const { operation, credentials, request } = exchange;
    if (requestId !== null) this.requestIds.add(operation, key, requestId);
    if (knowsCredentials(exchange) && knowsRequestBody(exchange)) {
      if (meaning === 'success' && credentials !== 'none') this.refusals.add(request, { served: true });
      if (meaning === 'no-object' && credentials === 'authorised')
        this.refusals.add(request, { broken: `${operation}:json` });
    }
    this.same.add(read);
    if (credentials === 'authorised' && meaning !== 'success' && key <= this.unanswered.highestKey)
      this.unanswered.add({ key, at: 0 }, this.unansweredRequest(read));
    if (key > this.effects.highestKey) return;
    const effect = effectOf(read, this.contract.operation(operation));
    if (effect !== null) this.effects.add({ key, at: 0 }, effect);
  }

  /** An unauthorised request that was refused; whether that is about credentials, another one shows. */
  addRefusal(key: number, read: ReadExchange, requirement: string): void {
    const { request, id: exchange } = read.exchange;
    this.refusals.add(request, { refusal: { key, requirement, exchange, described: described(read) } });
  }

  private unansweredRequest({ exchange, meaning, reason }: ReadExchange): UnansweredRequest {
    const { id, operation } = exchange;
    return {
      exchange: id,
      operation,
      isDeviation: meaning === 'no-object',
      reason,
      hint: this.contract.operation(operation).hint(exchange),
    };
  }

  merge(other: Together): void {
    this.requestIds.merge(other.requestIds);
    this.refusals.merge(other.refusals);
    this.same.merge(other.same);
    this.unanswered.merge(other.unanswered);
    this.effects.merge(other.effects);
  }

  state(options: StateOptions): TogetherState {
    return {
      refusals: this.refusals.state(options),
      same: this.same.state,
      unanswered: this.unanswered.state(options, options.limits.unanswered, (one) => one),
      ...(options.requestIds === 'listed' && { requestIds: this.requestIds.state }),
    };
  }

  take({ refusals, same, unanswered, requestIds = {} }: TogetherState): void {
    this.refusals.take(refusals);
    this.same.take(same);
    this.unanswered.take(unanswered, (one) => one);
    this.requestIds.take(requestIds);
  }

  /** Which requestIds are the same. */
  alike(holderOf: HolderOf): Alike {
    return this.requestIds.alike(holderOf);
  }

  /** Adds what refusals say to the other findings of a requirement on credentials. */
  tallyRefusals(requirement: string, into: Tally): void {
    this.refusals.tally(requirement, into);
  }

  /** What is found of a requirement, unless this is probably not the service. */
  found({ side }: ContractRequirement, findings: RequirementFindings): RequirementFindings {
    const isOpen = this.same.isProbablyNotTheService && side !== 'request';
    return isOpen ? this.same.withoutDeviations(findings) : findings;
  }

  results(): Pick<Judgement, 'unanswered' | 'effects'> {
    const { same, unanswered, effects } = this;
    const listed = unanswered.values;
    return {
      unanswered: same.isProbablyNotTheService ? listed.map((one) => same.notTheService(one)) : listed,
      effects: effects.values,
    };
  }
}
