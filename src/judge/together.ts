import { bounds } from '../bounded/bounds.ts';
import { Lowest, type LowestState } from '../bounded/lowest.ts';
import type { ContractRequirement } from '../contract/requirements.ts';
import { memberOf } from '../json/plain.ts';
import { knowsCredentials, knowsRequestBody } from '../model/exchange.ts';
import type { OperationContract } from '../model/operation.ts';
import type { ReadExchange } from '../model/reading.ts';
import type { Effect } from '../model/report.ts';
import { contract } from '../operations/index.ts';
import { cut } from '../text/cut.ts';
import type { Judgement, UnansweredRequest } from './judgement.ts';
import { Refusals, type RefusalsState } from './refusals.ts';
import { RequestIds } from './request-ids.ts';
import { described, type Put } from './response-judge.ts';
import { SameResponses, type SameResponsesState } from './same-responses.ts';
import type { RequirementFindings, RequirementTally } from './tally.ts';

/** A refusal leaves the data as it was; a request that broke off or failed in the service may have changed it. */
function effectState({ exchange: { response, failure }, meaning }: ReadExchange): Effect['state'] | null {
  if (meaning === 'success') return 'confirmed';
  if (failure?.sent === false) return null;
  const status = (response ?? failure?.head)?.status;
  const refused = status !== undefined && (status === 429 || (meaning === 'refusal' && status < 500));
  return refused ? null : 'unknown';
}

function writtenId({ content }: ReadExchange, recordId: string): string | null {
  if (content?.kind !== 'json') return null;
  const id = memberOf(memberOf(content.json.value, 'data'), recordId);
  return typeof id === 'string' ? cut(id) : null;
}

/** What one exchange did to the target's data, or null. */
function effectOf(read: ReadExchange, { effect, recordId }: OperationContract): Effect | null {
  const state = effect && effectState(read);
  if (state === null) return null;
  const { operation, id: exchange, request } = read.exchange;
  const removes = effect?.removes;
  const id = removes === undefined ? writtenId(read, recordId) : (request.addressed[removes] ?? null);
  return { operation, id, state, exchange };
}

/** Without effects: nobody asks for those of recorded traffic. */
export interface TogetherState {
  readonly refusals: RefusalsState;
  readonly same: SameResponsesState;
  readonly unanswered: LowestState<UnansweredRequest>;
}

/** What can be said only of several exchanges together, and what is listed of single ones. */
export class Together {
  /** Of responses that are compared with each other. */
  readonly requestIds = new RequestIds();
  readonly refusals: Refusals;
  private readonly same = new SameResponses();
  private readonly unanswered = new Lowest<UnansweredRequest>(bounds.listed);
  private readonly effects = new Lowest<Effect>(bounds.listed);

  constructor(tallies: ReadonlyMap<string, RequirementTally>) {
    this.refusals = new Refusals((id) => tallies.get(id));
  }

  /** @param record the same for copies of one exchange; null for one that is not compared with others */
  add(key: number, read: ReadExchange, { requestId, refusal }: Put, record: string | null): void {
    const { exchange, meaning } = read;
    const { operation, credentials, request, id } = exchange;
    if (requestId !== null && record !== null) this.requestIds.add(operation, key, requestId, record);
    if (refusal !== null)
      this.refusals.add(request, {
        refused: { [refusal]: { count: 1, first: [[key, 0, { exchange: id, described: described(read) }]] } },
      });
    if (knowsCredentials(exchange) && knowsRequestBody(exchange)) {
      if (meaning === 'success' && credentials !== 'none') this.refusals.add(request, { served: true });
      if (meaning === 'no-object' && credentials === 'authorised')
        this.refusals.add(request, { broken: `${operation}:json` });
    }
    this.same.add(read);
    if (credentials === 'authorised' && meaning !== 'success' && this.unanswered.takes(key)) {
      const kind = meaning === 'unclear' && read.signs.denials.length > 0 ? 'mixed' : meaning;
      this.unanswered.add(key, { exchange: id, operation, kind, reason: read.reason });
    }
    const effect = this.effects.takes(key) ? effectOf(read, contract.operation(operation)) : null;
    if (effect !== null) this.effects.add(key, effect);
  }

  get state(): TogetherState {
    const { refusals, same, unanswered } = this;
    return { refusals: refusals.state, same: same.state, unanswered: unanswered.state };
  }

  take({ refusals, same, unanswered }: TogetherState): void {
    this.refusals.take(refusals);
    this.same.take(same);
    this.unanswered.take(unanswered);
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
