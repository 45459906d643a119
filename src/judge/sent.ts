import { sameNumber } from '../json/decimal.ts';
import { type JsonDocument, type JsonNode, parseJson } from '../json/json.ts';
import type { Exchange } from '../model/exchange.ts';
import { nodeAt } from './locate.ts';

/** What an exchange sent and addressed, to be looked up by source: `body#/conditions/∗/column`, `path#/entityId`. */
export interface Sent {
  readonly body: JsonDocument | null;
  readonly addressed: JsonDocument;
}

/** Repeated requests have one body. */
let latest: JsonDocument | null = null;

function readBody(text: string): JsonDocument {
  if (latest?.text !== text) latest = parseJson(text);
  return latest;
}

export function readSent({ request }: Exchange): Sent {
  return {
    body: request.body === undefined ? null : readBody(request.body),
    addressed: parseJson(JSON.stringify(request.addressed)),
  };
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

export function sentValue(sent: Sent, source: string, positions: readonly number[] = []): SentValue | null {
  const { isPath, pointer } = sourceOf(source);
  const document = isPath ? sent.addressed : sent.body;
  const node = document === null ? undefined : nodeAt(document.root, pointer, positions);
  if (document === null || node === undefined) return null;
  return { node, text: document.text };
}

/** Equality of scalars: strings code point by code point, numbers by exact value. The document echoes nothing else. */
export function sameValue(left: JsonNode, right: JsonNode): boolean {
  if (left.type === 'number' && right.type === 'number') return sameNumber(left.text, right.text);
  if (left.type === 'string' && right.type === 'string') return left.value === right.value;
  return false;
}
