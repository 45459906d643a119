import type { ContractRequirement } from '../../contract/requirements.ts';
import { parseJson } from '../../json/json.ts';
import { isPlainObject, plainJson } from '../../json/plain.ts';
import type { Answer } from '../../model/answer.ts';
import type { Exchange } from '../../model/exchange.ts';
import { type Operation, requestPlace } from '../../model/requirement.ts';
import { bytesNotRecorded } from '../answer-judge.ts';
import { type RequestJudge, readRequest } from '../request-judge.ts';
import type { Tally } from '../tally.ts';
import { type Plan, planOf } from './plan.ts';
import { type PlainSent, Walk } from './walk.ts';

type PlainObject = Readonly<Record<string, unknown>>;
type IsAsShown = (exchange: Exchange, bodies: readonly unknown[]) => boolean;
type ByOperation = ReadonlyMap<Operation, readonly ContractRequirement[]>;

/** The requirements on one kind of message of one operation: how it is put to them, and what counts them. */
interface Counted {
  readonly plan: Plan;
  readonly walk: Walk;
  readonly tallies: readonly Tally[];
}

interface Sides {
  readonly answers: Counted;
  readonly requests: Counted;
}

/** Nothing was sent before a request. */
const nothing: PlainSent = { body: undefined, addressed: {} };
/** Of a body that is a plain value, the requirements on the request as a whole ask no more than that it is JSON. */
const someJson: Answer = { kind: 'json', document: parseJson('{}'), byteOrderMark: false };
const requestMember = requestPlace.slice(1);

/**
 * Judges what most exchanges are: an authorised request, answered with `status` success, in which nothing deviates and of
 * which no evidence is kept. It counts what the full judge would count, at a fraction of the cost, and leaves everything
 * else to it: whether an exchange is ordinary never changes a result.
 */
export class OrdinaryJudge {
  private readonly requests: RequestJudge | null;
  private readonly isAsShown: IsAsShown;
  /** By the name of their operation; operations are missing that have requirements for the full judge alone. */
  private readonly sides = new Map<Operation, Sides>();
  /** The last request body that was read: requests that are repeated have one body. */
  private latest: { readonly text: string; readonly value: unknown } = { text: 'null', value: null };

  /**
   * @param onAnswers the requirements on answers
   * @param requests null where requests are not judged
   * @param tallies by id of the requirement
   * @param isAsShown whether an exchange may be judged without being masked first; is given its bodies as plain values
   */
  constructor(
    operations: readonly Operation[],
    onAnswers: ByOperation,
    requests: RequestJudge | null,
    tallies: ReadonlyMap<string, Tally>,
    isAsShown: IsAsShown,
  ) {
    this.requests = requests;
    this.isAsShown = isAsShown;
    for (const name of operations) {
      const answers = counted(onAnswers.get(name) ?? [], tallies);
      const asked = counted(requests?.requirements.get(name) ?? [], tallies);
      if (answers !== null && asked !== null) this.sides.set(name, { answers, requests: asked });
    }
  }

  /** Counts an exchange. @returns its answer as a plain value; null for one that is not ordinary, of which nothing was counted */
  add(exchange: Exchange, key: number): PlainObject | null {
    const sides = this.sides.get(exchange.operation);
    if (sides === undefined || !isWhole(exchange)) return null;
    const answer = plainJson(exchange.response?.body.text ?? '');
    if (!isPlainObject(answer) || answer['status'] !== 'success' || typeof answer['requestId'] !== 'string')
      return null;
    const { body = '' } = exchange.request;
    const sent = body === '' ? undefined : this.read(body);
    if (sent === undefined && !(body === '' && mayLackBody(exchange, sides))) return null;
    const { answers, requests } = sides;
    if (!putAnswer(answers, exchange, answer, sent) || !this.putRequest(requests, exchange, sent))
      return null;
    if (wantsEvidence(answers, key) || wantsEvidence(requests, key)) return null;
    if (!this.isAsShown(exchange, [answer, sent])) return null;
    count(answers);
    count(requests);
    return answer;
  }

  private read(text: string): unknown {
    if (text !== this.latest.text) this.latest = { text, value: plainJson(text) };
    return this.latest.value;
  }

  private putRequest({ plan, walk }: Counted, exchange: Exchange, sent: unknown): boolean {
    if (this.requests === null) return true;
    if (!walk.put(sent === undefined ? {} : { [requestMember]: sent }, nothing)) return false;
    const read = sent === undefined ? readRequest(exchange) : { exchange, body: someJson, text: null };
    for (const at of plan.whole) {
      const requirement = plan.requirements[at];
      if (requirement === undefined || !walk.take(at, this.requests.verdicts(requirement, read)))
        return false;
    }
    return true;
  }
}

function counted(
  requirements: readonly ContractRequirement[],
  tallies: ReadonlyMap<string, Tally>,
): Counted | null {
  const plan = planOf(requirements);
  if (plan === null) return null;
  return { plan, walk: new Walk(plan), tallies: plan.requirements.map(({ id }) => tallies.get(id) as Tally) };
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
  if (answers.plan.readsSent || requests.plan.root.members.length > 0) return false;
  return request.body === undefined || recorded !== undefined;
}

function putAnswer({ plan, walk }: Counted, exchange: Exchange, answer: PlainObject, sent: unknown): boolean {
  const { recorded, request } = exchange;
  if (sent !== undefined && recorded !== undefined && !isKnown(recorded.request.body)) return false;
  if (!walk.put(answer, { body: sent, addressed: request.addressed })) return false;
  if (recorded?.response.body === 'parsed')
    return plan.whole.every((at) => walk.take(at, [bytesNotRecorded]));
  return plan.whole.every((at) => walk.conform(at));
}

function isKnown(how: string): boolean {
  return how === 'whole' || how === 'parsed';
}

/** Whether something of it would be kept, or nothing is known of it. */
function wantsEvidence({ walk, tallies }: Counted, key: number): boolean {
  const { conforming, silent } = walk;
  for (let at = 0; at < tallies.length; at += 1) {
    const tally = tallies[at];
    if (conforming[at] !== 0 ? tally?.shows(key) : silent[at] === 0 || tally?.explains(key)) return true;
  }
  return false;
}

/** Adds what the last message came to. */
function count({ walk, tallies }: Counted): void {
  const { conforming } = walk;
  for (let at = 0; at < tallies.length; at += 1) {
    const places = conforming[at] ?? 0;
    if (places > 0) tallies[at]?.addUnlisted('conforms', 1, places);
    else tallies[at]?.addNotExercised(1, null);
  }
}
