/** A JSON object as plain data, or what passes for one. */
export type Members = Readonly<Record<string, unknown>>;

/** A place in a text. */
export interface Span {
  /** Offsets into the text, in UTF-16 code units; end is exclusive. */
  readonly start: number;
  readonly end: number;
}

/** A value of a JSON text (RFC 8259) and where it is; numbers keep their text. */
export type JsonNode = Span &
  (
    | { readonly type: 'object'; readonly members: ReadonlyMap<string, JsonNode> }
    | { readonly type: 'array'; readonly items: readonly JsonNode[] }
    | { readonly type: 'string'; readonly value: string }
    | { readonly type: 'number'; readonly text: string }
    | { readonly type: 'boolean'; readonly value: boolean }
    | { readonly type: 'null' }
  );

export interface JsonDocument {
  readonly text: string;
  /** Keeps the last value of a key that occurs twice, as most parsers do. */
  readonly root: JsonNode;
  /** JSON Pointers of keys that occur more than once in their object. Read only a few: each may be long. */
  readonly duplicateKeys: readonly string[];
}

/** A JSON text that was read: its value for whoever judges it, and its tree for whoever needs positions in it. */
export interface ReadJson {
  readonly text: string;
  /** As JSON.parse gives it, but that numbers which JavaScript writes in another way are kept as they were written. */
  readonly value: unknown;
  /** How many keys are in it, at any depth; null where the value may lack something that is in the text. */
  readonly keys: number | null;
  /** A member that its object has itself; undefined for none. */
  member(name: string): unknown;
  /** Read when somebody asks for it. */
  readonly tree: JsonDocument;
  /** JSON Pointers of keys that occur more than once in their object. */
  readonly duplicateKeys: readonly string[];
  /** A value in it, as it is written. @param tokens names and `*`, each of which takes the next of the positions */
  textAt(tokens: readonly string[], positions: readonly number[], value: unknown): string;
}
