import type { OperationName } from '../../src/operations/index.ts';
import type { Credentials, Exchange, Header, Operation, Recording, Response } from './subject.ts';

/** Answers written by hand from the document, so that a mistake in the schemas cannot agree with itself. */

export const entityId = '0123456789abcdef0123456789abcdef';
export const automationRuleId = 'aaaaaaaabbbbbbbbccccccccdddddddd';

const currency = { columnType: 'CURRENCY_TYPE', type: 'CURRENCY_FIAT' };

export const sentTransformer = {
  name: 'FX revaluation',
  businessDataTypeId: 'bdt-1',
  conditions: [
    { column: 3, ...currency, operator: 'EQ', value: 'USD', jsonPath: '$.a' },
    { column: 4, ...currency, operator: 'EQ', value: 'EUR', jsonPath: '$.b' },
  ],
  derivativeType: 'FUTURE',
  action: {
    datetime: 11,
    timezone: 'Asia/Shanghai',
    referenceNo: 12,
    type: 'FUTURE_UNREALIZED',
    assetName: 13,
    positionSide: 14,
    currency: 15,
    amount: 16,
  },
};

export const putAnswer = {
  status: 'success',
  requestId: '3f2b8c1e-9d4a-4e6b-8f70-1a2b3c4d5e6f',
  data: {
    derivativeFactTransformerId: 'dft-1',
    entityId,
    name: 'FX revaluation',
    businessDataTypeId: 'bdt-1',
    enabled: true,
    conditions: [
      { column: 3, columnType: 'CURRENCY_TYPE', type: 'BUSINESS_CURRENCY', operator: 'EQ', value: 'USD' },
      { column: 4, columnType: 'CURRENCY_TYPE', type: 'BUSINESS_CURRENCY', operator: 'EQ', value: 'EUR' },
    ],
    derivativeType: 'FUTURE',
    action: { ...sentTransformer.action },
    status: 'DOING',
    createdAt: '2025-01-05 10:20:30',
    updatedAt: '2025-01-05 10:20:30',
    deletedAt: '2025-01-05 10:20:30',
  },
};

export const deleteAnswer = {
  status: 'success',
  requestId: '9a8b7c6d-5e4f-4a3b-8c2d-1e0f9a8b7c6d',
  data: {
    automationRuleId,
    entityId,
    type: 'JOURNAL',
    integrationId: '11111111111111111111111111111111',
    name: 'Book FX differences',
    businessDataTypeId: '22222222222222222222222222222222',
    conditions: [],
    journalTypeId: '33333333333333333333333333333333',
    journalActions: [],
    priority: 1,
    entryLineAuxiliaryValueMap: null,
    enableAutomationJournalApproved: 'true',
    enabled: true,
    createdAt: '2025-01-05 10:20:30',
    updatedAt: '2025-01-06',
    deletedAt: '2025-01-07 08:09:10',
  },
};

interface Conforming {
  readonly method: string;
  readonly path: string;
  readonly addressed: Readonly<Record<string, string>>;
  /** Absent where the document gives no body. */
  readonly sent?: object;
  /** Values of its own settings, by their keys. */
  readonly settings: Readonly<Record<string, string | readonly string[]>>;
  readonly answer: { readonly status: string; readonly requestId: string; readonly data: object };
}

/** Each operation with a request and its conforming response, in the order of the document. */
const conforming: Readonly<Record<OperationName, Conforming>> = {
  put: {
    method: 'PUT',
    path: `/entity/${entityId}/valuation/derivative/fact/transformer/`,
    addressed: { entityId },
    sent: sentTransformer,
    settings: { businessDataTypeId: 'bdt-1' },
    answer: putAnswer,
  },
  delete: {
    method: 'DELETE',
    path: `/entity/${entityId}/automationRule/${automationRuleId}`,
    addressed: { entityId, automationRuleId },
    settings: { automationRuleId: [automationRuleId] },
    answer: deleteAnswer,
  },
};

