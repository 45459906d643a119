/** A JSON object as plain data, or what passes for one. */
export type Members = Readonly<Record<string, unknown>>;

/** A place in a text. */
export interface Span {
  /** Offsets into the text, in UTF-16 code units; end is exclusive. */
  readonly start: number;
  readonly end: number;
}

export type JsonType = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';

/** A JSON text that was read. */
export interface ReadJson {
  readonly text: string;
  /** As JSON.parse gives it, but that numbers which JavaScript writes in another way are kept as they were written. */
  readonly value: unknown;
  /** How many keys are in it, at any depth; null where the value may lack something that is in the text. */
  readonly keys: number | null;
  /** JSON Pointers of keys that occur more than once in their object. Read only a few: each may be long. */
  readonly duplicateKeys: readonly string[];
  /** A member that its object has itself; undefined for none. */
  member(name: string): unknown;
  /** Where each value is in the text, by its pointer; found when somebody asks for it. */
  readonly spans: ReadonlyMap<string, Span>;
  /** A value in it, as it is written. @param tokens names and `*`, each of which takes the next of the positions */
  textAt(tokens: readonly string[], positions: readonly number[], value: unknown): string;
}
