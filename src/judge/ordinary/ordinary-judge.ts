import type { Contract } from '../../contract/contract.ts';
import type { ContractRequirement } from '../../contract/requirements.ts';
import { parseJson } from '../../json/json.ts';
import { isPlainObject, type PlainJson } from '../../json/plain.ts';
import { PlainReader } from '../../json/shapes.ts';
import type { Answer, PlainAnswer } from '../../model/answer.ts';
import { type Exchange, knowsRequestBody } from '../../model/exchange.ts';
import { rememberingLatest } from '../../model/latest.ts';
import type { Operation } from '../../model/requirement.ts';
import { bytesNotRecorded } from '../answer-judge.ts';
import type { JudgeOptions } from '../judgement.ts';
import { type RequestJudge, readRequest } from '../request-judge.ts';
import type { Tally } from '../tally.ts';
import { Counted } from './counted.ts';
import { plansOf } from './plan.ts';

type IsAsShown = Required<JudgeOptions>['isAsShown'];

type ByOperation = ReadonlyMap<Operation, readonly ContractRequirement[]>;

interface Sides {
  readonly answers: Counted;
  readonly requests: Counted;
  readonly readAnswer: PlainReader['read'];
  /** Requests that are repeated have one body. */
  readonly readRequest: PlainReader['read'];
}

/** An answer that was counted, but for some requirements that the full judge is asked about. */
export interface OrdinaryAnswer extends PlainAnswer {
  readonly aside: readonly ContractRequirement[];
}

/** Nothing was sent before a request. */
const nothing = { body: undefined, addressed: {} };
/** Of a body that is a plain value, the requirements on the request as a whole ask no more than that it is JSON. */
const someJson: Answer = { kind: 'json', document: parseJson('{}'), byteOrderMark: false };

/**
 * Judges what most exchanges are: an authorised request, answered with `status` success, with every member that is
 * required, and of which no evidence of what conforms is kept. It counts what the full judge would count, at a fraction of the
 * cost, and leaves everything else to it, deviations of single values as well: whether an exchange is ordinary never changes a
 * result.
 */
export class OrdinaryJudge {
  private readonly requests: RequestJudge | null;
  private readonly isAsShown: IsAsShown;
  /** By the name of their operation; operations are missing that have requirements for the full judge alone. */
  private readonly sides = new Map<Operation, Sides>();

  /**
   * @param onAnswers the requirements on answers
   * @param requests null where requests are not judged
   * @param tallies by id of the requirement
   * @param isAsShown whether an exchange may be judged without being masked first
   */
  constructor(
    contract: Contract,
    onAnswers: ByOperation,
    requests: RequestJudge | null,
    tallies: ReadonlyMap<string, Tally>,
    isAsShown: IsAsShown,
  ) {
    this.requests = requests;
    this.isAsShown = isAsShown;
    for (const { name } of contract.operations) {
      const asked = requests?.requirements.get(name) ?? [];
      const plans = plansOf(contract, name, onAnswers.get(name) ?? [], asked);
      if (plans === null) continue;
      const [answers, sent] = [new Counted(plans.answers, tallies), new Counted(plans.requests, tallies)];
      this.sides.set(name, {
        answers,
        requests: sent,
        readAnswer: new PlainReader().read,
        readRequest: rememberingLatest(new PlainReader().read),
      });
    }
  }

  /**
   * Counts an exchange, without what is left aside.
   * @returns its answer; null for one that is not ordinary, of which nothing was counted
   */
  add(exchange: Exchange, key: number): OrdinaryAnswer | null {
    const sides = this.sides.get(exchange.operation);
    if (sides === undefined || !isWhole(exchange)) return null;
    const answer = sides.readAnswer(exchange.response?.body.text ?? '');
    if (answer === undefined || !isSuccess(answer.value)) return null;
    const { body = '' } = exchange.request;
    const sent = body === '' ? undefined : sides.readRequest(body);
    if (sent === undefined && !(body === '' && mayLackBody(exchange, sides))) return null;
    const { answers, requests } = sides;
    const known = putAnswer(answers, exchange, answer.value, sent);
    if (known === -1) return null;
    const asked = this.putRequest(requests, exchange, sent);
    if (asked === -1 || answers.wantsEvidence(key) || requests.wantsEvidence(key)) return null;
    const further = [];
    if (known !== answer.keys) further.push(answer);
    if (sent !== undefined && asked !== sent.keys) further.push(sent);
    if (!this.isAsShown(exchange, { answer, sent, further })) return null;
    answers.count();
    requests.count();
    const { aside, walk } = answers;
    return { value: answer.value, values: walk.values, isDocumented: known === answer.keys, aside };
  }

