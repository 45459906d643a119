import type { Contract } from '../contract/contract.ts';
import { requirementId } from '../contract/requirement-id.ts';
import type { Answer } from '../model/answer.ts';
import { type Exchange, type Header, valuesOf } from '../model/exchange.ts';
import { rememberingLatest } from '../model/latest.ts';
import { literally } from '../model/literally.ts';
import { type Facet, requestPlace } from '../model/requirement.ts';
import { cut } from '../text/cut.ts';
import type { Noted } from './noted.ts';
import type { Place, Plan } from './plan.ts';
import { type Facts, textsOf } from './precedents.ts';
import type { ReadRequest } from './read.ts';
import { maskedIn, type SentData } from './sent.ts';
import { bytesNotRecorded, maskedThere, type Skipped, skipped } from './skipped.ts';
import { Walk } from './walk.ts';

/** There is nothing that a request could be compared with. */
const nothing: SentData = { body: null, addressed: {}, unknown: null, masked: new Set() };

/** What a header or the body says: whether it is as it should be and what is there, or why that is not known. */
type MessageVerdict =
  | { readonly holds: boolean; readonly expected: string; readonly actual: string }
  | Skipped;

function verdict(holds: boolean, expected: string, actual: string): MessageVerdict {
  return { holds, expected, actual };
}

/** Whether a header that is not in the record was not sent either. */
function knowsAllHeaders({ recorded }: Exchange): boolean {
  return recorded === undefined || recorded.request.headers === 'complete';
}

/** Different lists of headers that are remembered: most requests of a client have the same. */
const mostLists = 4;

/** The verdicts on the values of a header. */
function onValues(
  name: string,
  verdictOf: (value: string) => MessageVerdict,
): (headers: readonly Header[]) => readonly MessageVerdict[] {
  return rememberingLatest((headers) => valuesOf(headers, name).map(verdictOf), mostLists);
}

const bearer = 'Bearer, a space and an access token';

/** What may be shown of another value: the scheme, where it is a registered one. All else may be a secret. */
const schemes =
  /^(?:Basic|Digest|DPoP|GNAP|HOBA|Mutual|Negotiate|OAuth|SCRAM-SHA-\d+|vapid|Token|ApiKey|AWS4-HMAC-SHA256)(?= )/i;

/** What stands in a record for a value that somebody masked whole, the scheme with it. */
const mask = /^[^A-Za-z0-9]*$|^x+$|\b(?:masked|redacted|removed|hidden|filtered|omitted|sanitized|secret)\b/i;

const onBearer = onValues('authorization', (value) => {
  if (/^Bearer +\S/.test(value)) return verdict(true, bearer, 'Bearer and a token');
  if (/^Bearer +\S/i.test(value))
    return skipped('the scheme Bearer is written in another case, of which the document says nothing');
  if (/^Bearer *$/i.test(value)) return verdict(false, bearer, 'Bearer without a token');
  const scheme = schemes.exec(value)?.[0];
  if (scheme === undefined && mask.test(value))
    return skipped('the Authorization header was recorded without its scheme');
  return verdict(false, bearer, scheme === undefined ? 'another value' : `the scheme ${scheme}`);
});

function bearerVerdicts(exchange: Exchange): readonly MessageVerdict[] {
  const verdicts = onBearer(exchange.request.headers);
  if (verdicts.length > 0) return verdicts;
  const isOurs = exchange.recorded === undefined;
  if (isOurs && exchange.credentials === 'none')
    return [skipped('it was sent without credentials on purpose')];
  return knowsAllHeaders(exchange)
    ? [verdict(false, bearer, 'no Authorization header')]
    : [skipped('no Authorization header was recorded, and there may have been one')];
}

const json = 'application/json';

/** Parameters after the media type are left alone, as the document says nothing of them. */
const onContentType = onValues('content-type', (value) =>
  verdict(value.split(';')[0]?.trim().toLowerCase() === json, json, cut(value)),
);

function contentTypeVerdicts(exchange: Exchange): readonly MessageVerdict[] {
  const verdicts = onContentType(exchange.request.headers);
  if (verdicts.length > 0) return verdicts;
  return knowsAllHeaders(exchange)
    ? [verdict(false, json, 'no Content-Type header')]
    : [skipped('no Content-Type header was recorded, and there may have been one')];
}

