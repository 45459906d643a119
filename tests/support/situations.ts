import {
  conformingExchanges,
  deleteAnswer,
  putAnswer,
  recordingOf,
  refusalBody,
  sentTransformer,
  utf8Response,
  withAnswer,
} from './conforming.ts';
import type { Exchange, Failure, Recording, Waiver } from './subject.ts';

/** Runs that a reader may have to make sense of, each as a recording with fixed ids and times. */

/** The conforming run, with other values in one record. */
export function answered(operation: 'put' | 'delete', data: object, exchanges = conformingExchanges()) {
  const answer = operation === 'put' ? putAnswer : deleteAnswer;
  const body = { ...answer, data: { ...answer.data, ...data } };
  return withAnswer(operation, utf8Response(JSON.stringify(body)), exchanges);
}

/** Every answer the same. */
function everywhere(status: number, body: string, type = 'application/json'): readonly Exchange[] {
  return conformingExchanges().map((exchange) => ({
    ...exchange,
    response: utf8Response(body, status, [['content-type', type]]),
  }));
}

function unreachable(): readonly Exchange[] {
  const failure: Failure = { kind: 'refused', message: 'nothing is listening at 127.0.0.1:1', sent: false };
  return conformingExchanges().map(({ response: _, ...exchange }) => ({ ...exchange, failure }));
}

const otherDates = { createdAt: '2025-01-05T10:20:30Z' };

function severalCauses(): readonly Exchange[] {
  const { datetime, referenceNo, assetName, positionSide, currency, amount, ...action } =
    sentTransformer.action;
  const numbers = { datetime, referenceNo, assetName, positionSide, currency, amount };
  const asText = Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, String(value)]));
  const put = answered('put', {
    enabled: 'true',
    name: 'FX revaluatio',
    derivativeFactTransformerId: 17,
    action: { ...action, ...asText, timezone: 'Mars/Olympus' },
  });
  const { journalTypeId: _, ...rest } = deleteAnswer.data;
  const body = {
    ...deleteAnswer,
    requestId: '9a8b7c6d5e4f4a3b8c2d1e0f9a8b7c6d',
    data: { ...rest, ...otherDates, enableAutomationJournalApproved: true, journalActions: null },
  };
  return withAnswer('delete', utf8Response(JSON.stringify(body)), put);
}

/** Five PUTs, of which the third is answered otherwise. */
function repeated(): readonly Exchange[] {
  return conformingExchanges().flatMap((exchange) => {
    if (exchange.id !== 'put-authorised') return exchange;
    return [1, 2, 3, 4, 5].map((number) => {
      const requestId = `3f2b8c1e-9d4a-4e6b-8f70-1a2b3c4d5e6${number}`;
      const action = { ...putAnswer.data.action, amount: number === 3 ? '16' : 16 };
      const body = { ...putAnswer, requestId, data: { ...putAnswer.data, action } };
      const id = number === 1 ? exchange.id : `${exchange.id}-${number}`;
      return { ...exchange, id, probe: id, response: utf8Response(JSON.stringify(body)) };
    });
  });
}

/** Answers for everybody, whatever the token. */
function served(): readonly Exchange[] {
  const open = withAnswer('put', utf8Response(JSON.stringify(putAnswer)));
  return open.flatMap((exchange) => {
    if (exchange.operation !== 'put' || exchange.credentials === 'authorised') return exchange;
    if (exchange.credentials === 'made-up') return exchange;
    const body = { ...putAnswer, requestId: '00000000-0000-4000-8000-000000000001' };
    return { ...exchange, response: utf8Response(JSON.stringify(body)) };
  });
}

const waiver: Waiver = {
  id: 'delete.data.createdAt:format',
  reason: 'written with a T until release 7',
  owner: 'rules team',
  expires: '2025-12-31',
  ticket: 'RUL-12',
};

function waived(exchanges: readonly Exchange[], changes: Partial<Waiver> = {}): Recording {
  return recordingOf(exchanges, { waivers: [{ ...waiver, ...changes }] });
}

function withoutRule(): Recording {
  const exchanges = conformingExchanges().filter(({ operation }) => operation !== 'delete');
  const reason = 'no automation rule was set (CONFORMANCE_AUTOMATION_RULE_ID)';
  return recordingOf(exchanges, {
    gaps: [{ operation: 'delete', reason, setting: 'CONFORMANCE_AUTOMATION_RULE_ID', isSet: false }],
  });
}

const page = '<!doctype html><html><head><title>Sign in</title></head><body><h1>Sign in</h1></body></html>';

export const situations: Readonly<Record<string, Recording>> = {
  conforms: recordingOf(conformingExchanges()),
  'one-deviation': recordingOf(answered('delete', otherDates)),
  'several-causes': recordingOf(severalCauses()),
  'wrong-service': recordingOf(everywhere(200, page, 'text/html')),
  unreachable: recordingOf(unreachable()),
  'refused-everywhere': recordingOf(everywhere(401, refusalBody)),
  'no-rule': withoutRule(),
  waived: waived(answered('delete', otherDates)),
  'stale-waiver': waived(conformingExchanges()),
  'expired-waiver': waived(answered('delete', otherDates), { expires: '2024-12-31' }),
  intermittent: recordingOf(repeated(), {
    options: { strict: false, repeat: 5, serial: false, delayMs: 0, timeoutMs: 10_000 },
  }),
  'without-credentials': recordingOf(served()),
};
