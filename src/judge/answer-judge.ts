import { requirementId } from '../contract/requirement-id.ts';
import { isPlainObject } from '../json/plain.ts';
import { knowsRequestBody } from '../model/exchange.ts';
import { protectionUnknown } from '../model/requirement.ts';
import { servedShown } from './authorization.ts';
import type { Read } from './meaning.ts';
import type { Noted } from './noted.ts';
import type { Plan } from './plan.ts';
import { maskedIn } from './sent.ts';
import { type Silence, silence } from './silence.ts';
import { Walk } from './walk.ts';
import { judgedOf, noteWhole, requestIdOf, unreadableShown } from './whole-answer.ts';

const noRequestId = silence('the answer has no requestId in the form of a string');
const notComparable = silence('the request was not recorded whole, so it cannot be compared with another');

/** What an answer comes to, besides what was noted of it. */
export interface Put {
  /** To be compared with those of other answers; null for none. */
  readonly requestId: string | null;
  /** The requirement of which the same request with other credentials decides; null for none. */
  readonly refusal: string | null;
}

/** Whether there is a body, and it is not JSON. An unauthorised request may be served without a body. */
function isBrokenBody({ exchange, answer, meaning }: Read): boolean {
  return meaning === 'success' && answer?.kind === 'not-json' && exchange.response?.body.bytes !== 0;
}

/** Puts the answers of one operation to their requirements. */
export class AnswerJudge {
  readonly noted: Noted;
  private readonly plan: Plan;
  private readonly walk: Walk;
  private readonly noObject: Silence;
  /** Positions of all requirements but those on credentials. */
  private readonly ofAnswers: readonly number[];

  constructor(operation: string, plan: Plan, noted: Noted) {
    this.plan = plan;
    this.noted = noted;
    this.walk = new Walk(plan, noted);
    this.noObject = silence('the answer is no JSON object', requirementId(operation, null, 'json'));
    const credentials = [plan.whole.get('authorization'), plan.whole.get('made-up-token')];
    this.ofAnswers = [...plan.requirements.keys()].filter((at) => !credentials.includes(at));
  }

  /** Notes what an answer shows. */
  put(read: Read): Put {
    const requestId = this.answer(read);
    const refusal = this.credentials(read);
    return { requestId, refusal };
  }

  private answer(read: Read): string | null {
    const { plan, noted } = this;
    const { exchange, request } = read;
    const answer = judgedOf(read);
    if (answer === null) {
      this.unanswered(read);
      return null;
    }
    noteWhole(plan, noted, answer, exchange);
    const masked = maskedIn(exchange.masked, 'body');
    if (isPlainObject(answer.json.value)) {
      this.walk.put({ json: answer.json, start: plan.root, masked, sent: request });
      read.observed = this.walk.values;
      read.isDocumented = this.walk.documented === answer.json.keys;
    } else noted.silenceOthers(this.noObject, this.ofAnswers);
    const requestId = requestIdOf(answer, masked);
    const uniqueness = plan.whole.get('uniqueness');
    if (requestId === null && uniqueness !== undefined) noted.silence(uniqueness, noRequestId);
    return requestId;
  }

  /** An answer that cannot be judged field by field: it says something where the request was authorised, or is broken. */
  private unanswered(read: Read): void {
    const { plan, noted } = this;
    const isBroken = read.meaning === 'no-object' || isBrokenBody(read);
    if (!isBroken && read.exchange.credentials !== 'authorised') return;
    const json = plan.whole.get('json');
    if (isBroken && json !== undefined) noted.verdict(json, false, () => unreadableShown(read));
    const unclear = {
      get reason() {
        return read.reason;
      },
    };
    noted.silenceOthers(isBroken ? this.noObject : unclear, this.ofAnswers);
  }

  /** @returns the requirement on credentials that a refusal may meet */
  private credentials(read: Read): string | null {
    const { credentials } = read.exchange;
    if (credentials === 'authorised') return null;
    const at = this.plan.whole.get(credentials === 'none' ? 'authorization' : 'made-up-token');
    const id = this.plan.requirements[at ?? -1]?.id;
    if (at === undefined || id === undefined) return null;
    if (read.meaning === 'success') this.noted.verdict(at, false, () => servedShown(read));
    else if (read.meaning !== 'refusal')
      this.noted.silence(at, silence(`${protectionUnknown}: ${read.reason}`));
    else if (knowsRequestBody(read.exchange)) return id;
    else this.noted.silence(at, notComparable);
    return null;
  }
}
