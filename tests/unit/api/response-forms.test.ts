import { get } from 'node:http';
import { request as undici } from 'undici';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ResponseError, toExchange } from '../../../src/index.ts';
import { deleteAnswer } from '../../support/conforming.ts';
import { startService } from '../../support/service.ts';
import { matchers } from '../../support/subject.ts';
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

const refused: readonly (readonly [string, unknown])[] = [
  ['null', null],
  ['undefined', undefined],
  ['a number', 200],
  ['a string', text],
  ['a function', () => undefined],
  ['a promise', Promise.resolve(new Response(text))],
  ['an empty object', {}],
  ['a list', [deleteAnswer]],
  ['bytes', Buffer.from(text)],
  ['a parsed body', deleteAnswer],
  ['a status alone', { status: 200 }],
  ['a status that is none', { status: 0, body: '' }],
  ['a status as text', { status: '200', body: text }],
  ['a body that is a promise', { status: 200, body: new Response(text).json() }],
  ['a body that is a stream', { status: 200, body: new Response(text).body }],
  ['a body that is a Blob', { status: 200, body: new Blob([text]) }],
  ['a body that is an ArrayBuffer', { status: 200, body: new ArrayBuffer(2) }],
  ['a body that is a function', { status: 200, body: () => text }],
  ['a response of axios', { status: 200, statusText: 'OK', headers, config: {}, data: deleteAnswer }],
  [
    'an error of axios',
    Object.assign(new Error('failed'), { response: { status: 400, data: {} }, status: 400 }),
  ],
  ['a response of supertest', { status: 200, statusCode: 200, headers, text, body: deleteAnswer }],
  ['a response of got', { statusCode: 200, headers, body: text, rawBody: Buffer.from(text) }],
  ['a response of request or needle', { statusCode: 200, headers, body: text }],
  ['an APIResponse of playwright', { status: () => 200, headers: () => headers, body: async () => text }],
];

async function refusalOf(given: unknown): Promise<unknown> {
  return Promise.resolve(expect(given).toConformTo('delete')).catch((error: Error) => error);
}

describe('everything else is refused in words', () => {
  test.each(refused)('%s', async (_, given) => {
    const refusal = await refusalOf(given);
    expect(refusal).toBeInstanceOf(Error);
    expect(String(refusal)).toContain('{ status, headers, body } with a status from 100 to 599');
    expect(String(refusal)).not.toContain('the body is empty');
  });

  test.each([
    ['was read', read],
    ['is being read', locked],
  ])('a fetch Response that %s', async (_, given) =>
    expect(String(await refusalOf(given))).toMatch(/already read/),
  );

  test('a message of node:http, whose body has to be read first', async () => {
    const message = await ofNode();
    await expect(expect(message).toConformTo('delete')).rejects.toThrow(/\{ status, headers, body \}/);
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
    expect((await toExchange(request, { status: 401 })).response?.status).toBe(401);
  });
});
