import { sameNumber } from '../json/decimal.ts';
import { type JsonDocument, type JsonNode, JsonTooComplexError, parseJson } from '../json/json.ts';
import type { BodyRecorded, Exchange, Masked } from '../model/exchange.ts';
import { rememberingLatest } from '../model/latest.ts';
import { limits } from '../model/limits.ts';
import { nodeAt, pointerAt, tokensOf } from './locate.ts';

/** What an exchange sent and addressed, to be looked up by source: `body#/conditions/∗/column`, `path#/entityId`. */
export interface Sent {
  readonly body: JsonDocument | null;
  readonly addressed: JsonDocument;
  /** Why nothing can be compared with the body, where it is not known; null where what is not in it was not sent. */
  readonly unknown: string | null;
  /** JSON Pointers of the body where somebody else's secret was masked: nothing can be compared with them. */
  readonly masked: ReadonlySet<string>;
}

type SentBody = Pick<Sent, 'body' | 'unknown'>;

const unmasked: ReadonlySet<string> = new Set();

/** JSON Pointers of a body where a secret was masked. */
export function maskedIn(masked: Exchange['masked'], part: Masked['part']): ReadonlySet<string> {
  const places = masked.filter((one) => one.part === part);
  return places.length === 0 ? unmasked : new Set(places.map(({ at }) => at));
}

/** Repeated requests have one body, and each is read to be judged, for its names, and to be compared with. */
const latest = rememberingLatest((text: string) => parseJson(text, limits));

/** @throws as `parseJson`, also where it is more than is read of an answer */
export function readBodyText(text: string): JsonDocument {
  return latest(text);
}

/** The same of any size: that of a run is our own. */
export function wholeBodyText(text: string): JsonDocument {
  try {
    return readBodyText(text);
  } catch (error) {
    if (error instanceof JsonTooComplexError) return parseJson(text);
    throw error;
  }
}

function recordedBody(text: string | undefined, how: BodyRecorded): SentBody {
  if (how === 'cut' || how === 'absent')
    return { body: null, unknown: 'what was sent was not recorded whole, so nothing can be compared' };
  try {
    return { body: text === undefined ? null : readBodyText(text), unknown: null };
  } catch {
    return { body: null, unknown: 'what was sent is no JSON that is read, so nothing can be compared' };
  }
}

/** Both are read when somebody compares with them: most requirements ask for neither. */
class ReadSent implements Sent {
  readonly masked: ReadonlySet<string>;
  private readonly exchange: Exchange;
  private inBody: SentBody | null = null;
  private inPath: JsonDocument | null = null;

  constructor(exchange: Exchange) {
    this.exchange = exchange;
    this.masked = exchange.recorded === undefined ? unmasked : maskedIn(exchange.masked, 'request-body');
  }

  get addressed(): JsonDocument {
    this.inPath ??= parseJson(JSON.stringify(this.exchange.request.addressed));
    return this.inPath;
  }

  get body(): JsonDocument | null {
    return this.sentBody.body;
  }

  get unknown(): string | null {
    return this.sentBody.unknown;
  }

  private get sentBody(): SentBody {
    this.inBody ??= sentBodyOf(this.exchange);
    return this.inBody;
  }
}

function sentBodyOf({ request: { body }, recorded }: Exchange): SentBody {
  if (recorded !== undefined) return recordedBody(body, recorded.request.body);
  return { body: body === undefined ? null : wholeBodyText(body), unknown: null };
}

export function readSent(exchange: Exchange): Sent {
  return new ReadSent(exchange);
}

export interface SentValue {
  readonly node: JsonNode;
  /** The text that the node is in. */
  readonly text: string;
}

interface Source {
  readonly isPath: boolean;
  readonly pointer: string;
}

const sources = new Map<string, Source>();

/** A source of the contract, taken apart once. */
function sourceOf(source: string): Source {
  const known = sources.get(source);
  if (known !== undefined) return known;
  const [part, pointer = ''] = source.split('#');
  const made = { isPath: part === 'path', pointer };
  sources.set(source, made);
  return made;
}

/** A source as the names that lead to it, `*` for the position of the element that is judged. */
export interface SourceTokens {
  readonly isPath: boolean;
  readonly tokens: readonly string[];
}

export function tokensOfSource(source: string): SourceTokens {
  const { isPath, pointer } = sourceOf(source);
  return { isPath, tokens: tokensOf(pointer) };
}

export function sentValue(sent: Sent, source: string, positions: readonly number[] = []): SentValue | null {
  const { isPath, pointer } = sourceOf(source);
  const document = isPath ? sent.addressed : sent.body;
  const node = document === null ? undefined : nodeAt(document.root, pointer, positions);
  if (document === null || node === undefined) return null;
  return { node, text: document.text };
}

/** Whether a secret of somebody else's stood in a value that was sent. */
export function isSentMasked({ masked }: Sent, source: string, positions: readonly number[]): boolean {
  if (masked.size === 0) return false;
  const { isPath, pointer } = sourceOf(source);
  return !isPath && (masked.has('') || masked.has(pointerAt(pointer, positions)));
}

/** Equality of scalars: strings code point by code point, numbers by exact value. The document echoes nothing else. */
export function sameValue(left: JsonNode, right: JsonNode): boolean {
  if (left.type === 'number' && right.type === 'number') return sameNumber(left.text, right.text);
  if (left.type === 'string' && right.type === 'string') return left.value === right.value;
  return false;
}
