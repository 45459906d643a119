import type { Contract } from '../contract/contract.ts';
import { requirementId } from '../contract/requirement-id.ts';
import type { Answer } from '../model/answer.ts';
import type { Exchange } from '../model/exchange.ts';
import { literally } from '../model/literally.ts';
import { type Facet, requestPlace } from '../model/requirement.ts';
import { cut } from '../text/cut.ts';
import type { Noted } from './noted.ts';
import type { Place, Plan } from './plan.ts';
import type { ReadRequest } from './read.ts';
import { bearerVerdicts, contentTypeVerdicts, type HeaderVerdict } from './request-headers.ts';
import { maskedIn, type SentData } from './sent.ts';
import { bytesNotRecorded, maskedThere, type Skipped, skipped } from './skipped.ts';
import { Walk } from './walk.ts';

/** There is nothing that a request could be compared with. */
const nothing: SentData = { body: null, addressed: {}, unknown: null, masked: new Set() };

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

/** Values that loggers write where there was no body. */
const emptyValues: ReadonlySet<string> = new Set(['', '{}', 'null', '""']);

function bodyVerdict({ exchange: { request, recorded }, answer }: ReadRequest): HeaderVerdict {
  const { body: text = '' } = request;
  if (recorded?.request.body === 'parsed' && emptyValues.has(text)) return valueRecorded;
  if (answer?.kind === 'not-recorded' && text === '') return skipped(answer.problem);
  const actual = text === '' ? 'no body' : `a body of ${text.length} characters`;
  return { holds: text === '', expected: 'no body', actual };
}

function jsonVerdict({ exchange: { recorded, masked }, answer }: ReadRequest): HeaderVerdict {
  const isParsed = recorded?.request.body === 'parsed';
  if (isParsed && (answer === null || answer.kind === 'json')) return bytesNotRecorded;
  if (answer === null) return { holds: false, expected: 'JSON', actual: 'no body' };
  if (answer.kind === 'json') return { holds: true, expected: 'JSON', actual: 'JSON' };
  if (masked.some(({ part, at }) => part === 'request-body' && at === '')) return maskedThere;
  if (answer.kind !== 'not-json') return skipped(answer.problem);
  return { holds: false, expected: 'JSON', actual: answer.problem };
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
  private readonly unread: Record<'broken' | 'other', Skipped>;

  constructor(contract: Contract, operation: string, plan: Plan, noted: Noted) {
    const { method, path } = contract.operation(operation);
    this.plan = plan;
    this.noted = noted;
    this.walk = new Walk(plan, noted);
    this.start = plan.root.members[0] ?? plan.root;
    this.method = method;
    this.path = path;
    this.pattern = patternOf(path);
    const reason = 'the request has no JSON body that could be read';
    const broken = skipped(reason, requirementId(operation, requestPlace, 'json'));
    this.unread = { broken, other: skipped(reason) };
  }

  /** Notes what a request shows. */
  put(request: ReadRequest): void {
    const { exchange } = request;
    const { method, url } = exchange.request;
    const path = pathOf(url);
    this.documented = 0;
    this.note('method', [{ holds: method === this.method, expected: this.method, actual: method }]);
    this.note('path', [{ holds: this.pattern.test(path), expected: this.path, actual: path }]);
    this.note('bearer', bearerVerdicts(exchange));
    this.note('content-type', contentTypeVerdicts(exchange));
    if (this.plan.whole.has('json')) this.note('json', [jsonVerdict(request)]);
    if (this.plan.whole.has('body')) this.note('body', [bodyVerdict(request)]);
    if (this.plan.fields.length > 0) this.fields(exchange, request.answer);
  }

  private note(facet: Facet, verdicts: readonly HeaderVerdict[]): void {
    const at = this.plan.whole.get(facet);
    if (at === undefined) return;
    for (const verdict of verdicts)
      if ('reason' in verdict) this.noted.skip(at, verdict);
      else {
        const { holds, expected, actual } = verdict;
        this.noted.judge(at, holds, () => ({ pointer: requestPlace, expected, actual: cut(actual) }));
      }
  }

  private fields({ masked }: Exchange, body: Answer | null): void {
    if (body?.kind === 'json') {
      const pointers = maskedIn(masked, 'request-body', requestPlace);
      this.walk.put({ json: body.json, start: this.start, masked: pointers, sent: nothing });
      this.documented = this.walk.documented;
      return;
    }
    const isBroken = body === null || body.kind === 'not-json';
    for (const at of this.plan.fields) this.noted.skip(at, isBroken ? this.unread.broken : this.unread.other);
  }
}
