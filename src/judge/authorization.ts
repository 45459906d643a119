import type { ReadExchange } from '../model/answer.ts';
import type { Shown } from './noted.ts';

/** What an unauthorised request should get. */
export const notServed = 'an answer that does not claim success';

/** `status 401`, or how the request ended without one. */
export function described({ exchange: { response, failure } }: ReadExchange): string {
  const status = (response ?? failure?.head)?.status;
  return status === undefined ? (failure?.message ?? 'no answer') : `status ${status}`;
}

/** How a response shows that its request was carried out. */
function servedBy({ signs }: ReadExchange): string {
  if (signs.word) return ' and an envelope that claims success';
  return signs.record ? ' and a record' : ', which says that the request was carried out';
}

/** An unauthorised request that was served, and what follows from it for whoever runs the service. */
export function servedShown(read: ReadExchange): Shown {
  const consequence = read.exchange.credentials === 'none' ? 'no token is needed' : 'any token is accepted';
  const actual = `served: ${described(read)}${servedBy(read)}, so ${consequence}`;
  return { pointer: '', expected: notServed, actual };
}
