import type { Exchange } from '../model/exchange.ts';
import type { Operation } from '../model/requirement.ts';
import { contract, type PathParameter } from '../operations/index.ts';
import type { Addressed } from '../traffic/addressed.ts';
import { addressedBy, exchangeOf } from './exchange-of.ts';
import type { BodyInput, RequestInput, ResponseInput } from './http-message.ts';
import { type RequestData, readRequest, readResponse, textOf } from './read-message.ts';
import { isObject, nameOf, responseProblem } from './response-shapes.ts';

/** What of the request is known: what is left out cannot be compared, and its echo is not asked for. */
export type SentParts = { readonly [Name in PathParameter]?: string } & {
  /** An object is written as JSON. */
  readonly body?: BodyInput;
};

/** A response, or an exchange, which knows what was sent. */
export type Received = ResponseInput | Exchange;

/** The request that was sent, or parts of it. */
export type Sent = RequestInput | SentParts;

function isExchange(value: object): value is Exchange {
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

const expected = 'a fetch Response, an exchange, or { status, headers, body }';

/** @throws TypeError for what is not a response, or is a response to the other operation */
export async function exchangeGiven(received: unknown, operation: Operation, sent?: Sent): Promise<Exchange> {
  if (!isObject(received)) throw new TypeError(`toConformTo takes ${expected}, not ${nameOf(received)}`);
  const exchange = isExchange(received) ? received : await answered(received, operation, sent ?? {});
  if (isExchange(received) && sent !== undefined)
    throw new TypeError('an exchange knows what was sent; leave `sent` out');
  if (exchange.operation !== operation)
    throw new TypeError(`the request is one of the operation ${exchange.operation}, not ${operation}`);
  return exchange;
}

async function answered(received: object, operation: Operation, sent: Sent): Promise<Exchange> {
  // A forgotten body would be judged as an empty one, and blamed on the service.
  const bodyless = "it has no body: give { status, headers, body }, and body: '' for an empty one";
  const problem = responseProblem(received) ?? ('body' in received ? null : bodyless);
  if (problem !== null) throw new TypeError(`toConformTo takes ${expected}; ${problem}`);
  const { request, addressed } = await requestOf(operation, sent);
  return exchangeOf(request, addressed, await readResponse(received as ResponseInput));
}
