import type { Exchange } from '../../src/model/exchange.ts';

/** How an exchange ended, in a few words: `200 OK`, `timeout`. */
export function answerWords({ response, failure }: Exchange): string {
  if (response) return `${response.status} ${response.reason}`.trim();
  return failure?.kind ?? 'no response';
}
