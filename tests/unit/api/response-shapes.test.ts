import { get } from 'node:http';
import { request as undici } from 'undici';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ResponseError, toExchange } from '../../../src/index.ts';
import { matchers } from '../../../src/matchers.ts';
import { deleteAnswer } from '../../support/conforming.ts';
import { startService } from '../../support/service.ts';
import { deleteInit } from './sending.ts';

expect.extend(matchers);

const text = JSON.stringify(deleteAnswer);
const headers = { 'content-type': 'application/json' };

/** Where a rule can be deleted, once. */
async function rule() {
  const service = await startService();
  onTestFinished(() => service.close());
  const { url, ...options } = deleteInit(service.baseUrl);
  return { url, options: { ...options, method: 'DELETE' } as const };
}

async function ofNode() {
  const { url, options } = await rule();
  return new Promise<NodeJS.ReadableStream & object>((resolve, reject) => {
    get(url, options, (message) => resolve(message)).once('error', reject);
  });
}

test.each<readonly [string, () => unknown]>([
  ['of fetch', async () => rule().then(({ url, options }) => fetch(url, options))],
  ["of undici's request", async () => rule().then(({ url, options }) => undici(url, options))],
  ['{ status, body } with text', () => ({ status: 200, body: text })],
  ['{ status, headers, body } with bytes', () => ({ status: 200, headers, body: Buffer.from(text) })],
  ['{ status, body } with parsed JSON', () => ({ status: 200, body: deleteAnswer })],
])(
  'responses that are taken as they are: %s',
  async (_, answer) => await expect(await answer()).toConformTo('delete'),
);

const read = new Response(text);
await read.text();
const locked = new Response(text);
locked.body?.getReader();

/** What is given, what is said to be missing, and what it is turned into. */
const others: readonly (readonly [string, () => unknown, RegExp])[] = [
  ['null', () => null, /not null/],
  ['undefined', () => undefined, /not undefined/],
  ['a number', () => 200, /not 200/],
  ['a string', () => text, /not a string\. Pass the response itself/],
  ['a function', () => () => undefined, /not a function\. Call it/],
  ['a promise', () => Promise.resolve(new Response(text)), /a promise: await it first/],
  ['an empty object', () => ({}), /no numeric status/],
  ['a list', () => [deleteAnswer], /no numeric status/],
  ['bytes', () => Buffer.from(text), /no numeric status/],
  ['a parsed body', () => deleteAnswer, /no numeric status and looks like a parsed body/],
  ['a fetch Response that was read', () => read, /already read/],
  ['a fetch Response that is being read', () => locked, /already read/],
  ['a status alone', () => ({ status: 200 }), /has no body: give \{ status, headers, body \}/],
  ['a status that is none', () => ({ status: 0, body: '' }), /not a number from 100 to 599/],
  ['a status as text', () => ({ status: '200', body: text }), /no numeric status/],
  ['a body that is a promise', () => ({ status: 200, body: new Response(text).json() }), /body is a promise/],
  ['a body that is a stream', () => ({ status: 200, body: new Response(text).body }), /body is a stream/],
  ['a body that is a Blob', () => ({ status: 200, body: new Blob([text]) }), /body is a Blob/],
  ['a body that is an ArrayBuffer', () => ({ status: 200, body: new ArrayBuffer(2) }), /an ArrayBuffer/],
  ['a body that is a function', () => ({ status: 200, body: () => text }), /body is a function/],
  [
    'a response of axios',
    () => ({ status: 200, statusText: 'OK', headers, config: {}, request: {}, data: deleteAnswer }),
    /has no body; .*axios.* body: r\.data/,
  ],
  [
    'an error of axios',
    () => Object.assign(new Error('Request failed'), { response: { status: 400, data: {} }, status: 400 }),
    /error\.response/,
  ],
  [
    'a response of supertest',
    () => ({ status: 200, statusCode: 200, headers, text, body: deleteAnswer, type: 'application/json' }),
    /supertest.* body: r\.text/,
  ],
  [
    'a response of got',
    () => ({ statusCode: 200, headers, body: text, rawBody: Buffer.from(text), url: 'http://x/' }),
    /got.* body: r\.rawBody/,
  ],
  [
    'a response of request or needle',
    () => ({ statusCode: 200, headers, body: text }),
    /statusCode.* status: r\.statusCode/,
  ],
  [
    'an APIResponse of playwright',
    () => ({
      status: () => 200,
      headers: () => headers,
      body: async () => Buffer.from(text),
      ok: () => true,
    }),
    /playwright.* await r\.body\(\)/,
  ],
];

describe('everything else is refused in words', () => {
  test.each(others)('%s', async (_, given, message) => {
    const refusal = await Promise.resolve(expect(given()).toConformTo('delete')).catch(
      (error: Error) => error,
    );
    expect(refusal).toBeInstanceOf(Error);
    expect(String(refusal)).toMatch(message);
    expect(String(refusal)).not.toContain('the body is empty');
  });

  test('a message of node:http, whose body is read as it is told', async () => {
    const message = await ofNode();
    await expect(expect(message).toConformTo('delete')).rejects.toThrow(/node:http.* m\.toArray\(\)/);
    const { statusCode, headers: came } = message as unknown as { statusCode: number; headers: object };
    const chunks: Buffer[] = [];
    for await (const chunk of message) chunks.push(chunk as Buffer);
    await expect({ status: statusCode, headers: came, body: Buffer.concat(chunks) }).toConformTo('delete');
  });

  test("a response of undici's request that was read", async () => {
    const { url, options } = await rule();
    const answer = await undici(url, options);
    await answer.body.json();
    await expect(expect(answer).toConformTo('delete')).rejects.toThrow(/already read/);
  });

  test('toExchange says the same', async () => {
    const request = deleteInit('https://api.example.com/v1');
    const axios = { status: 200, headers, data: deleteAnswer } as never;
    await expect(toExchange(request, axios)).rejects.toThrow(ResponseError);
    await expect(toExchange(request, axios)).rejects.toThrow(/body: r\.data/);
    expect((await toExchange(request, { status: 401 })).response?.status).toBe(401);
  });
});
