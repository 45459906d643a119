import { contractOf } from '../contract/operations.ts';
import { cut } from '../judge/evidence.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Effect } from '../model/report.ts';
import { member } from '../target/json.ts';
import { type ReadExchange, readExchanges } from '../target/meaning.ts';

/** A refusal leaves the data as it was; what broke off or failed in the service may have changed it. */
function effectState({ exchange: { response, failure }, meaning }: ReadExchange): Effect['state'] | null {
  if (meaning === 'success') return 'confirmed';
  if (failure?.sent === false) return null;
  const status = (response ?? failure?.head)?.status;
  const refused = status !== undefined && (status === 429 || (meaning === 'refusal' && status < 500));
  return refused ? null : 'unknown';
}

function writtenId({ exchange, answer }: ReadExchange): string | null {
  if (answer?.kind !== 'json') return null;
  const record = member(answer.document.root, 'data');
  const id = member(record, contractOf(exchange.operation).recordId);
  return id?.type === 'string' ? cut(id.value) : null;
}

/** Every transformer written and every rule deleted, as far as the exchanges tell. */
export function effectsOf(exchanges: readonly Exchange[]): readonly Effect[] {
  return readExchanges(exchanges).flatMap((read) => {
    const state = effectState(read);
    if (state === null) return [];
    const { operation, id: exchange, request } = read.exchange;
    const id = operation === 'delete' ? (request.addressed['automationRuleId'] ?? null) : writtenId(read);
    return [{ operation, id, state, exchange }];
  });
}