  /**
   * Counts the request of an exchange whose answer somebody else judges.
   * @param exchange which may be judged without being masked first
   * @returns whether the request is ordinary; nothing was counted where it is not
   */
  addRequest(exchange: Exchange, key: number): boolean {
    const sides = this.sides.get(exchange.operation);
    if (sides === undefined || exchange.masked.some(({ part }) => part === 'request-body')) return false;
    const { requests } = sides;
    const { body = '' } = exchange.request;
    const sent = body === '' ? undefined : sides.readRequest(body);
    const isKnown = sent === undefined ? isBodyless(requests) : knowsRequestBody(exchange);
    if (!isKnown || this.putRequest(requests, exchange, sent) === -1) return false;
    if (requests.wantsEvidence(key)) return false;
    requests.count();
    return true;
  }

  /**
   * Counts that an exchange has no answer to judge, of which no requirement is the cause, for all requirements on answers
   * that need no other exchange.
   * @returns false where nothing was counted
   */
  addUnanswered(operation: Operation, key: number): boolean {
    return this.sides.get(operation)?.answers.countUnjudged(key) === true;
  }

  /** Has to be called whenever tallies were changed by anybody else. */
  look(operation: Operation): void {
    const sides = this.sides.get(operation);
    sides?.answers.look();
    sides?.requests.look();
  }

  /** Adds what was counted to the tallies. */
  tally(): void {
    for (const { answers, requests } of this.sides.values()) {
      answers.tally();
      requests.tally();
    }
  }

  /** @returns how many members of its body are at places of the plan; -1 where it is not ordinary */
  private putRequest({ plan, walk }: Counted, exchange: Exchange, sent: PlainJson | undefined): number {
    if (this.requests === null) return 0;
    const known = walk.put(sent === undefined ? {} : { request: sent.value }, nothing);
    if (known === -1 || walk.aside.length > 0) return -1;
    const read = sent === undefined ? readRequest(exchange) : { exchange, body: someJson, text: null };
    for (const at of plan.whole) {
      const requirement = plan.requirements[at];
      if (requirement === undefined || !walk.take(at, this.requests.verdicts(requirement, read, false)))
        return -1;
    }
    return sent === undefined ? 0 : known - 1;
  }
}

function isSuccess(answer: unknown): answer is PlainAnswer['value'] {
  return isPlainObject(answer) && answer['status'] === 'success' && typeof answer['requestId'] === 'string';
}

/** Everything that is judged of the answer was received and recorded, and nothing was masked. */
function isWhole({ credentials, response, failure, masked, recorded }: Exchange): boolean {
  if (credentials !== 'authorised' || failure !== undefined || response?.body.encoding !== 'utf8')
    return false;
  const how = recorded?.response.body ?? 'whole';
  if (how !== 'whole' && how !== 'parsed') return false;
  return masked.every(({ part }) => part !== 'body' && part !== 'request-body');
}

/** Whether no requirement asks for the body that a request lacks, or that was not recorded. */
function mayLackBody({ request, recorded }: Exchange, { answers, requests }: Sides): boolean {
  if (answers.plan.readsSent || !isBodyless(requests)) return false;
  return request.body === undefined || recorded !== undefined;
}

/** Whether nothing is required of the body of a request. */
function isBodyless({ plan }: Counted): boolean {
  return plan.root.members.length === 0;
}

/** @returns how many members of the answer are at places of the plan; -1 where it is not ordinary */
function putAnswer(
  { plan, walk }: Counted,
  exchange: Exchange,
  answer: unknown,
  sent: PlainJson | undefined,
): number {
  const { recorded, request } = exchange;
  if (sent !== undefined && !knowsRequestBody(exchange)) return -1;
  const known = walk.put(answer, { body: sent?.value, addressed: request.addressed });
  if (known === -1) return -1;
  const isParsed = recorded?.response.body === 'parsed';
  for (const at of plan.whole)
    if (!(isParsed ? walk.take(at, [bytesNotRecorded]) : walk.conform(at))) return -1;
  return known;
}
