/** A place in a text. */
interface Span {
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
