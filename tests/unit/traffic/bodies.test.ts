import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { madeUpToken } from '../../../src/model/exchange.ts';
import { readPiece } from '../../../src/traffic/read.ts';
import { contract } from '../../support/engine.ts';
import type { Exchange } from '../../support/subject.ts';
import { readSources, sourceOf } from '../../support/traffic.ts';

/** How much of a body was recorded, by the ways in which loggers write bodies. */

const url = 'https://h.example/entity/e1/valuation/derivative/fact/transformer/';

async function exchangesIn(line: object | string, headersComplete = false): Promise<readonly Exchange[]> {
  const found: Exchange[] = [];
  const all = { contract, operations: ['put', 'delete'], baseUrl: null, format: null };
  const source = sourceOf(typeof line === 'string' ? line : JSON.stringify(line));
  const piece = { source, index: 0, range: null, format: null };
  const options = { ...all, headersComplete, check: () => null };
  await readPiece(piece, options, { exchange: (one) => found.push(one) });
  return found;
}

async function responseOf(response: object) {
  const [exchange] = await exchangesIn({
    request: { method: 'PUT', url },
    response: { status: 200, ...response },
  });
  return { state: exchange?.recorded?.response.body, text: exchange?.response?.body.text };
}

async function requestOf(request: object, headersComplete = false) {
  const [exchange] = await exchangesIn({ request: { method: 'PUT', url, ...request } }, headersComplete);
  return { state: exchange?.recorded?.request.body, text: exchange?.request.body };
}

const json = '{"status":"success"}';
const base64 = Buffer.from(json).toString('base64');
const gzip = { headers: { 'content-encoding': 'gzip' }, encoding: 'base64' };

const responses: Readonly<Record<string, readonly (readonly [what: string, response: object])[]>> = {
  whole: [
    ['text', { body: json }],
    ['text under another name', { payload: json }],
    ['Base64 that is named', { body: base64, bodyEncoding: 'base64' }],
    ['Base64 as a gateway names it', { body: base64, isBase64Encoded: true }],
    ['bytes as Node.js writes them', { body: JSON.parse(JSON.stringify(Buffer.from(json))) }],
    ['our own form', { body: { encoding: 'utf8', text: json, bytes: 20 } }],
    ['bytes as they were on the wire', { ...gzip, body: gzipSync(json).toString('base64') }],
    ['text beside a coding that was undone', { headers: { 'Content-Encoding': 'br' }, body: json }],
    ['a HAR content', { content: { size: 20, text: json } }],
    ['a HAR content in Base64', { content: { size: 20, text: base64, encoding: 'base64' } }],
  ],
  parsed: [['a value', { body: { status: 'success' } }]],
  'whole, and empty': [
    ['nothing, where its length says so', { headers: { 'content-length': '0' } }],
    ['nothing, where its status says so', { status: 204 }],
  ],
  absent: [
    ['nothing', {}],
    ['null', { body: null }],
    ['null under another name', { payload: null }],
    ['an empty text', { body: '' }],
    ['a HAR content without text', { content: { size: 20, mimeType: 'application/json' } }],
  ],
  cut: [
    ['less than its length', { headers: [['Content-Length', '21']], body: json }],
    ['less than its HAR size', { content: { size: 21, text: json } }],
    ['a member that says so', { body: json, truncated: true }],
    ['half of what was compressed', { ...gzip, body: gzipSync(json).subarray(0, 12).toString('base64') }],
  ],
};

describe.each(Object.entries(responses))('is %s: a response with', (state, rows) => {
  const expected = {
    state: state.replace(', and empty', ''),
    text: ['whole', 'parsed'].includes(state) ? json : '',
  };
  test.each(rows)('%s', async (_, response) => expect(await responseOf(response)).toEqual(expected));
});

const chunked = { headers: { 'Transfer-Encoding': 'chunked' } };

