import type { Exchange } from '../../schemas/types.ts';
import { type FailureKind, statusOf, valuesOf } from '../model/exchange.ts';
import { groupBy } from '../model/group-by.ts';
import { joined } from '../text/plural.ts';
import type { Unconcluded } from './basis.ts';
import { isUnprotected } from './gaps.ts';
import { credentialsOf } from './results.ts';
import type { Situation } from './situation.ts';

/** A run that is incomplete because the service failed: it was reached, and sent an error of its own or no response. */

/** Statuses that come and go. */
const passing = [429, 502, 503, 504];

/** How requests end that reached the service. */
const failures: ReadonlyMap<FailureKind, string> = new Map([
  ['timeout', 'no response'],
  ['closed', 'a closed connection'],
  ['reset', 'a connection that was reset'],
  ['truncated', 'a truncated response'],
  ['encoding', 'a wrongly encoded response'],
]);

/**
 * `500`, `no response`; of an unauthorised request also a response of success, which does not show whether it was served.
 * Null for what is no failure of the service.
 */
function failedWith(exchange: Exchange): string | null {
  const { failure, credentials } = exchange;
  if (failure?.kind === 'timeout' && failure.head !== undefined) return 'an unfinished response';
  if (failure !== undefined) return failure.sent ? (failures.get(failure.kind) ?? null) : null;
  const status = statusOf(exchange) ?? 0;
  const isUnclear = credentials !== 'authorised' && status < 300;
  return isUnclear || status >= 500 ? String(status) : null;
}

/** Whether the same request may end differently, with nothing changed: not where the service wrote what cannot be read. */
export function mayPass({ response, failure }: Exchange): boolean {
  if (failure === undefined) return passing.includes(response?.status ?? 0);
  const isShort =
    failure.kind === 'truncated' && valuesOf(failure.head?.headers ?? [], 'content-length').length > 0;
  return failure.kind !== 'encoding' && failure.kind !== 'too-large' && !isShort;
}

/** The exchanges of a run that leave something unchecked: a connection closed to a request without credentials refuses it. */
export function openExchanges({ unanswered, requirements, exchanges }: Unconcluded): readonly Exchange[] {
  const named = new Set(unanswered.map(({ exchange }) => exchange));
  const unclear = requirements.filter(isUnprotected);
  return exchanges.filter(
    ({ id, operation, credentials }) =>
      named.has(id) ||
      unclear.some((row) => row.operation === operation && credentialsOf(row) === credentials),
  );
}

/** To what the service has to respond otherwise, so that a run is complete; none where it was probably not the service. */
export function serviceFailures(parts: Unconcluded, situation: Situation): readonly Exchange[] {
  const isReached = situation === 'ordinary' || situation === 'no-answer';
  if (parts.traffic !== undefined || parts.run.cut || !isReached) return [];
  return openExchanges(parts).filter((one) => failedWith(one) !== null);
}

/** `500 to put-authorised and no response to delete-authorised`. */
function listed(exchanges: readonly Exchange[]): string {
  const byKind = groupBy(exchanges, failedWith);
  return joined([...byKind].map(([kind, own]) => `${kind} to ${joined(own.map(({ id }) => id))}`));
}

/** What the operators of the service have to do about its failures. */
export function failureWords(all: readonly Exchange[]): string {
  // What authorised requests get as well has nothing to do with the token.
  const kinds = new Set(all.filter(({ credentials }) => credentials === 'authorised').map(failedWith));
  const authorised = all.filter((one) => kinds.has(failedWith(one)));
  const others = all.filter((one) => !authorised.includes(one));
  return [
    ...(authorised.length > 0 ? [`find out why the service failed (${listed(authorised)})`] : []),
    ...(others.length > 0 ? [`return 401 to requests without a token (seen: ${listed(others)})`] : []),
  ].join('; ');
}
