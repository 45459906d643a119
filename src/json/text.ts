import type { JsonShape, ReadJson, Span } from '../model/json.ts';
import { remembering, rememberingLatest } from '../model/latest.ts';
import { limits } from '../model/limits.ts';
import { type JsonLimits, JsonSyntaxError, JsonTooComplexError, parseJson, spansOf } from './json.ts';
import { pointerAt } from './place.ts';
import { memberOf, plainJson } from './plain.ts';
import { type Shaped, scalarOf, shapes } from './shapes.ts';

/**
 * A message is read once: by JSON.parse where it is known to lose nothing (as many keys as the text has, every number
 * and escape written as JavaScript writes it), else by `json.ts`. The latest texts
 * are remembered, so masking, judge, diagnosis and page of a run share one reading of each body; traffic keeps none.
 */

const none: readonly string[] = [];

export class JsonText implements ReadJson {
  readonly text: string;
  readonly keys: number | null;
  readonly duplicateKeys: readonly string[];
  readonly shape: JsonShape | null = null;
  readonly scalars: readonly string[] = none;
  private read: unknown;
  private found: ReadonlyMap<string, Span> | undefined;

  /** @param value what JSON.parse gives, where it is absent: a text with a shape is read when somebody asks for that */
  constructor(text: string, value: unknown, keys: number | null, duplicateKeys = none, shaped?: Shaped) {
    this.text = text;
    this.read = value;
    this.keys = keys;
    this.duplicateKeys = duplicateKeys;
    if (shaped !== undefined) ({ shape: this.shape, scalars: this.scalars } = shaped);
  }

  /** @throws JsonSyntaxError, JsonTooComplexError */
  static parsed(text: string, most?: Partial<JsonLimits>): JsonText {
    const { value, duplicateKeys } = parseJson(text, most);
    return new JsonText(text, value, null, duplicateKeys);
  }

  get value(): unknown {
    if (this.read === undefined) this.read = JSON.parse(this.text);
    return this.read;
  }

  get outline(): unknown {
    return this.shape?.outline ?? this.value;
  }

  scalar(at: number): string | number | boolean {
    return scalarOf(this.scalars[at] ?? '', this.shape?.types[at]);
  }

  member(name: string): unknown {
    const found = this.shape === null ? undefined : memberOf(this.shape.outline, name);
    return typeof found === 'number' ? this.scalar(found) : memberOf(this.value, name);
  }

  get spans(): ReadonlyMap<string, Span> {
    this.found ??= spansOf(this.text);
    return this.found;
  }

  textAt(tokens: readonly string[], positions: readonly number[], value: unknown): string {
    if (this.keys !== null && (typeof value !== 'object' || value === null)) return JSON.stringify(value);
    const place = tokens.map((token) => `/${token}`).join('');
    const { start, end } = this.spans.get(pointerAt(place, positions)) ?? { start: 0, end: 0 };
    return this.text.slice(start, end);
  }
}

/**
 * Reads a JSON text by JSON.parse where nothing is lost by that, else by our reader.
 * @throws JsonSyntaxError, JsonTooComplexError
 */
export function readJson(text: string, most: Partial<JsonLimits> = {}): JsonText {
  const found = plainJson(text);
  return found === undefined ? JsonText.parsed(text, most) : new JsonText(text, found.value, found.keys);
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
 * arrives to the reports, share one reading of it.
 * @throws JsonSyntaxError, JsonTooComplexError above the limits of a response
 */
export function readBody(text: string): JsonText {
  const found = remembered(text);
  if (found instanceof Error) throw found;
  return found;
}

const known = shapes();

/** A body of traffic: of many the next is the same, or has the same shape. @throws as `readBody` */
export const readRecorded = rememberingLatest((text: string): JsonText => {
  const shaped = known.find(text);
  if (shaped !== null) return new JsonText(text, undefined, shaped.shape.keys, none, shaped);
  const made = readJson(text, limits);
  if (made.keys !== null) known.add(text, made.value, made.keys);
  return made;
}, mostRecorded);

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
