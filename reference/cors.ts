import type { IncomingMessage } from 'node:http';
import { methods } from './operations.ts';

/** A name of a header (RFC 9110, 5.1). */
const headerName = /^[!#$%&'*+.^_`|~0-9a-z-]+$/;

/** What pages of other origins may send and read (Fetch standard, 3.2): whatever header they ask for. */
export function corsHeaders({ headers }: IncomingMessage): Readonly<Record<string, string>> {
  const asked = (headers['access-control-request-headers'] ?? '').toLowerCase().split(',');
  const names = asked.map((name) => name.trim()).filter((name) => headerName.test(name));
  return {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': methods.join(', '),
    // The asterisk stands for no Authorization header, so that names are needed.
    'access-control-allow-headers': [...new Set(['authorization', 'content-type', ...names])].join(', '),
    'access-control-expose-headers': 'www-authenticate, allow, retry-after',
    'access-control-max-age': '600',
  };
}
