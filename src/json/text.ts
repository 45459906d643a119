import type { JsonDocument, JsonNode, ReadJson } from '../model/json.ts';
import { ExactNumber } from './decimal.ts';
import { type JsonLimits, parseJson } from './json.ts';
import { type PlainJson, plainJson } from './plain.ts';

export class JsonText implements ReadJson {
  readonly text: string;
  readonly value: unknown;
  readonly keys: number | null;
  private parsed: JsonDocument | null;

  constructor(text: string, { value, keys }: PlainJson | ReadTree) {
    this.text = text;
    this.value = value;
    this.keys = keys;
    this.parsed = null;
  }

  /** @throws as `parseJson` for a text above the limits, which no value is made of */
  static ofTree(document: JsonDocument): JsonText {
    const made = new JsonText(document.text, { value: plainOf(document.root), keys: null });
    made.parsed = document;
    return made;
  }

  get tree(): JsonDocument {
    this.parsed ??= parseJson(this.text);
    return this.parsed;
  }

  get duplicateKeys(): readonly string[] {
    return this.keys === null ? this.tree.duplicateKeys : [];
  }

  textAt(tokens: readonly string[], positions: readonly number[], value: unknown): string {
    if (this.keys !== null && (typeof value !== 'object' || value === null)) return JSON.stringify(value);
    const node = nodeAt(this.tree.root, tokens, positions);
    return node === undefined ? '' : this.text.slice(node.start, node.end);
  }
}

interface ReadTree {
  readonly value: unknown;
  readonly keys: null;
}

function plainOf(node: JsonNode): unknown {
  switch (node.type) {
    case 'object':
      return Object.fromEntries([...node.members].map(([key, member]) => [key, plainOf(member)]));
    case 'array':
      return node.items.map(plainOf);
    case 'number':
      return numberOf(node.text);
    case 'null':
      return null;
    default:
      return node.value;
  }
}

function numberOf(text: string): number | ExactNumber {
  const value = Number(text);
  return JSON.stringify(value) === text ? value : new ExactNumber(text);
}

function nodeAt(
  root: JsonNode,
  tokens: readonly string[],
  positions: readonly number[],
): JsonNode | undefined {
  let node: JsonNode | undefined = root;
  let used = 0;
  for (const token of tokens) {
    if (token !== '*') node = node?.type === 'object' ? node.members.get(token) : undefined;
    else {
      node = node?.type === 'array' ? node.items[positions[used] ?? -1] : undefined;
      used += 1;
    }
  }
  return node;
}

/**
 * Reads a JSON text by JSON.parse where nothing is lost by that, else by our reader.
 * @throws JsonSyntaxError, JsonTooComplexError
 */
export function readJson(
  text: string,
  most: Partial<JsonLimits> = {},
  plain: (text: string) => PlainJson | undefined = plainJson,
): JsonText {
  const found = plain(text);
  return found === undefined ? JsonText.ofTree(parseJson(text, most)) : new JsonText(text, found);
}
