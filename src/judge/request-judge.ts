import type { Contract } from '../contract/contract.ts';
import { requirementId } from '../contract/requirement-id.ts';
import { byOperation, type ContractRequirement } from '../contract/requirements.ts';
import { parseJson } from '../json/json.ts';
import type { Answer } from '../model/answer.ts';
import type { Exchange } from '../model/exchange.ts';
import type { JsonDocument } from '../model/json.ts';
import { literally } from '../model/literally.ts';
import { requestPlace } from '../model/requirement.ts';
import { readBody } from './answer.ts';
import { bytesNotRecorded, fieldJudges, type JudgedText } from './answer-judge.ts';
import { cut } from './evidence.ts';
import type { FieldJudge } from './field.ts';
import { lookUp } from './locate.ts';
import { bearerVerdicts, contentTypeVerdicts } from './request-headers.ts';
import { requestVerdict } from './request-verdict.ts';
import { maskedIn, readBodyText, type Sent } from './sent.ts';
import { notExercised, onlyUnlisted, type SpotVerdict } from './verdicts.ts';

/** A request with its body, read once for all requirements. */
export interface ReadRequest {
  readonly exchange: Exchange;
  /** Null where there was none. */
  readonly body: Answer | null;
  /** The body as the member of an object, so that its places begin with `/request`; null where it is no JSON. */
  readonly text: JudgedText | null;
}

/** There is nothing that a request could be compared with. */
const nothing: Sent = { body: null, addressed: parseJson('{}'), unknown: null, masked: new Set() };

function asMember({ text, root, duplicateKeys }: JsonDocument): JsonDocument {
  const members = new Map([[requestPlace.slice(1), root]]);
  return { text, root: { type: 'object', members, start: root.start, end: root.end }, duplicateKeys };
}

function judgedText(body: Answer | null, { masked }: Exchange): JudgedText | null {
  if (body?.kind !== 'json') return null;
  const document = asMember(body.document);
  // An empty pointer stands for the whole body.
  const pointers = [...maskedIn(masked, 'request-body')].map((at) => (at === '' ? at : requestPlace + at));
  return { document, sent: nothing, masked: new Set(pointers), located: lookUp(document.root) };
}

function bodyOf({ request: { body = '' }, recorded }: Exchange): Answer | null {
  const how = recorded?.request.body;
  if (body === '' && how !== 'cut' && how !== 'absent') return null;
  return readBody({ encoding: 'utf8', text: body, bytes: body.length }, how, readBodyText);
}

export function readRequest(exchange: Exchange): ReadRequest {
  const body = bodyOf(exchange);
  return { exchange, body, text: judgedText(body, exchange) };
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

const valueRecorded = 'a value was recorded where there may have been no body';

/** Values that loggers write where there was no body. */
const emptyValues: ReadonlySet<string> = new Set(['', '{}', 'null', '""']);

function noBodyVerdict({ exchange: { request, recorded }, body }: ReadRequest): SpotVerdict {
  const how = recorded?.request.body;
  const { body: text = '' } = request;
  if (how === 'parsed' && emptyValues.has(text)) return notExercised(valueRecorded);
  if (body?.kind === 'not-recorded' && text === '') return notExercised(body.problem);
  const actual = text === '' ? 'no body' : `a body of ${text.length} characters`;
  return requestVerdict(text === '', 'no body', actual);
}

const isJson = requestVerdict(true, 'JSON', 'JSON');

function jsonVerdict({ exchange: { recorded, masked }, body }: ReadRequest): SpotVerdict {
  const isParsed = recorded?.request.body === 'parsed';
  if (isParsed && (body === null || body.kind === 'json')) return bytesNotRecorded;
  if (body === null) return requestVerdict(false, 'JSON', 'no body');
  if (body.kind === 'json') return isJson;
  const isMasked = masked.some(({ part, at }) => part === 'request-body' && at === '');
  if (isMasked) return notExercised('a secret stood there and was masked');
  return body.kind === 'not-json' ? requestVerdict(false, 'JSON', body.problem) : notExercised(body.problem);
}

/** Checks requirements against requests; what holds for every request is looked up once. */
export class RequestJudge {
  /** By the name of their operation. */
  readonly requirements: ReadonlyMap<string, readonly ContractRequirement[]>;
  private readonly contract: Contract;
  private readonly fields: ReadonlyMap<string, FieldJudge>;
  private readonly paths: ReadonlyMap<string, RegExp>;

  constructor(contract: Contract) {
    this.contract = contract;
    this.requirements = byOperation(contract.requestRequirements);
    this.fields = fieldJudges(contract.requestRequirements, contract);
    this.paths = new Map(contract.operations.map(({ name, path }) => [name, patternOf(path)]));
  }

  /** What one request shows about a requirement. @param isShown whether evidence of what conforms is kept */
  verdicts(requirement: ContractRequirement, read: ReadRequest, isShown = true): readonly SpotVerdict[] {
    const { exchange } = read;
    const { operation, facet, check, id } = requirement;
    if (check.kind !== 'request') return this.field(id, read, isShown);
    const { method, path } = this.contract.operation(operation);
    switch (facet) {
      case 'method': {
        const actual = exchange.request.method;
        if (actual === method && !isShown) return onlyUnlisted;
        return [requestVerdict(actual === method, method, cut(actual))];
      }
      case 'path': {
        const actual = pathOf(exchange.request.url);
        const holds = this.paths.get(operation)?.test(actual) === true;
        if (holds && !isShown) return onlyUnlisted;
        return [requestVerdict(holds, path, cut(actual))];
      }
      case 'bearer':
        return bearerVerdicts(exchange);
      case 'content-type':
        return contentTypeVerdicts(exchange);
      case 'json':
        return [jsonVerdict(read)];
      case 'body':
        return [noBodyVerdict(read)];
      default:
        throw new Error(`${id} has no check that a request can be put to`);
    }
  }

  private field(id: string, { exchange, body, text }: ReadRequest, isShown: boolean): readonly SpotVerdict[] {
    if (text !== null) return this.fields.get(id)?.verdicts(text, isShown) ?? [];
    const isBroken = body === null || body.kind === 'not-json';
    const json = requirementId(exchange.operation, requestPlace, 'json');
    return [notExercised('the request has no JSON body that could be read', isBroken ? json : undefined)];
  }
}
