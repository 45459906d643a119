import { requirementId } from '../contract/requirement-id.ts';
import type { Exchange, Failure } from '../model/exchange.ts';
import type { ReadExchange } from '../target/answer.ts';
import { notExercised, type SpotVerdict, verdictOf } from './verdicts.ts';

const notServed = 'an answer that does not claim success';

/** A connection closed without an answer is a way to refuse; every other failure says nothing about credentials. */
function isClosedUnanswered(failure: Failure | undefined): boolean {
  return failure?.kind === 'closed' || (failure?.kind === 'reset' && failure.head === undefined);
}

/** Why an answer that does not claim success is no refusal either, or null where it may be one. */
function noRefusal({ exchange, standing }: ReadExchange): string | null {
  const { response, failure } = exchange;
  if (failure !== undefined) return isClosedUnanswered(failure) ? null : `no answer: ${failure.message}`;
  const status = response?.status ?? 0;
  if (status === 429 || status >= 500)
    return `the service answered ${status}, which says nothing about credentials`;
  if (standing === 'unreadable' || standing === 'too-complex')
    return `the service answered ${status} without a readable envelope`;
  return null;
}

function isTwin(left: Exchange, right: Exchange): boolean {
  const a = left.request;
  const b = right.request;
  return a.method === b.method && a.url === b.url && a.body === b.body;
}

/**
 * Whether the same request claims success when it carries a token: only then was a refusal about the credentials. A
 * made-up token that is served proves as much as the real one, and leaves nothing for the real one to prove.
 */
function hasServedTwin({ exchange }: ReadExchange, all: readonly ReadExchange[]): boolean {
  return all.some(
    (other) =>
      other.standing === 'success' &&
      other.exchange.credentials !== 'none' &&
      isTwin(other.exchange, exchange),
  );
}

/** The row that is the cause where the same request with the token was answered 2xx and without JSON. */
function unreadableTwin({ exchange }: ReadExchange, all: readonly ReadExchange[]): string | undefined {
  const twin = all.find(
    (other) =>
      other.standing === 'unreadable' &&
      other.exchange.credentials === 'authorised' &&
      isTwin(other.exchange, exchange),
  );
  return twin === undefined ? undefined : requirementId(exchange.operation, null, 'json');
}

function described({ exchange }: ReadExchange): string {
  const { response, failure } = exchange;
  return response === undefined ? (failure?.message ?? 'no answer') : `status ${response.status}`;
}

/** `:authorization` and `:made-up-token` on one unauthorised exchange; all are the operation's exchanges. */
export function refusalVerdict(read: ReadExchange, all: readonly ReadExchange[]): SpotVerdict {
  if (read.standing === 'success')
    return verdictOf(false, '', notServed, `served: ${described(read)} and an envelope that claims success`);
  const silent = noRefusal(read);
  if (silent !== null) return notExercised(silent);
  if (!hasServedTwin(read, all)) {
    return notExercised(
      `refused (${described(read)}), but the same request with a token did not succeed either`,
      unreadableTwin(read, all),
    );
  }
  return verdictOf(true, '', notServed, `refused: ${described(read)}`);
}
