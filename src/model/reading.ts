import type { Exchange } from '../../schemas/types.ts';
import type { ReadJson } from './json.ts';

/** A response body as a reader of JSON sees it. */
export type ReadBody =
  | { readonly kind: 'json'; readonly json: ReadJson; readonly byteOrderMark: boolean }
  | { readonly kind: 'not-json'; readonly problem: string }
  /** The record of somebody else lacks it, or a part of it. */
  | { readonly kind: 'not-recorded'; readonly problem: string }
  | { readonly kind: 'too-complex'; readonly excess: 'deep' | 'large'; readonly problem: string };

/**
 * What a response means for its request. `success`: it is judged in full; without proper credentials, the request was
 * served. `refusal`: the service said no. `no-object`: 2xx without a JSON object, to an authorised request. `unclear`:
 * none of these can be said, as with a request that got no complete response.
 */
export type Meaning = 'success' | 'refusal' | 'no-object' | 'unclear';

/** What a JSON value says about itself. The document shows no errors, so these signs decide what a response means. */
export interface Signs {
  /** Its `status` is exactly `success`. */
  readonly word: boolean;
  /** An object in it, at any depth, has documented fields that the request did not have. */
  readonly record: boolean;
  /** Names of the members of the root that say no; empty for none. */
  readonly denials: readonly string[];
}

/** An exchange with its response, read once for everything that uses it. */
export interface ReadExchange {
  readonly exchange: Exchange;
  /** Null where no complete response arrived. */
  readonly content: ReadBody | null;
  readonly signs: Signs;
  readonly meaning: Meaning;
  /** What came back, in words that may quote the service. */
  readonly reason: string;
}

/** An exchange as the judge took it: not masked where no finding could show a secret of it. */
export interface AddedExchange extends ReadExchange {
  /** Ids of requirements that deviate, as far as this exchange alone shows it. */
  readonly deviates: readonly string[];
  /** Those of them that follow from a deviation of the request, each with the requirement on it. */
  readonly follows: ReadonlyMap<string, string>;
  /** Whether evidence of it is kept. */
  readonly isShown: boolean;
}
