import { sourcePhrase } from '../contract/statements.ts';
import type { Exchange } from '../model/exchange.ts';
import { sameNumber } from '../target/decimal.ts';
import { type JsonDocument, type JsonNode, parseJson } from '../target/json.ts';
import { sourceText } from './evidence.ts';
import { nodeAt } from './locate.ts';

/** What an exchange sent and addressed, to be looked up by source: `body#/conditions/∗/column`, `path#/entityId`. */
export interface Sent {
  readonly body: JsonDocument | null;
  readonly addressed: JsonDocument;
}

export function readSent({ request }: Exchange): Sent {
  return {
    body: request.body === undefined ? null : parseJson(request.body),
    addressed: parseJson(JSON.stringify(request.addressed)),
  };
}

export interface SentValue {
  readonly node: JsonNode;
  /** JSON text of the value, and in words what it is. */
  readonly text: string;
  readonly phrase: string;
}

export function sentValue(sent: Sent, source: string, positions: readonly number[] = []): SentValue | null {
  const [part, pointer = ''] = source.split('#');
  const document = part === 'path' ? sent.addressed : sent.body;
  const node = document === null ? undefined : nodeAt(document.root, pointer, positions);
  if (document === null || node === undefined) return null;
  return { node, text: sourceText(document.text, node), phrase: sourcePhrase(source) };
}

/** Equality of scalars: strings code point by code point, numbers by exact value. The document echoes nothing else. */
export function sameValue(left: JsonNode, right: JsonNode): boolean {
  if (left.type === 'number' && right.type === 'number') return sameNumber(left.text, right.text);
  if (left.type === 'string' && right.type === 'string') return left.value === right.value;
  return false;
}