test.each([
  ['a text', { body: '{}' }, false, 'whole', '{}'],
  ['posted data', { postData: { text: '{}' }, bodySize: 2 }, false, 'whole', '{}'],
  ['a part of posted data', { postData: { text: '{}' }, bodySize: 3 }, false, 'cut', undefined],
  ['nothing', {}, false, 'absent', undefined],
  ['nothing, where its HAR size says so', { bodySize: 0 }, false, 'whole', undefined],
  ['nothing, where all headers were recorded', { headers: {} }, true, 'whole', undefined],
  ['nothing, where a header announces a body', chunked, true, 'absent', undefined],
] as const)('a request with %s', async (_, request, headersComplete, state, text) =>
  expect(await requestOf(request, headersComplete)).toEqual({ state, text }),
);

test('numbers of a value are taken as they were written', async () => {
  const line = `{"req":{"method":"PUT","url":"${url}"},"res":{"statusCode":"200","payload":{"a":9007199254740993,"b":1e400,"c":-0,"d":1.50}}}`;
  const [exchange] = await exchangesIn(line);
  expect(exchange?.response?.body.text).toBe('{"a":9007199254740993,"b":1e400,"c":-0,"d":1.50}');
});

test.each([
  ['a header whose value is an object', { headers: { a: {} } }, {}, 'request.headers'],
  ['headers that are a text', {}, { headers: 'a: b' }, 'response.headers'],
  ['a status that is none', {}, { status: 'ok' }, 'response.status'],
  ['no URL', { url: undefined }, {}, 'request.url'],
])('%s is told with its place', async (_, changed, returned, problem) => {
  const line = { request: { method: 'PUT', url, ...changed }, response: { status: 200, ...returned } };
  const sources = [sourceOf(`\n${JSON.stringify(line)}\n`, 'x.log')];
  const read = await readSources(sources, { operations: ['put'], side: 'both' });
  expect(read.info).toMatchObject({ exchanges: 0, bad: 1, badEntries: [{ source: 'x.log', number: 2 }] });
  expect(read.info.badEntries[0]?.problem).toContain(problem);
});

test('a response that did not arrive is none', async () => {
  const [exchange] = await exchangesIn({ request: { method: 'PUT', url }, response: { status: 0 } });
  expect(exchange).toMatchObject({
    failure: { kind: 'interrupted' },
    recorded: { response: { body: 'absent' } },
  });
});

test.each([
  [{ startedDateTime: '2026-01-02T03:04:05.678+01:00' }, '2026-01-02T02:04:05.678Z'],
  [{ time: 1767323045 }, '2026-01-02T03:04:05.000Z'],
  [{ timestamp: 1767323045678 }, '2026-01-02T03:04:05.678Z'],
  [{ time: '2026-01-02T03:04:05Z' }, '2026-01-02T03:04:05.000Z'],
  [{ time: 12.5 }, '1970-01-01T00:00:00.000Z'],
  [{ time: 'yesterday' }, '1970-01-01T00:00:00.000Z'],
])('%j is when it began', async (times, startedAt) => {
  const line = { ...times, request: { method: 'PUT', url }, response: { status: 200 } };
  const [exchange] = await exchangesIn(line);
  expect(exchange?.timings.startedAt).toBe(startedAt);
});

test.each([
  ['no header', {}, false, 'authorised'],
  ['no header, where all were recorded', {}, true, 'none'],
  ['a token', { Authorization: 'Bearer abc' }, false, 'authorised'],
  ['a masked token', { authorization: '***' }, true, 'authorised'],
  ['the token of this suite', { authorization: `Bearer ${madeUpToken}` }, false, 'made-up'],
] as const)('%s: credentials', async (_, headers, headersComplete, credentials) => {
  const line = { request: { method: 'PUT', url, headers }, response: { status: 200 } };
  expect((await exchangesIn(line, headersComplete))[0]?.credentials).toBe(credentials);
});
