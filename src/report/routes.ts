import type { Exchange } from '../model/exchange.ts';
import { statusOf } from '../model/exchange.ts';

/** Whether a service has a route for an operation, judged by what requests without proper credentials got. */

const absent = [404, 405];

function isNotServed(exchange: Exchange): boolean {
  const status = statusOf(exchange) ?? 0;
  return absent.includes(status) || (status >= 300 && status < 400);
}

/** Whether every request of the operation, whatever its credentials, was redirected, or got 404 or 405. */
export function isWithoutRoute(operation: string, exchanges: readonly Exchange[]): boolean {
  const own = exchanges.filter((one) => one.operation === operation);
  return own.some(({ credentials }) => credentials !== 'authorised') && own.every(isNotServed);
}

const noRoute =
  'requests without credentials got it too, so the service probably has no such route: it has to serve the method and the path of the document, whose last slash counts';

/** Where to look first, which is not the resource where the whole route is missing. */
export function hintWithRoute(
  { operation, exchange, hint }: Readonly<Record<'operation' | 'exchange', string>> & { hint: string | null },
  exchanges: readonly Exchange[],
): string | null {
  const status = statusOf(exchanges.find(({ id }) => id === exchange) ?? {}) ?? 0;
  if (!absent.includes(status) || !isWithoutRoute(operation, exchanges)) return hint;
  return hint === null ? noRoute : `${noRoute}; else: ${hint}`;
}
