import { operations } from '../operations.ts';
import type { Fault } from './fault.ts';
import { inAll } from './fault.ts';

/** The end of the id of the requirement that a caller is refused. */
const rows = { 'without-header': ':authorization', 'unknown-token': ':made-up-token' } as const;

type Unknown = keyof typeof rows;

/** Such a caller is served by all operations. */
function open(serves: Unknown, name: string, description: string): Fault {
  return { name, description, trips: inAll(rows[serves]), strength: 'stated', serves };
}

/** Such a caller is served by one operation, for each of them. @param what continues `Serves a PUT` */
function openEach(serves: Unknown, end: string, what: string): readonly Fault[] {
  return operations.map(({ name, method }) => ({
    ...open(serves, `${name}-${end}`, `Serves a ${method} ${what}`),
    trips: [name + rows[serves]],
  }));
}

/** A request without the Authorization header is carried out, and the answer says only that. */
function carriedOut(servedStatus: number, meaning: string): Fault {
  const description = `Serves requests without an Authorization header, with ${servedStatus} (${meaning}) and no body.`;
  const served = open('without-header', `serves-with-${servedStatus}`, description);
  return { ...served, servedStatus, servesNoBody: true };
}

export const credentialFaults: readonly Fault[] = [
  open('without-header', 'no-credentials-check', 'Serves requests that carry no Authorization header.'),
  ...openEach('without-header', 'open', 'that carries no Authorization header.'),
  {
    ...open(
      'without-header',
      'serves-with-401',
      'Serves requests without an Authorization header: the response has the success envelope, but status 401.',
    ),
    servedStatus: 401,
  },
  carriedOut(201, 'Created'),
  carriedOut(204, 'No Content'),
  carriedOut(205, 'Reset Content'),
  open('unknown-token', 'any-token', 'Serves requests with any bearer token.'),
  ...openEach('unknown-token', 'any-token', 'with any bearer token.'),
];
