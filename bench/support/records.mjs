import { createHash } from 'node:crypto';

/** What is sent and answered, as the document has it: the same for the same number. */

const currencies = ['USD', 'EUR', 'CNY', 'JPY'];

export function hex(text) {
  return createHash('md5').update(text).digest('hex');
}

/** Made of a digest, with its version and variant as they come: the document asks for the form alone. */
export function uuid(number) {
  return hex(`request ${number}`).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

export function timeOf(number) {
  return new Date(Date.UTC(2025, 0, 5, 10, 20, 30) + number * 40).toISOString();
}

function localTime(number) {
  return timeOf(number).slice(0, 19).replace('T', ' ');
}

export function transformer(number, conditions = 2) {
  return {
    name: `FX revaluation ${number % 1_000}`,
    businessDataTypeId: hex(`type ${number % 20}`),
    conditions: Array.from({ length: conditions }, (_, at) => ({
      column: at + (number % 5),
      columnType: 'CURRENCY_TYPE',
      type: 'CURRENCY_FIAT',
      operator: 'EQ',
      value: currencies[(number + at) % currencies.length],
      jsonPath: `$.column[${at}]`,
    })),
    derivativeType: 'FUTURE',
    action: {
      datetime: number % 100,
      timezone: 'Asia/Shanghai',
      referenceNo: 12,
      type: 'FUTURE_UNREALIZED',
      assetName: 13,
      positionSide: 14,
      currency: 15,
      amount: 1_000 + (number % 7),
    },
  };
}

export function transformerRecord({ conditions, ...sent }, entityId, number) {
  const time = localTime(number);
  return {
    derivativeFactTransformerId: `dft-${number}`,
    entityId,
    ...sent,
    enabled: true,
    conditions: conditions.map(({ jsonPath: _, ...rest }) => ({ ...rest, type: 'BUSINESS_CURRENCY' })),
    status: 'DOING',
    createdAt: time,
    updatedAt: time,
    deletedAt: '',
  };
}

export function ruleRecord(entityId, automationRuleId, number) {
  return {
    automationRuleId,
    entityId,
    type: 'JOURNAL',
    integrationId: hex(`integration ${number % 20}`),
    name: `Book FX differences of the ${number % 1_000}th account, monthly, by the rate of the day before`,
    businessDataTypeId: hex(`type ${number % 20}`),
    conditions: [],
    journalTypeId: hex(`journal ${number % 20}`),
    journalActions: [],
    priority: number % 9,
    entryLineAuxiliaryValueMap: null,
    enableAutomationJournalApproved: number % 3 === 0 ? 'true' : 'false',
    enabled: true,
    createdAt: localTime(number - 10_000),
    updatedAt: localTime(number).slice(0, 10),
    deletedAt: localTime(number),
  };
}
