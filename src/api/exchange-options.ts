import type { Credentials } from '../model/exchange.ts';

export interface ToExchangeOptions {
  /** Unique among the exchanges that are judged together; `put-authorised` and the like by default, then numbered. */
  readonly id?: string;
  /**
   * By default `none` without an Authorization header, `made-up` for the token that this suite makes up, and
   * `authorised` for any other.
   */
  readonly credentials?: Credentials;
  /** Further texts that may stand in no output. The token in the Authorization header is one without being named. */
  readonly secrets?: readonly string[];
  /** When the request was sent; now by default, and the exchange then has no duration. */
  readonly startedAt?: Date;
}