/** The path of a URL, without host and query. */
function pathOf(url: string): string {
  return /^(?:[a-z][a-z0-9+.-]*:\/\/[^/?#]*)?([^?#]*)/i.exec(url)?.[1] ?? '';
}

/** Identifiers may be empty: those of the shown request are. */
function patternOf(path: string): RegExp {
  const parts = path.split(/\{\w+\}/).map(literally);
  return new RegExp(`${parts.join('[^/]*')}$`);
}

const valueRecorded = skipped('a value was recorded where there may have been no body');

const unread = skipped('the request has no JSON body that could be read');

/** Values that loggers write where there was no body. */
const emptyValues: ReadonlySet<string> = new Set(['', '{}', 'null', '""']);

function bodyVerdict({ exchange: { request, recorded }, answer }: ReadRequest): MessageVerdict {
  const { body: text = '' } = request;
  if (recorded?.request.body === 'parsed' && emptyValues.has(text)) return valueRecorded;
  if (answer?.kind === 'not-recorded' && text === '') return skipped(answer.problem);
  return verdict(text === '', 'no body', text === '' ? 'no body' : `a body of ${text.length} characters`);
}

function jsonVerdict({ exchange: { recorded, masked }, answer }: ReadRequest): MessageVerdict {
  const isParsed = recorded?.request.body === 'parsed';
  if (isParsed && (answer === null || answer.kind === 'json')) return bytesNotRecorded;
  if (answer === null) return verdict(false, 'JSON', 'no body');
  if (answer.kind === 'json') return verdict(true, 'JSON', 'JSON');
  if (masked.some(({ part, at }) => part === 'request-body' && at === '')) return maskedThere;
  if (answer.kind !== 'not-json') return skipped(answer.problem);
  return verdict(false, 'JSON', answer.problem);
}

/** Puts the requests of one operation to their requirements. */
export class RequestJudge {
  readonly noted: Noted;
  /** Members of the latest body that are documented. */
  documented = 0;
  private readonly plan: Plan;
  private readonly walk: Walk;
  private readonly start: Place;
  private readonly method: string;
  private readonly path: string;
  private readonly pattern: RegExp;
  private readonly broken: Skipped;

  constructor(contract: Contract, operation: string, plan: Plan, noted: Noted) {
    const { method, path } = contract.operation(operation);
    this.plan = plan;
    this.noted = noted;
    this.walk = new Walk(plan, noted);
    this.start = plan.root.members[0] ?? plan.root;
    this.method = method;
    this.path = path;
    this.pattern = patternOf(path);
    this.broken = skipped(unread.reason, requirementId(operation, requestPlace, 'json'));
  }

  /** Notes what a request shows. */
  put(request: ReadRequest): void {
    const { noted, plan, walk } = this;
    const { exchange, answer } = request;
    const { method, url } = exchange.request;
    const path = pathOf(url);
    const isMethod = method === this.method;
    const isPath = this.pattern.test(path);
    const [credentials, type] = [bearerVerdicts(exchange), contentTypeVerdicts(exchange)];
    const known = factsOf(request, [isMethod, isPath, ...credentials.map(factOf), null, ...type.map(factOf)]);
    const precedent = known && noted.follow(known, textsOf(request.body, nothing));
    this.documented = precedent?.documented ?? 0;
    if (precedent !== null) return;
    this.note('method', [verdict(isMethod, this.method, method)]);
    this.note('path', [verdict(isPath, this.path, path)]);
    this.note('bearer', credentials);
    this.note('content-type', type);
    if (plan.whole.has('json')) this.note('json', [jsonVerdict(request)]);
    if (plan.whole.has('body')) this.note('body', [bodyVerdict(request)]);
    const isPrecedent = known !== null && noted.wantsPrecedent;
    const isWalked = plan.fields.length > 0 && this.fields(exchange, answer, isPrecedent);
    if (isPrecedent) noted.setPrecedent(known, isWalked ? walk : null);
  }

  private note(facet: Facet, verdicts: readonly MessageVerdict[]): void {
    const at = this.plan.whole.get(facet);
    if (at === undefined) return;
    for (const one of verdicts)
      if ('reason' in one) this.noted.skip(at, one);
      else {
        const { holds, expected, actual } = one;
        this.noted.judge(at, holds, () => ({ pointer: requestPlace, expected, actual: cut(actual) }));
      }
  }

  /** @returns whether there is a body to put to the requirements on fields */
  private fields({ masked }: Exchange, body: Answer | null, keepsChecked: boolean): boolean {
    if (body?.kind === 'json') {
      const pointers = maskedIn(masked, 'request-body', requestPlace);
      this.walk.put({ json: body.json, start: this.start, masked: pointers, sent: nothing }, keepsChecked);
      this.documented = this.walk.documented;
      return true;
    }
    const isBroken = body === null || body.kind === 'not-json';
    for (const at of this.plan.fields) this.noted.skip(at, isBroken ? this.broken : unread);
    return false;
  }
}

/** What is said of a header, in one value. */
function factOf(one: MessageVerdict): unknown {
  return 'reason' in one ? one.reason : one.holds;
}

/** What decides of a request besides its values, where no more does than its shape and how it was recorded; else null. */
function factsOf({ exchange, answer, body }: ReadRequest, onHead: Facts): Facts | null {
  const { request, masked, recorded } = exchange;
  const hasBody = request.body !== undefined && request.body !== '';
  const isKnown = hasBody ? body?.shape != null : answer === null;
  return isKnown && masked.length === 0 ? [body?.shape, recorded?.request.body, ...onHead] : null;
}