export const operationNames: readonly Operation[] = Object.keys(conforming);

/** Requests of an ordinary run: without a header, with a made-up token, authorised. */
export const requestCount = 3 * operationNames.length;

/** Values of the operations' own settings, by their keys. */
export const usualValues: Conforming['settings'] = Object.assign(
  {},
  ...Object.values(conforming).map(({ settings }) => settings),
);

function conformingTo(operation: Operation): Conforming {
  const found = new Map<Operation, Conforming>(Object.entries(conforming)).get(operation);
  if (found === undefined) throw new Error(`tests/support/conforming.ts has no ${operation}`);
  return found;
}

/** The conforming response to an operation. */
export function answerTo(operation: Operation): Conforming['answer'] {
  return conformingTo(operation).answer;
}

export const refusalBody = '{"error":"unauthorised"}';

export function utf8Response(
  text: string,
  status = 200,
  headers: readonly Header[] = [['content-type', 'application/json']],
): Response {
  const body = { encoding: 'utf8' as const, text, bytes: Buffer.byteLength(text) };
  return { status, reason: '', headers, body, decoded: [] };
}

const timings = { startedAt: '2025-01-07T08:09:10.000Z', connectMs: 1, firstByteMs: 2, totalMs: 3 };
const probeNames: Readonly<Record<Credentials, string>> = {
  none: 'no-header',
  'made-up': 'made-up-token',
  authorised: 'authorised',
};

export function exchangeOf(
  operation: Operation,
  credentials: Credentials,
  response: Response,
  sent: unknown = conformingTo(operation).sent,
): Exchange {
  const id = `${operation}-${probeNames[credentials]}`;
  const { method, path, addressed, sent: usual } = conformingTo(operation);
  const request = {
    method,
    url: `http://127.0.0.1:1${path}`,
    headers: [],
    addressed,
    ...(usual === undefined ? {} : { body: JSON.stringify(sent) }),
  };
  return { id, probe: id, operation, credentials, purpose: id, request, response, masked: [], timings };
}

/** The exchanges of an ordinary run against a conforming service: three for each operation. */
export function conformingExchanges(): readonly Exchange[] {
  return operationNames.flatMap((operation) => [
    exchangeOf(operation, 'none', utf8Response(refusalBody, 401)),
    exchangeOf(operation, 'made-up', utf8Response(refusalBody, 401)),
    exchangeOf(operation, 'authorised', utf8Response(JSON.stringify(answerTo(operation)))),
  ]);
}

export function recordingOf(
  exchanges: readonly Exchange[],
  changes: Partial<Recording['header']> = {},
): Recording {
  return {
    header: {
      runId: 'run1',
      startedAt: '2025-01-07T08:09:10.000Z',
      tool: { name: 'entity-config-conformance', version: '0.0.0' },
      target: { baseUrl: 'http://127.0.0.1:1', reference: false },
      options: { strict: false, repeat: 1, serial: false, delayMs: 0, timeoutMs: 10_000 },
      scope: { operations: operationNames, unauthorized: true, conditionsSent: true },
      plan: exchanges.map(({ probe, request, purpose }) => ({
        probe,
        method: request.method,
        path: new URL(request.url).pathname,
        purpose,
      })),
      gaps: [],
      ...changes,
    },
    exchanges,
    unsent: [],
    durationMs: 12,
    cut: false,
  };
}

/** Exchanges with another answer to the authorised request of an operation. */
export function withAnswer(
  operation: Operation,
  response: Response,
  exchanges = conformingExchanges(),
): readonly Exchange[] {
  return exchanges.map((exchange) =>
    exchange.operation === operation && exchange.credentials === 'authorised'
      ? { ...exchange, response }
      : exchange,
  );
}

/** The same, for an answer given as JSON text. */
export function withBody(operation: Operation, text: string): readonly Exchange[] {
  return withAnswer(operation, utf8Response(text));
}
