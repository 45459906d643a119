import {
  conformingExchanges,
  exchangeOf,
  putAnswer,
  recordingOf,
  sentTransformer,
  utf8Response,
} from '../../support/conforming.ts';
import type { Exchange } from '../../support/subject.ts';
import { asLine, recordingText } from '../../support/traffic.ts';

/** Answers of which it is known how many fail and deviate, and in how many places. */
export interface Made {
  /** PUTs that are answered with 503. */
  readonly failed: number;
  /** PUTs whose answers deviate. */
  readonly deviating: number;
  /** Places of one such answer. */
  readonly places: number;
  readonly conforming: number;
  readonly clients: number;
}

const conditions = Array.from({ length: 30 }, (_, at) => ({ ...sentTransformer.conditions[0], column: at }));
const sent = { ...sentTransformer, conditions };

function answerOf(number: number, places: number): string {
  const requestId = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  const answered = conditions.map(({ jsonPath: _, ...condition }, at) => ({
    ...condition,
    type: 'BUSINESS_CURRENCY',
    column: at < places ? `text ${number}` : at,
  }));
  return JSON.stringify({ ...putAnswer, requestId, data: { ...putAnswer.data, conditions: answered } });
}

/** Failures, deviations and the rest, each spread over all. */
function putsOf({ failed, deviating, places, conforming, clients }: Made): readonly Exchange[] {
  const all = failed + deviating + conforming;
  return Array.from({ length: all }, (_, at) => {
    // 7919 is prime and larger than any number of them, so each value is taken once.
    const kind = (at * 7919) % all;
    const response =
      kind < failed
        ? utf8Response('{"error":"no"}', 503)
        : utf8Response(answerOf(at, kind < failed + deviating ? places : 0));
    const exchange = exchangeOf('put', 'authorised', response, sent);
    const id = at === 0 ? exchange.id : `${exchange.id}-${at + 1}`;
    const headers = [['user-agent', `client/${kind % clients}`] as const];
    return { ...exchange, id, probe: id, request: { ...exchange.request, headers } };
  });
}

export function trafficOf(made: Made): string {
  return putsOf(made)
    .map((exchange) => {
      const line = JSON.parse(asLine(exchange)) as { request: { headers: unknown[] } };
      line.request.headers.push(...exchange.request.headers);
      return `${JSON.stringify(line)}\n`;
    })
    .join('');
}

export function recordingTextOf(made: Made): string {
  const others = conformingExchanges().filter(({ id }) => id !== 'put-authorised');
  const exchanges = [...others, ...putsOf(made)];
  const options = {
    strict: false,
    repeat: exchanges.length - others.length,
    serial: false,
    delayMs: 0,
    timeoutMs: 1,
  };
  return recordingText(recordingOf(exchanges, { options }));
}
