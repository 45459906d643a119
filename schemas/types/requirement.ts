// Written by `npm run docs` from schemas/suite.

/** What the requirement checks in its place. */
export type Facet = 'json' | 'byte-order-mark' | 'unique-keys' | 'authorization' | 'made-up-token' | 'presence' | 'absence' | 'type' | 'format' | 'value' | 'echo' | 'count' | 'uniqueness' | 'method' | 'path' | 'bearer' | 'content-type' | 'body';

/** Where the schemas ask for it; absent where none does, as for the method of a request. */
export interface SchemaPlace {
  /** Path from the folder of the package. */
  readonly file: string;
  /** The keyword; the whole schema for a requirement on the whole response. */
  readonly pointer: string;
}

/** How firmly the document supports it: a table or a rule says so, or only an example or a remark shows it. */
export type Strength = 'stated' | 'shown';
