import { Judge } from '../../src/judge/judge.ts';
import type { AddedExchange } from '../../src/judge/judgement.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import { contract } from '../../src/operations/index.ts';
import { conformingExchanges, deleteAnswer, putAnswer, utf8Response } from '../support/conforming.ts';
import { inOnePass } from './divisions.ts';
import { sentHeaders } from './rewritten.ts';

/** The judge as it is, and one that judges everything in full, to be compared with each other. */

/** Judges every exchange in full, its request as well: it is given a copy, as of one in which something was masked. */
class FullJudge extends Judge {
  constructor() {
    super(contract, { side: 'both', shown: (exchange) => ({ ...exchange }) });
  }

  override add(exchange: Exchange, key: number): AddedExchange {
    return this.addInFull(exchange, key);
  }
}

/** More than evidence is kept of: whoever knows these has nothing more to show of what conforms. */
export const many = 25;

export function requestIdOf(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

export function withRequestId(exchange: Exchange, number: number): Exchange {
  const requestId = requestIdOf(number);
  const answer = exchange.operation === 'put' ? putAnswer : deleteAnswer;
  const response = utf8Response(JSON.stringify({ ...answer, requestId }));
  const request = { ...exchange.request, headers: sentHeaders };
  return { ...exchange, id: `${exchange.id}-before-${number}`, request, response };
}

export function withHeaders(exchange: Exchange): Exchange {
  return { ...exchange, request: { ...exchange.request, headers: sentHeaders } };
}

export const before = Array.from({ length: many }, (_, at) =>
  conformingExchanges()
    .filter(({ credentials }) => credentials === 'authorised')
    .map((exchange, of) => withRequestId(exchange, 2 * at + of)),
).flat();

/** Their keys are below those of all others. */
const keyBefore = (at: number) => at - before.length;

/** The first judge that is made knows all of them, so does whoever it is merged with. */
function knowing(make: () => Judge): Judge {
  const judge = make();
  for (const [at, exchange] of before.entries()) judge.add(exchange, keyBefore(at));
  return judge;
}

const inFull = () => new FullJudge();
const ordinary = () => new Judge(contract, { side: 'both' });
/** Judges that know nothing. */
export const fresh = { inFull, ordinary };
export const known = { inFull: knowing(inFull), ordinary: knowing(ordinary) };

/** The first that is made knows what came before. */
export function judgesAfter(kind: keyof typeof known): () => Judge {
  const make = fresh[kind];
  let isFirst = true;
  return () => {
    const made = make();
    if (isFirst) made.merge(known[kind]);
    isFirst = false;
    return made;
  };
}

export function resultsOf(judge: Judge, exchanges: readonly Exchange[]) {
  return judge.results((key) => (key < 0 ? before[key + before.length] : exchanges[key]));
}

export function inOrder(kind: keyof typeof known, exchanges: readonly Exchange[]) {
  return resultsOf(inOnePass(judgesAfter(kind), exchanges), exchanges);
}
