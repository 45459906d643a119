import type { ReadExchange } from '../model/answer.ts';
import { type SpotVerdict, verdictOf } from './verdicts.ts';

/** What an unauthorised request should get. */
export const notServed = 'an answer that does not claim success';

/** `status 401`, or how the request ended without one. */
export function described({ exchange: { response, failure } }: ReadExchange): string {
  const status = (response ?? failure?.head)?.status;
  return status === undefined ? (failure?.message ?? 'no answer') : `status ${status}`;
}

/** An unauthorised request that was served, and what follows from it for whoever runs the service. */
export function servedVerdict(read: ReadExchange): SpotVerdict {
  const { exchange, signs } = read;
  const what = signs.word ? 'an envelope that claims success' : 'a record';
  const consequence = exchange.credentials === 'none' ? 'no token is needed' : 'any token is accepted';
  const actual = `served: ${described(read)} and ${what}, so ${consequence}`;
  return verdictOf(false, () => ({ pointer: '', expected: notServed, actual }));
}
