import { requirementId } from '../contract/requirement-id.ts';
import { isPlainObject } from '../json/plain.ts';
import { knowsRequestBody } from '../model/exchange.ts';
import type { Read } from '../reading/meaning.ts';
import { maskedIn } from '../reading/sent.ts';
import { maskedThere, type Skipped, skipped } from '../reading/skipped.ts';
import type { Noted } from './noted.ts';
import type { Plan } from './plan.ts';
import { type Facts, textsOf } from './precedents.ts';
import { Walk } from './walk.ts';
import {
  isRequestIdMasked,
  type JsonBody,
  judgedOf,
  noteWhole,
  requestIdOf,
  servedShown,
  unreadableShown,
} from './whole-response.ts';

const noRequestId = skipped('the response has no requestId that is a string');
const notComparable = skipped(
  'only a part of the request was recorded, so it cannot be compared with another',
);

/** What a response comes to, besides what was noted of it. */
export interface Put {
  /** To be compared with those of other responses; null for none. */
  readonly requestId: string | null;
  /** The requirement of which the same request with other credentials decides; null for none. */
  readonly refusal: string | null;
}

/** Whether there is a body, and it is not JSON. An unauthorised request may be served without a body. */
function isBrokenBody({ exchange, content, meaning }: Read): boolean {
  return meaning === 'success' && content?.kind === 'not-json' && exchange.response?.body.bytes !== 0;
}

/** What decides of a response besides its values, where no more does than shapes and how it was recorded; else null. */
function factsOf({ exchange, request }: Read, { json, byteOrderMark }: JsonBody): Facts | null {
  const { credentials, masked, recorded } = exchange;
  if (json.shape === null || byteOrderMark || credentials !== 'authorised' || masked.length > 0) return null;
  const sent = request.body?.shape;
  return sent === null ? null : [json.shape, sent, request.unknown, recorded?.response.body];
}

/** Puts the responses of one operation to their requirements. */
export class ResponseJudge {
  readonly noted: Noted;
  private readonly plan: Plan;
  private readonly walk: Walk;
  private readonly noObject: Skipped;
  /** Positions of all requirements but those on credentials. */
  private readonly ofAnswers: readonly number[];

  constructor(operation: string, plan: Plan, noted: Noted) {
    this.plan = plan;
    this.noted = noted;
    this.walk = new Walk(plan, noted);
    this.noObject = skipped('the response is not a JSON object', requirementId(operation, null, 'json'));
    const credentials = [plan.whole.get('authorization'), plan.whole.get('made-up-token')];
    this.ofAnswers = [...plan.requirements.keys()].filter((at) => !credentials.includes(at));
  }

  /** Notes what a response shows. */
  put(read: Read): Put {
    const content = judgedOf(read);
    if (content === null) this.unanswered(read);
    const requestId = content && this.judged(read, content);
    return { requestId, refusal: this.credentials(read) };
  }

  private judged(read: Read, content: JsonBody): string | null {
    const { plan, noted } = this;
    const { recorded, masked } = read.exchange;
    const { json } = content;
    const places = maskedIn(masked, 'body');
    const requestId = requestIdOf(content, places);
    const facts = factsOf(read, content);
    const known = facts && noted.follow(facts, textsOf(json, read.request));
    if (known !== null) {
      read.observed = known.observedIn(json);
      read.isDocumented = known.documented === json.keys;
      return requestId;
    }
    noteWhole(plan, noted, content, recorded?.response.body === 'parsed');
    const isPrecedent = facts !== null && noted.wantsPrecedent;
    if (isPlainObject(json.value)) {
      this.walk.put({ json, start: plan.root, masked: places, sent: read.request }, isPrecedent);
      read.observed = this.walk.values;
      read.isDocumented = this.walk.documented === json.keys;
    } else noted.skipOthers(this.noObject, this.ofAnswers);
    const uniqueness = plan.whole.get('uniqueness');
    if (requestId === null && uniqueness !== undefined)
      noted.skip(uniqueness, isRequestIdMasked(places) ? maskedThere : noRequestId);
    if (isPrecedent) noted.setPrecedent(facts, this.walk);
    return requestId;
  }

  /** A response that cannot be judged field by field: it says something where the request was authorised, or is broken. */
  private unanswered(read: Read): void {
    const { plan, noted } = this;
    const isBroken = read.meaning === 'no-object' || isBrokenBody(read);
    if (!isBroken && read.exchange.credentials !== 'authorised') return;
    const json = plan.whole.get('json');
    if (isBroken && json !== undefined) noted.judge(json, false, () => unreadableShown(read));
    // Its reason is worded only where it is kept.
    noted.skipOthers(isBroken ? this.noObject : read, this.ofAnswers);
  }

  /** @returns the requirement on credentials that a refusal may meet */
  private credentials(read: Read): string | null {
    const { credentials } = read.exchange;
    if (credentials === 'authorised') return null;
    const at = this.plan.whole.get(credentials === 'none' ? 'authorization' : 'made-up-token');
    if (at === undefined) return null;
    if (read.meaning === 'success') this.noted.judge(at, false, () => servedShown(read));
    else if (read.meaning !== 'refusal') {
      const { reason, kind } = read;
      this.noted.skip(at, { reason, kind, unclear: true });
    } else if (knowsRequestBody(read.exchange)) return this.plan.requirements[at]?.id ?? null;
    else this.noted.skip(at, notComparable);
    return null;
  }
}
