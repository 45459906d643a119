import { Lowest } from '../bounded/lowest.ts';
import type { StateOptions } from '../bounded/state.ts';
import type { Contract } from '../contract/contract.ts';
import type { ContractRequirement } from '../contract/requirements.ts';
import type { ReadExchange } from '../model/answer.ts';
import { knowsCredentials, knowsRequestBody } from '../model/exchange.ts';
import type { Effect } from '../model/report.ts';
import { described } from './authorization.ts';
import { effectOf } from './effects.ts';
import type { Judgement, UnansweredRequest } from './judgement.ts';
import { Refusals } from './refusals.ts';
import { RequestIds } from './request-ids.ts';
import { SameAnswers } from './same-answers.ts';
import type { JudgeState } from './state.ts';
import type { RequirementFindings, RequirementTally } from './tally.ts';

/** Authorised requests without success, and effects, that are listed one by one. */
const listLimit = 10_000;

type TogetherState = Pick<JudgeState, 'refusals' | 'same' | 'unanswered'>;

/** What can be said only of several exchanges together, and what is listed of single ones. */
export class Together {
  private readonly contract: Contract;
  /** Of answers that are compared with each other. */
  readonly requestIds = new RequestIds();
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

  state(options: StateOptions): TogetherState {
    return {
      refusals: this.refusals.state(options),
      same: this.same.state,
      unanswered: this.unanswered.state(options, options.limits.unanswered, (one) => one),
    };
  }

  take({ refusals, same, unanswered }: TogetherState): void {
    this.refusals.take(refusals);
    this.same.take(same);
    this.unanswered.take(unanswered, (one) => one);
  }

  /** Adds what refusals say to the other findings of a requirement on credentials. */
  tallyRefusals(requirement: string, into: RequirementTally): void {
    this.refusals.tally(requirement, into);
  }

  /**
   * What is found of a requirement, unless this is probably not the service. Whatever serves an unauthorised request, it
   * was served.
   */
  found({ side, facet }: ContractRequirement, findings: RequirementFindings): RequirementFindings {
    const isAboutCredentials = facet === 'authorization' || facet === 'made-up-token';
    const isOpen = this.same.isProbablyNotTheService && side !== 'request' && !isAboutCredentials;
    return isOpen ? this.same.withoutDeviations(findings) : findings;
  }

  results(): Pick<Judgement, 'unanswered' | 'effects' | 'isSamePage'> {
    const { same, unanswered, effects } = this;
    const listed = unanswered.values;
    return {
      unanswered: same.isProbablyNotTheService ? listed.map((one) => same.notTheService(one)) : listed,
      effects: effects.values,
      isSamePage: same.isSamePage,
    };
  }
}
