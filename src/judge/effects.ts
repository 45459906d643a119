import { memberOf } from '../json/plain.ts';
import type { ReadExchange } from '../model/answer.ts';
import type { OperationContract } from '../model/operation.ts';
import type { Effect } from '../model/report.ts';
import { cut } from '../text/cut.ts';

/** A refusal leaves the data as it was; a request that broke off or failed in the service may have changed it. */
function effectState({ exchange: { response, failure }, meaning }: ReadExchange): Effect['state'] | null {
  if (meaning === 'success') return 'confirmed';
  if (failure?.sent === false) return null;
  const status = (response ?? failure?.head)?.status;
  const refused = status !== undefined && (status === 429 || (meaning === 'refusal' && status < 500));
  return refused ? null : 'unknown';
}

function writtenId(read: ReadExchange, recordId: string): string | null {
  if (read.answer?.kind !== 'json') return null;
  const id = memberOf(memberOf(read.answer.json.value, 'data'), recordId);
  return typeof id === 'string' ? cut(id) : null;
}

/** What one exchange did to the target's data, or null. */
export function effectOf(read: ReadExchange, { effect, recordId }: OperationContract): Effect | null {
  if (effect === null) return null;
  const state = effectState(read);
  if (state === null) return null;
  const { operation, id: exchange, request } = read.exchange;
  const { removes } = effect;
  const id = removes === undefined ? writtenId(read, recordId) : (request.addressed[removes] ?? null);
  return { operation, id, state, exchange };
}
