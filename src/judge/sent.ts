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

function sameMembers(left: ReadonlyMap<string, JsonNode>, right: ReadonlyMap<string, JsonNode>): boolean {
  if (left.size !== right.size) return false;
  return [...left].every(([key, node]) => {
    const other = right.get(key);
    return other !== undefined && sameValue(node, other);
  });
}

/** Equality of JSON values: strings code point by code point, numbers by exact value, members in any order. */
export function sameValue(left: JsonNode, right: JsonNode): boolean {
  if (left.type === 'number' && right.type === 'number') return sameNumber(left.text, right.text);
  if (left.type === 'object' && right.type === 'object') return sameMembers(left.members, right.members);
  if (left.type === 'array' && right.type === 'array') {
    const others = right.items;
    return (
      left.items.length === others.length &&
      left.items.every((item, at) => others[at] !== undefined && sameValue(item, others[at]))
    );
  }
  if (left.type === 'string' || left.type === 'boolean')
    return right.type === left.type && right.value === left.value;
  return left.type === 'null' && right.type === 'null';
}
