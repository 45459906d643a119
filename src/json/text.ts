import type { JsonDocument, JsonNode, ReadJson } from '../model/json.ts';
import { remembering, rememberingLatest } from '../model/latest.ts';
import { limits } from '../model/limits.ts';
import { numberOf } from './decimal.ts';
import { type JsonLimits, JsonSyntaxError, JsonTooComplexError, parseJson } from './json.ts';
import { nodeAt } from './place.ts';
import { memberOf, plainJson } from './plain.ts';

/**
 * A message is read once: by JSON.parse where it is known to lose nothing (as many keys as the text has, every number
 * and escape written as JavaScript writes it), else by `json.ts`, whose tree also has the positions. The latest texts
 * are remembered, so masking, judge, diagnosis and page of a run share one reading of each body; traffic keeps none.
 */

export class JsonText implements ReadJson {
  readonly text: string;
  readonly value: unknown;
  readonly keys: number | null;
  private parsed: JsonDocument | null;

  constructor(text: string, value: unknown, keys: number | null, parsed: JsonDocument | null) {
    this.text = text;
    this.value = value;
    this.keys = keys;
    this.parsed = parsed;
  }

  static ofTree(document: JsonDocument): JsonText {
    return new JsonText(document.text, plainOf(document.root), null, document);
  }

  member(name: string): unknown {
    return memberOf(this.value, name);
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

/**
 * Reads a JSON text by JSON.parse where nothing is lost by that, else by our reader.
 * @throws JsonSyntaxError, JsonTooComplexError
 */
export function readJson(text: string, most: Partial<JsonLimits> = {}): JsonText {
  const found = plainJson(text);
  if (found === undefined) return JsonText.ofTree(parseJson(text, most));
  return new JsonText(text, found.value, found.keys, null);
}

/** The text, or why it cannot be read. */
function reading(text: string): JsonText | Error {
  try {
    return readJson(text, limits);
  } catch (error) {
    return error as Error;
  }
}

/** Texts that are remembered, and their characters: of a hundred documented records, and no more values than twelve bodies may have. */
const mostTexts = 1_000;
const mostCharacters = 256 * 1024;

/** Bodies of traffic that are remembered. */
const mostRecorded = 4;

const remembered = remembering(reading, mostTexts, mostCharacters);

/**
 * A body of a run. What was read of the latest ones is kept, so all that see a text of a run, from the moment when it
 * arrives to the reports, share one reading of it: its value, and its tree once somebody has asked for positions.
 * @throws JsonSyntaxError, JsonTooComplexError above the limits of a response
 */
export function readBody(text: string): JsonText {
  const found = remembered(text);
  if (found instanceof Error) throw found;
  return found;
}

/** A body of traffic: of many the next is the same, and none is asked for again. @throws as `readBody` */
export const readRecorded = rememberingLatest(
  (text: string): JsonText => readJson(text, limits),
  mostRecorded,
);

/** Where a body stops being JSON; null for one that is, or that is above the limits. */
export function brokenAt(text: string): number | null {
  const found = remembered(text);
  return found instanceof JsonSyntaxError ? found.offset : null;
}

/** A body that was sent: it is the operator's own, and has any number of values. @throws as `readBody` */
export function readSent(text: string): JsonText {
  try {
    return readBody(text);
  } catch (error) {
    if (error instanceof JsonTooComplexError) return readJson(text);
    throw error;
  }
}
