/** Conditions that bring an answer to about two kilobytes. */
const conditionCount = 12;
/** One request in so many goes without a token and is refused, one answer in so many deviates. */
const refusedEvery = 10;
const faultyEvery = 7;

const entityId = '0123456789abcdef0123456789abcdef';
const path = `/entity/${entityId}/valuation/derivative/fact/transformer/`;

function transformer() {
  return {
    name: 'FX revaluation',
    businessDataTypeId: 'fedcba9876543210fedcba9876543210',
    conditions: Array.from({ length: conditionCount }, (_, at) => ({
      column: at,
      columnType: 'CURRENCY_TYPE',
      type: 'CURRENCY_FIAT',
      operator: 'EQ',
      value: 'USD',
      jsonPath: `$.column[${at}]`,
    })),
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
}

function answerTo({ conditions, ...sent }, number) {
  const time = '2025-01-05 10:20:30';
  return {
    status: 'success',
    requestId: `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`,
    data: {
      derivativeFactTransformerId: `dft-${number}`,
      entityId,
      ...sent,
      enabled: true,
      conditions: conditions.map(({ jsonPath: _, ...rest }) => ({ ...rest, type: 'BUSINESS_CURRENCY' })),
      status: 'DOING',
      createdAt: time,
      updatedAt: time,
      deletedAt: number % faultyEvery === 0 ? `${number}` : time,
    },
  };
}

function responseOf(status, text) {
  return {
    status,
    reason: '',
    headers: [['content-type', 'application/json']],
    body: { encoding: 'utf8', text, bytes: Buffer.byteLength(text) },
    decoded: [],
  };
}

function exchange(number) {
  const sent = transformer();
  const isRefused = number % refusedEvery === 0;
  const id = `put-${number}`;
  return {
    id,
    probe: id,
    operation: 'put',
    credentials: isRefused ? 'none' : 'authorised',
    purpose: 'PUT',
    request: {
      method: 'PUT',
      url: `http://127.0.0.1${path}`,
      headers: [],
      body: JSON.stringify(sent),
      addressed: { entityId },
    },
    response: isRefused
      ? responseOf(401, '{"error":"unauthorised"}')
      : responseOf(200, JSON.stringify(answerTo(sent, number))),
    masked: [],
    timings: { startedAt: '2025-01-05T10:20:30.000Z', connectMs: 1, firstByteMs: 2, totalMs: 3 },
  };
}

/** Exchanges as a run records them, with answers of about two kilobytes, some of them faulty or refused. */
export function syntheticExchanges(count) {
  return Array.from({ length: count }, (_, number) => exchange(number));
}
