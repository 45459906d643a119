import type { Facet, Strength } from '../../schemas/types.ts';
import type { OperationContract } from '../model/operation.ts';
import { requestPlace } from '../model/requirement.ts';

/** A requirement that no schema can express: it is about a whole message, or about several. */
export type WholeRow = readonly [
  /** Null for the whole response. */
  place: string | null,
  facet: Facet,
  strength: Strength,
  section: string,
  statement: string,
];

const oneObject = 'the response is one JSON object in valid UTF-8 with nothing but white space around it';

export const responseRows: readonly WholeRow[] = [
  [null, 'json', 'stated', '1', oneObject],
  [null, 'byte-order-mark', 'shown', '1', 'the response does not start with a byte order mark'],
  [null, 'unique-keys', 'shown', '1', 'no object of the response has a key twice'],
  [null, 'authorization', 'stated', '4', 'a request without the Authorization header is not served'],
  [null, 'made-up-token', 'stated', '5', 'a request with a made-up token is not served'],
  ['/requestId', 'uniqueness', 'shown', '2.1', 'no other response of the run has the same requestId'],
];

const bearer = 'the Authorization header of the request is Bearer, a space and an access token';
const contentType = 'the Content-Type of the request is application/json';

export function requestRows({
  method,
  path,
  section,
  requestSchema,
}: OperationContract): readonly WholeRow[] {
  const always: readonly WholeRow[] = [
    [requestPlace, 'method', 'stated', section, `the method of the request is ${method}`],
    [requestPlace, 'path', 'stated', section, `the path of the request ends in ${path}`],
    [requestPlace, 'bearer', 'stated', '5', bearer],
  ];
  if (requestSchema === null)
    return [...always, [requestPlace, 'body', 'stated', section, 'the request has no body']];
  return [
    ...always,
    [requestPlace, 'content-type', 'stated', section, contentType],
    [requestPlace, 'json', 'stated', section, 'the body of the request is JSON'],
  ];
}
