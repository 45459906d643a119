/** A JSON object as plain data, or what passes for one. */
export type Members = Readonly<Record<string, unknown>>;

/** A place in a text. */
export interface Span {
  /** Offsets into the text, in UTF-16 code units; end is exclusive. */
  readonly start: number;
  readonly end: number;
}

export type JsonType = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';

/** What many texts have in common: their keys, in this order, and the kinds of their values. */
export interface JsonShape {
  /** Their value, with a number in the place of each string, number and boolean. */
  readonly outline: unknown;
  /** What these are, by these numbers: `string`, `number`, `boolean`. */
  readonly types: readonly string[];
  readonly keys: number;
}

/** A JSON text that was read. */
export interface ReadJson {
  readonly text: string;
  /** As JSON.parse gives it, but that numbers which JavaScript writes in another way are kept as they were written. */
  readonly value: unknown;
  /** How many keys are in it, at any depth; null where the value may lack something that is in the text. */
  readonly keys: number | null;
  /** JSON Pointers of keys that occur more than once in their object. Read only a few: each may be long. */
  readonly duplicateKeys: readonly string[];
  /** The value, or the outline of its shape: the same keys, and arrays as long. */
  readonly outline: unknown;
  /** Its shape, where that is remembered; null for any other. */
  readonly shape: JsonShape | null;
  /** Its strings, numbers and booleans, as they are written, by the numbers of the outline; none without a shape. */
  readonly scalars: readonly string[];
  /** The value of one of these. */
  scalar(at: number): string | number | boolean;
  /** A member that its object has itself; undefined for none. */
  member(name: string): unknown;
  /** Where each value is in the text, by its pointer; found when somebody asks for it. */
  readonly spans: ReadonlyMap<string, Span>;
  /** A value in it, as it is written. @param tokens names and `*`, each of which takes the next of the positions */
  textAt(tokens: readonly string[], positions: readonly number[], value: unknown): string;
}
