import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';

/** Every byte there is, in an order that no chunk repeats. */
const block = Buffer.from(Array.from({ length: 65_521 }, (_, at) => (at * 31 + (at >> 8)) % 256));

/** So many bytes, as a stream. */
export function bytes(size) {
  return Readable.from(pieces(size), { objectMode: false });
}

function* pieces(size) {
  for (let left = size; left > 0; left -= block.length) yield block.subarray(0, Math.min(left, block.length));
}

export function hashOfBytes(size) {
  const hash = createHash('sha256');
  for (const piece of pieces(size)) hash.update(piece);
  return hash.digest('hex');
}

export const entityId = '0123456789abcdef0123456789abcdef';
export const ruleId = 'aaaaaaaabbbbbbbbccccccccdddddddd';

/** The record of a PUT, as the document has it: 2 KB, as its conditions are many. */
export const sent = {
  name: 'Unrealised gain',
  businessDataTypeId: 'ffffffffeeeeeeeeddddddddcccccccc',
  conditions: Array.from({ length: 12 }, (_, column) => ({
    column,
    columnType: 'CURRENCY_TYPE',
    type: 'CURRENCY_FIAT',
    operator: 'EQ',
    value: `V${column}`,
    jsonPath: '$.currency',
  })),
  derivativeType: 'FUTURE',
  action: {
    datetime: 1,
    timezone: 'Europe/Berlin',
    referenceNo: 2,
    type: 'FUTURE_UNREALIZED',
    assetName: 3,
    positionSide: 4,
    currency: 5,
    amount: 6,
  },
};

export function written({ conditions, ...rest }, entity) {
  return {
    ...rest,
    derivativeFactTransformerId: '11111111222222223333333344444444',
    entityId: entity,
    enabled: true,
    conditions: conditions.map(({ jsonPath, ...one }) => ({ ...one, type: 'BUSINESS_CURRENCY' })),
    status: 'DOING',
    createdAt: '2026-01-02 03:04:05',
    updatedAt: '2026-01-02 03:04:05',
    deletedAt: '',
  };
}

export function deleted(entity, automationRuleId) {
  return {
    automationRuleId,
    entityId: entity,
    type: 'JOURNAL',
    integrationId: '99999999888888887777777766666666',
    name: 'Book unrealised gains',
    businessDataTypeId: 'ffffffffeeeeeeeeddddddddcccccccc',
    conditions: [],
    journalTypeId: '55555555444444443333333322222222',
    journalActions: [],
    priority: 1,
    entryLineAuxiliaryValueMap: null,
    enableAutomationJournalApproved: 'true',
    enabled: false,
    createdAt: '2026-01-02 03:04:05',
    updatedAt: '2026-01-03',
    deletedAt: '2026-01-04 05:06:07',
  };
}
