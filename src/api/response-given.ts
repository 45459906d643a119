import type { Exchange } from '../../schemas/types.ts';
import type { Operation } from '../model/requirement.ts';
import { contract, type PathParameter } from '../operations/index.ts';
import type { Addressed } from '../traffic/addressed.ts';
import { addressedBy, exchangeOf } from './exchange-of.ts';
import type { BodyInput, RequestInput, ResponseInput } from './http-message.ts';
import {
  isResponse,
  type RequestData,
  readRequest,
  readResponse,
  responseForms,
  textOf,
} from './read-message.ts';

/** What of the request is known: what is left out cannot be compared, and its echo is not asked for. */
export type SentParts = { readonly [Name in PathParameter]?: string } & {
  /** An object is written as JSON. */
  readonly body?: BodyInput;
};

/** A response, or an exchange, which knows what was sent. */
export type Received = ResponseInput | Exchange;

/** The request that was sent, or parts of it. */
export type Sent = RequestInput | SentParts;

function isExchange(value: unknown): value is Exchange {
  if (typeof value !== 'object' || value === null) return false;
  return 'request' in value && 'credentials' in value && 'timings' in value;
}

/** Used where no address was given. */
const unknownUrl = new URL('http://service.invalid/');

async function requestOf(
  operation: Operation,
  sent: Sent,
): Promise<{ readonly request: RequestData; readonly addressed: Addressed }> {
  if ('url' in sent) {
    const request = await readRequest(sent);
    return { request, addressed: addressedBy(request) };
  }
  const { method } = contract.operation(operation);
  const { body, ...parts } = sent;
  const identifiers = Object.entries(parts).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return {
    request: { method, url: unknownUrl, headers: [], body: textOf(body) },
    addressed: { operation, identifiers: Object.fromEntries(identifiers), base: '' },
  };
}

/** @throws TypeError for what is not a response, or is a response to the other operation */
export async function exchangeGiven(received: unknown, operation: Operation, sent?: Sent): Promise<Exchange> {
  const isMade = isExchange(received);
  const exchange = isMade ? received : await answered(received, operation, sent ?? {});
  if (isMade && sent !== undefined) throw new TypeError('an exchange knows what was sent; leave `sent` out');
  if (exchange.operation !== operation)
    throw new TypeError(`the request is one of the operation ${exchange.operation}, not ${operation}`);
  return exchange;
}

async function answered(received: unknown, operation: Operation, sent: Sent): Promise<Exchange> {
  // A forgotten body would be judged as an empty one, and blamed on the service.
  if (!isResponse(received) || !('body' in received))
    throw new TypeError(`toConformTo takes an exchange, or a response: ${responseForms}`);
  const { request, addressed } = await requestOf(operation, sent);
  return exchangeOf(request, addressed, await readResponse(received));
}
