import type { Operation } from '../operations/operation.ts';
import { operations } from '../operations.ts';
import type { Fault } from './fault.ts';
import { inAll } from './fault.ts';

/** A caller without credentials is served, by one operation or by all. */
function toAnybody(name: string, description: string, operation?: Operation): Fault {
  const trips = operation === undefined ? inAll(':authorization') : [`${operation.name}:authorization`];
  return { name, description, trips, strength: 'stated', serves: 'without-header' };
}

/** A caller with a token that nobody issued is served, by one operation or by all. */
function toAnyToken(name: string, description: string, operation?: Operation): Fault {
  const trips = operation === undefined ? inAll(':made-up-token') : [`${operation.name}:made-up-token`];
  return { name, description, trips, strength: 'stated', serves: 'unknown-token' };
}

/** A request without the Authorization header is carried out, and the answer says only that. */
function carriedOut(servedStatus: number, meaning: string): Fault {
  const description = `Serves requests without an Authorization header, with ${servedStatus} (${meaning}) and no body.`;
  return { ...toAnybody(`serves-with-${servedStatus}`, description), servedStatus, servesNoBody: true };
}

export const credentialFaults: readonly Fault[] = [
  toAnybody('no-credentials-check', 'Serves requests that carry no Authorization header.'),
  ...operations.map((operation) =>
    toAnybody(
      `${operation.name}-open`,
      `Serves a ${operation.method} that carries no Authorization header.`,
      operation,
    ),
  ),
  {
    ...toAnybody(
      'serves-with-401',
      'Serves requests without an Authorization header: the response has the success envelope, but status 401.',
    ),
    servedStatus: 401,
  },
  carriedOut(201, 'Created'),
  carriedOut(204, 'No Content'),
  carriedOut(205, 'Reset Content'),
  toAnyToken('any-token', 'Serves requests with any bearer token.'),
  ...operations.map((operation) =>
    toAnyToken(
      `${operation.name}-any-token`,
      `Serves a ${operation.method} with any bearer token.`,
      operation,
    ),
  ),
];
