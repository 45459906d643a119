import { contractOf } from '../contract/operations.ts';
import { cut } from '../judge/evidence.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Effect } from '../model/report.ts';
import { type ReadExchange, readExchange } from '../target/answer.ts';
import { member } from '../target/json.ts';

/** A refusal leaves the data as it was; what broke off or failed in the service may have changed it. */
function effectState({ exchange, standing }: ReadExchange): Effect['state'] | null {
  if (standing === 'success') return 'confirmed';
  if (exchange.failure !== undefined) return exchange.failure.sent ? 'unknown' : null;
  const status = exchange.response?.status ?? 0;
  return standing !== 'refusal' || status >= 500 ? 'unknown' : null;
}

function writtenId({ exchange, answer }: ReadExchange): string | null {
  if (answer?.kind !== 'json') return null;
  const record = member(answer.document.root, 'data');
  const id = member(record, contractOf(exchange.operation).recordId);
  return id?.type === 'string' ? cut(id.value) : null;
}

/** Every transformer written and every rule deleted, as far as the exchanges tell. */
export function effectsOf(exchanges: readonly Exchange[]): readonly Effect[] {
  return exchanges.map(readExchange).flatMap((read) => {
    const state = effectState(read);
    if (state === null) return [];
    const { operation, id: exchange, request } = read.exchange;
    const id = operation === 'delete' ? (request.addressed['automationRuleId'] ?? null) : writtenId(read);
    return [{ operation, id, state, exchange }];
  });
}
