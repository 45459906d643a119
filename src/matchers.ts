import { contract } from './operations/index.ts';
/** Matchers for vitest's and jest's `expect`: `expect.extend(matchers)`. Neither is imported here. */

import { conformityOf } from './api/conformity.ts';
import { exchangeGiven, type Received, type Sent } from './api/exchange.ts';
import type { OperationName } from './operations/index.ts';

/**
 * The types of the API name no Node.js, vitest or jest type, so that they compile in any project: requests and
 * responses are described by their shape.
 */

export type { SentParts } from './api/exchange.ts';
export type { Received, Sent };

export interface ConformOptions {
  /** The request, or parts of it: what is not given is not compared with the response. */
  readonly sent?: Sent;
  /** Deviations from what the document only shows fail as well; false by default. */
  readonly strict?: boolean;
  /** Ids of what the document only shows, deviations from which fail as well; none by default. */
  readonly requireShown?: readonly string[];
}

/** What a matcher hands to `expect`. */
export interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}

/** `expect` for an assertion, with `isNot` under `.not`. */
interface MatcherContext {
  readonly isNot?: boolean;
}

function checkOperation(operation: unknown): asserts operation is OperationName {
  const names = contract.operations.map(({ name }) => name);
  if (names.some((name) => name === operation)) return;
  const expected = names.map((name) => `'${name}'`).join(' or ');
  throw new TypeError(`toConformTo takes ${expected}, not ${JSON.stringify(operation)}`);
}

/**
 * Whether a response conforms to what the document says of the operation. The response to an authorised request is meant:
 * one that does not mean success could not be judged, which fails both `toConformTo` and `.not.toConformTo`.
 */
async function toConformTo(
  this: MatcherContext,
  received: unknown,
  operation: OperationName,
  { sent, strict = false, requireShown = [] }: ConformOptions = {},
): Promise<MatcherResult> {
  checkOperation(operation);
  const exchange = await exchangeGiven(received, operation, sent);
  const { verdict, text } = conformityOf(exchange, { strict, requireShown });
  const { method, section } = contract.operation(operation);
  const wish = this.isNot === true ? 'not to conform' : 'to conform';
  const message = () =>
    `expected the response to the ${method} ${wish} to the document (section ${section}): ${text}`;
  return { pass: verdict === 'unknown' ? this.isNot === true : verdict === 'conforms', message };
}

export const matchers = { toConformTo };

/** The assertions that `expect.extend(matchers)` adds. */
export interface ConformanceMatchers {
  /** Resolves when the response conforms to what the document says of the operation; has to be awaited. */
  toConformTo(operation: OperationName, options?: ConformOptions): Promise<void>;
}

/** Of vitest, and of jest where `expect` is a global. */
declare global {
  namespace jest {
    // biome-ignore lint/complexity/noBannedTypes: declarations that are merged have to be alike
    interface Matchers<R, T = {}> extends ConformanceMatchers {}
  }
}

// biome-ignore lint/suspicious/noTsIgnore: an error only where jest's expect is not installed
/** @ts-ignore jest's expect, as @jest/globals hands it out, need not be installed */
declare module 'expect' {
  interface Matchers<R extends void | Promise<void>, T = unknown> extends ConformanceMatchers {}
}
