import { requirementId } from '../contract/requirement-id.ts';
import type { Exchange } from '../model/exchange.ts';
import type { ReadExchange } from '../target/meaning.ts';
import { notExercised, type SpotVerdict, verdictOf } from './verdicts.ts';

const notServed = 'an answer that does not claim success';

function isTwin(left: Exchange, right: Exchange): boolean {
  const a = left.request;
  const b = right.request;
  return a.method === b.method && a.url === b.url && a.body === b.body;
}

/**
 * Whether the same request succeeds when it carries a token: only then was a refusal about the credentials. A made-up
 * token that is served proves as much as the real one, which is then not sent.
 */
function hasServedTwin({ exchange }: ReadExchange, all: readonly ReadExchange[]): boolean {
  return all.some(
    (other) =>
      other.meaning === 'success' &&
      other.exchange.credentials !== 'none' &&
      isTwin(other.exchange, exchange),
  );
}

/** The row that is the cause where the same request with the token was answered 2xx and without a JSON object. */
function brokenTwin({ exchange }: ReadExchange, all: readonly ReadExchange[]): string | undefined {
  const twin = all.find(
    (other) =>
      other.meaning === 'no-object' &&
      other.exchange.credentials === 'authorised' &&
      isTwin(other.exchange, exchange),
  );
  return twin === undefined ? undefined : requirementId(exchange.operation, null, 'json');
}

function described({ exchange: { response, failure } }: ReadExchange): string {
  const status = (response ?? failure?.head)?.status;
  return status === undefined ? (failure?.message ?? 'no answer') : `status ${status}`;
}

/** What an unauthorised request got, and what follows from it for whoever runs the service. */
function served(read: ReadExchange): string {
  const { exchange, signs } = read;
  const what = signs.word ? 'an envelope that claims success' : 'a record';
  const consequence = exchange.credentials === 'none' ? 'no token is needed' : 'any token is accepted';
  return `served: ${described(read)} and ${what}, so ${consequence}`;
}

/** `:authorization` and `:made-up-token` on one unauthorised exchange; all are the operation's exchanges. */
export function refusalVerdict(read: ReadExchange, all: readonly ReadExchange[]): SpotVerdict {
  if (read.meaning === 'success') return verdictOf(false, '', notServed, served(read));
  if (read.meaning !== 'refusal') return notExercised(`${read.reason}, which says nothing about credentials`);
  if (hasServedTwin(read, all)) return verdictOf(true, '', notServed, `refused: ${described(read)}`);
  const reason = `refused (${described(read)}), but the same request with a token did not succeed either`;
  return notExercised(reason, brokenTwin(read, all));
}
