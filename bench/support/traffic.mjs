import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';

/** One exchange in so many deviates, one in so many is refused. */
const faultyEvery = 101;
const refusedEvery = 149;
/** Entities and rules that traffic is about: every one is named again and again. */
const entities = 500;

/** As long as opaque tokens are; most others are longer. */
const token = `Bearer not-a-token-${createHash('md5').update('token').digest('hex')}`;

function hex(text) {
  return createHash('md5').update(text).digest('hex');
}

function uuid(number) {
  const digits = hex(`request ${number}`);
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    digits.slice(12, 16),
    digits.slice(16, 20),
    digits.slice(20),
  ].join('-');
}

function timeOf(number) {
  return new Date(Date.UTC(2025, 0, 5, 10, 20, 30) + number * 40).toISOString();
}

function localTime(number) {
  return timeOf(number).slice(0, 19).replace('T', ' ');
}

const currencies = ['USD', 'EUR', 'CNY', 'JPY'];

function transformer(number) {
  return {
    name: `FX revaluation ${number % 1_000}`,
    businessDataTypeId: hex(`type ${number % 20}`),
    conditions: [0, 1].map((at) => ({
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

function transformerRecord({ conditions, ...sent }, entityId, number) {
  const time = localTime(number);
  return {
    derivativeFactTransformerId: `dft-${number}`,
    entityId,
    ...sent,
    enabled: true,
    conditions: conditions.map(({ jsonPath: _, ...rest }) => ({ ...rest, type: 'BUSINESS_CURRENCY' })),
    status: 'DOING',
    createdAt: time,
    updatedAt: isFaulty(number) ? 'yesterday' : time,
    deletedAt: '',
  };
}

function ruleRecord(entityId, automationRuleId, number) {
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
    deletedAt: isFaulty(number) ? null : localTime(number),
  };
}

function isRefused(number) {
  return number % refusedEvery === 0;
}

function isFaulty(number) {
  return number % faultyEvery === 0;
}

/** @param change what a kind of traffic makes of a record */
function answer(number, method, data, change) {
  if (isRefused(number)) return [404, { error: 'NOT_FOUND', message: 'no such resource' }];
  change(number, method, data);
  return [200, { status: 'success', requestId: uuid(number), data }];
}

const sentHeaders = {
  host: 'staging.example.com',
  'user-agent': 'ledger-client/4.2.1',
  accept: 'application/json',
  authorization: token,
};

function line(number, method, path, body, [status, answered]) {
  const text = JSON.stringify(answered);
  return {
    startedDateTime: timeOf(number),
    time: 20 + (number % 30),
    request: {
      method,
      url: `https://staging.example.com/api${path}`,
      headers: body === undefined ? sentHeaders : { ...sentHeaders, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    },
    response: {
      status,
      headers: {
        date: new Date(Date.parse(timeOf(number))).toUTCString(),
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(text)),
        'x-request-id': hex(`trace ${number}`),
        server: 'envoy',
      },
      body: text,
    },
  };
}

/** One exchange of recorded traffic: three PUTs to one DELETE, one in a hundred faulty, some refused; about 2 KB as a line. */
export function trafficLine(number, change = () => undefined) {
  const entityId = hex(`entity ${number % entities}`);
  if (number % 4 === 3) {
    const ruleId = hex(`rule ${number}`);
    const path = `/entity/${entityId}/automationRule/${ruleId}`;
    return line(
      number,
      'DELETE',
      path,
      undefined,
      answer(number, 'DELETE', ruleRecord(entityId, ruleId, number), change),
    );
  }
  const sent = transformer(number);
  const path = `/entity/${entityId}/valuation/derivative/fact/transformer/`;
  return line(
    number,
    'PUT',
    path,
    sent,
    answer(number, 'PUT', transformerRecord(sent, entityId, number), change),
  );
}

/** How many of so many exchanges are refused, and how many answers of the others deviate. */
export function faultsIn(count) {
  const numbers = Array.from({ length: count }, (_, at) => at + 1);
  const served = numbers.filter((number) => !isRefused(number));
  return { refused: count - served.length, deviating: served.filter(isFaulty).length };
}

/** Writes so many exchanges as NDJSON. @returns bytes */
export async function writeTraffic(file, count, change) {
  const out = createWriteStream(file);
  let bytes = 0;
  for (let number = 1; number <= count; number += 1) {
    const text = `${JSON.stringify(trafficLine(number, change))}\n`;
    bytes += text.length;
    if (!out.write(text)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
  return bytes;
}
