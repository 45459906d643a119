import type { Fault } from './fault.ts';
import { inAll } from './fault.ts';

/** A request without the Authorization header is carried out, and the answer says only that. */
function carriedOut(servedStatus: number, meaning: string): Fault {
  return {
    name: `serves-with-${servedStatus}`,
    description: `Serves requests without an Authorization header, with ${servedStatus} (${meaning}) and no body.`,
    operation: 'all',
    trips: inAll(':authorization'),
    strength: 'stated',
    serves: 'without-header',
    servedStatus,
    servesNoBody: true,
  };
}

export const credentialFaults: readonly Fault[] = [
  {
    name: 'no-credentials-check',
    description: 'Serves requests that carry no Authorization header.',
    operation: 'all',
    trips: inAll(':authorization'),
    strength: 'stated',
    serves: 'without-header',
  },
  {
    name: 'put-open',
    description: 'Serves a PUT that carries no Authorization header.',
    operation: 'put',
    trips: ['put:authorization'],
    strength: 'stated',
    serves: 'without-header',
  },
  {
    name: 'delete-open',
    description: 'Serves a DELETE that carries no Authorization header.',
    operation: 'delete',
    trips: ['delete:authorization'],
    strength: 'stated',
    serves: 'without-header',
  },
  {
    name: 'serves-with-401',
    description:
      'Serves requests without an Authorization header, success envelope and all, under the status 401.',
    operation: 'all',
    trips: inAll(':authorization'),
    strength: 'stated',
    serves: 'without-header',
    servedStatus: 401,
  },
  carriedOut(201, 'Created'),
  carriedOut(204, 'No Content'),
  carriedOut(205, 'Reset Content'),
  {
    name: 'any-token',
    description: 'Serves requests with any bearer token.',
    operation: 'all',
    trips: inAll(':made-up-token'),
    strength: 'stated',
    serves: 'unknown-token',
  },
  {
    name: 'put-any-token',
    description: 'Serves a PUT with any bearer token.',
    operation: 'put',
    trips: ['put:made-up-token'],
    strength: 'stated',
    serves: 'unknown-token',
  },
  {
    name: 'delete-any-token',
    description: 'Serves a DELETE with any bearer token.',
    operation: 'delete',
    trips: ['delete:made-up-token'],
    strength: 'stated',
    serves: 'unknown-token',
  },
];
