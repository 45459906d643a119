import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { hex, ruleRecord, timeOf, transformer, transformerRecord, uuid } from './records.mjs';

/** One exchange in so many deviates, one in so many is refused. */
const faultyEvery = 101;
const refusedEvery = 149;
/** Entities and rules that traffic is about: every one is named again and again. */
const entities = 500;

/** As long as opaque tokens are; most others are longer. */
const token = `Bearer not-a-token-${hex('token')}`;

function isRefused(number) {
  return number % refusedEvery === 0;
}

function isFaulty(number) {
  return number % faultyEvery === 0;
}

function answer(number, data) {
  if (isRefused(number)) return [404, { error: 'NOT_FOUND', message: 'no such resource' }];
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
export function trafficLine(number) {
  const entityId = hex(`entity ${number % entities}`);
  if (number % 4 === 3) {
    const ruleId = hex(`rule ${number}`);
    const record = ruleRecord(entityId, ruleId, number);
    if (isFaulty(number)) record.deletedAt = null;
    const path = `/entity/${entityId}/automationRule/${ruleId}`;
    return line(number, 'DELETE', path, undefined, answer(number, record));
  }
  const sent = transformer(number);
  const record = transformerRecord(sent, entityId, number);
  if (isFaulty(number)) record.updatedAt = 'yesterday';
  const path = `/entity/${entityId}/valuation/derivative/fact/transformer/`;
  return line(number, 'PUT', path, sent, answer(number, record));
}

/** How many of so many exchanges are refused, and how many answers of the others deviate. */
export function faultsIn(count) {
  const numbers = Array.from({ length: count }, (_, at) => at + 1);
  const served = numbers.filter((number) => !isRefused(number));
  return { refused: count - served.length, deviating: served.filter(isFaulty).length };
}

/** Writes so many exchanges as NDJSON. @returns bytes */
export async function writeTraffic(file, count) {
  const out = createWriteStream(file);
  let bytes = 0;
  for (let number = 1; number <= count; number += 1) {
    const text = `${JSON.stringify(trafficLine(number))}\n`;
    bytes += text.length;
    if (!out.write(text)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
  return bytes;
}
