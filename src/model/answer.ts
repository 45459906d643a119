import type { Exchange } from './exchange.ts';
import type { JsonDocument } from './json.ts';

/** A response body as a reader of JSON sees it. */
export type Answer =
  | { readonly kind: 'json'; readonly document: JsonDocument; readonly byteOrderMark: boolean }
  | { readonly kind: 'not-json'; readonly problem: string }
  /** The record of somebody else lacks it, or a part of it. */
  | { readonly kind: 'not-recorded'; readonly problem: string }
  | { readonly kind: 'too-complex'; readonly excess: 'deep' | 'large'; readonly problem: string };

/**
 * What an answer means for its request. `success`: it is judged in full; without proper credentials, the request was
 * served. `refusal`: the service said no. `no-object`: 2xx without a JSON object, to an authorised request. `unclear`:
 * none of these can be said, as with a request that got no complete answer.
 */
export type Meaning = 'success' | 'refusal' | 'no-object' | 'unclear';

/** What a JSON value says about itself. The document shows no errors, so these signs decide what an answer means. */
export interface Signs {
  /** Its `status` is exactly `success`. */
  readonly word: boolean;
  /** An object in it, at any depth, has documented fields that the request did not have. */
  readonly record: boolean;
  /** Names of the members of the root that say no; empty for none. */
  readonly denials: readonly string[];
}

/** An exchange with its answer, read once for everything that uses it. */
export interface ReadExchange {
  readonly exchange: Exchange;
  /** Null where no complete answer arrived. */
  readonly answer: Answer | null;
  readonly signs: Signs;
  readonly meaning: Meaning;
  /** What came back, in words that may quote the service. */
  readonly reason: string;
  /** The answer as a plain value, where that loses nothing, and `answer` costs more to read. */
  readonly plain?: PlainAnswer;
}

/** An answer as JSON.parse gives it. */
export interface PlainAnswer {
  readonly value: Readonly<Record<string, unknown>>;
  /** What is at each place that questions ask for, until the next answer is read. */
  readonly values: readonly (readonly unknown[])[];
  /** Whether all of its members are documented. */
  readonly isDocumented: boolean;
}
