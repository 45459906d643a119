import type { Contract } from '../contract/contract.ts';
import { requirementId } from '../contract/requirement-id.ts';
import { type Exchange, type Header, valuesOf } from '../model/exchange.ts';
import { rememberingLatest } from '../model/latest.ts';
import { literally } from '../model/literally.ts';
import type { ReadBody } from '../model/reading.ts';
import { type Facet, requestPlace } from '../model/requirement.ts';
import { type ReadRequest, replaced } from '../reading/bodies.ts';
import { maskedIn, type SentData } from '../reading/sent.ts';
import { bytesNotRecorded, maskedThere, type Skipped, skipped } from '../reading/skipped.ts';
import { cut } from '../text/cut.ts';
import type { Noted } from './noted.ts';
import type { Place, Plan } from './plan.ts';
import { type Facts, textsOf } from './precedents.ts';
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

/** What is said of a header. */
interface OnHeader {
  readonly verdicts: readonly MessageVerdict[];
  /** The same for lists of which the same is said. */
  readonly fact: string;
}

function saidOf(verdicts: readonly MessageVerdict[]): OnHeader {
  return { verdicts, fact: verdicts.map((one) => ('reason' in one ? one.reason : one.holds)).join('\n') };
}

/** What is said of a header by its values, or of one that is not there. */
function onHeader(
  name: string,
  wanted: string,
  verdictOf: (value: string) => MessageVerdict,
): (exchange: Exchange) => OnHeader {
  const onValues = rememberingLatest(
    (headers: readonly Header[]) => saidOf(valuesOf(headers, name.toLowerCase()).map(verdictOf)),
    mostLists,
  );
  const missing = saidOf([verdict(false, wanted, `no ${name} header`)]);
  const unknown = saidOf([skipped(`no ${name} header was recorded, and there may have been one`)]);
  return (exchange) => {
    const said = onValues(exchange.request.headers);
    if (said.verdicts.length > 0) return said;
    return knowsAllHeaders(exchange) ? missing : unknown;
  };
}

const bearer = 'Bearer, a space and an access token';

/** What may be shown of another value: the scheme, where it is a registered one. All else may be a secret. */
const schemes =
  /^(?:Basic|Digest|DPoP|GNAP|HOBA|Mutual|Negotiate|OAuth|SCRAM-SHA-\d+|vapid|Token|ApiKey|AWS4-HMAC-SHA256)(?= )/i;

/** What stands in a record for a value that somebody masked whole, the scheme with it. */
const mask = /^[^A-Za-z0-9]*$|^x+$|\b(?:masked|redacted|removed|hidden|filtered|omitted|sanitized|secret)\b/i;

const onAuthorization = onHeader('Authorization', bearer, (value) => {
  if (value.trim() === '') return verdict(false, bearer, 'an empty value');
  if (/^Bearer +\S/.test(value)) return verdict(true, bearer, 'Bearer and a token');
  if (/^Bearer +\S/i.test(value))
    return skipped('the scheme Bearer is written in another case, of which the document says nothing');
  if (/^Bearer *$/i.test(value)) return verdict(false, bearer, 'Bearer without a token');
  const scheme = schemes.exec(value)?.[0];
  if (scheme === undefined && mask.test(value))
    return skipped('the Authorization header was recorded without its scheme');
  return verdict(false, bearer, scheme === undefined ? 'another value' : `the scheme ${scheme}`);
});

const onPurpose = saidOf([skipped('it was sent without credentials on purpose')]);

function onBearer(exchange: Exchange): OnHeader {
  const { recorded, credentials, request } = exchange;
  const isOnPurpose = recorded === undefined && credentials === 'none';
  return isOnPurpose && valuesOf(request.headers, 'authorization').length === 0
    ? onPurpose
    : onAuthorization(exchange);
}

const json = 'application/json';

/** Parameters after the media type are left alone, as the document says nothing of them. */
const onContentType = onHeader('Content-Type', json, (value) =>
  verdict(value.split(';')[0]?.trim().toLowerCase() === json, json, cut(value)),
);

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

function bodyVerdict({ exchange: { request, recorded }, content }: ReadRequest): MessageVerdict {
  const { body: text = '' } = request;
  if (recorded?.request.body === 'parsed' && emptyValues.has(text)) return valueRecorded;
  if (content === replaced || (content?.kind === 'not-recorded' && text === ''))
    return skipped(content.problem);
  return verdict(text === '', 'no body', text === '' ? 'no body' : `a body of ${text.length} characters`);
}

function jsonVerdict({ exchange: { recorded, masked }, content }: ReadRequest): MessageVerdict {
  const isParsed = recorded?.request.body === 'parsed';
  if (isParsed && (content === null || content.kind === 'json')) return bytesNotRecorded;
  if (content === null) return verdict(false, 'JSON', 'no body');
  if (content.kind === 'json') return verdict(true, 'JSON', 'JSON');
  if (masked.some(({ part, at }) => part === 'request-body' && at === '')) return maskedThere;
  if (content.kind !== 'not-json') return skipped(content.problem);
  return verdict(false, 'JSON', content.problem);
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
    const { exchange, content } = request;
    const { method, url } = exchange.request;
    const path = pathOf(url);
    const isMethod = method === this.method;
    const isPath = this.pattern.test(path);
    const [credentials, type] = [onBearer(exchange), onContentType(exchange)];
    const known = factsOf(request, isMethod, isPath, credentials.fact, type.fact);
    const precedent = known && noted.follow(known, textsOf(request.body, nothing));
    this.documented = precedent?.documented ?? 0;
    if (precedent !== null) return;
    this.note('method', [verdict(isMethod, this.method, method)]);
    this.note('path', [verdict(isPath, this.path, path)]);
    this.note('bearer', credentials.verdicts);
    this.note('content-type', type.verdicts);
    if (plan.whole.has('json')) this.note('json', [jsonVerdict(request)]);
    if (plan.whole.has('body')) this.note('body', [bodyVerdict(request)]);
    const isPrecedent = known !== null && noted.wantsPrecedent;
    const isWalked = plan.fields.length > 0 && this.fields(exchange, content, isPrecedent);
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
  private fields({ masked }: Exchange, body: ReadBody | null, keepsChecked: boolean): boolean {
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

/** What decides of a request besides its values, where no more does than its shape and how it was recorded; else null. */
function factsOf({ exchange, content, body }: ReadRequest, ...onHead: Facts): Facts | null {
  const { request, masked, recorded } = exchange;
  const hasBody = request.body !== undefined && request.body !== '';
  const isKnown = hasBody ? body?.shape != null : content === null;
  return isKnown && masked.length === 0 ? [body?.shape, recorded?.request.body, ...onHead] : null;
}
