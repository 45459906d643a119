import { get, type IncomingMessage } from 'node:http';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { request as undici } from 'undici';
import { describe, expect, onTestFinished, test } from 'vitest';
import { automationRuleId, deleteAnswer, entityId } from '../support/conforming.ts';
import { goodToken, type Script, startService } from '../support/service.ts';
import { api } from '../support/subject.ts';
import { deleteInit, putInit } from './sending.ts';

/** `toExchange`: requests and responses in the forms that clients give them. */

const { toExchange, judge, RequestError, ResponseError } = api;
type Given = Parameters<typeof toExchange>[1];

async function serving(script?: Script): Promise<string> {
  const service = await startService(script);
  onTestFinished(() => service.close());
  return service.baseUrl;
}

const base = 'https://api.example.com/v1';
const request = deleteInit(base);
const text = JSON.stringify(deleteAnswer);
const headers = { 'content-type': 'application/json' };
const answer = { status: 200, headers, body: deleteAnswer };

/** A DELETE by each client; those of `node:http` are streams that somebody else reads. */
const clients = {
  fetch: ({ url, ...options }: typeof request) => fetch(url, options),
  undici: ({ url, ...options }: typeof request) => undici(url, { ...options, method: 'DELETE' }),
  'node:http': ({ url, ...options }: typeof request) =>
    new Promise<IncomingMessage>((resolve, reject) => get(url, options, resolve).once('error', reject)),
};

test.each([
  ['{ status, body } with text', { status: 200, body: text }],
  ['{ status, headers, body } with bytes', { status: 200, headers, body: Buffer.from(text) }],
  [
    '{ status, headers, body } with bytes of another realm',
    {
      status: 200,
      headers,
      body: runInNewContext('bytes => Uint8Array.from(bytes)')([...Buffer.from(text)]),
    },
  ],
  ['{ status, body } with parsed JSON', { status: 200, body: deleteAnswer }],
])('responses that are taken as they are: %s', async (_, given) => {
  expect(judge([await toExchange(request, given)]).summary.outcome).toBe('conforms');
});

test.each(['fetch', 'undici'] as const)('of %s: codings are undone once, and told', async (client) => {
  const baseUrl = await serving((_, { body, headers: own }, response) => {
    response.writeHead(200, { ...own, 'content-encoding': 'GZIP' }).end(gzipSync(body));
  });
  const exchange = await toExchange(deleteInit(baseUrl), await clients[client](deleteInit(baseUrl)));
  expect(exchange.response).toMatchObject({ status: 200, decoded: ['gzip'] });
  expect(exchange.request.addressed).toEqual({ entityId, automationRuleId });
  expect(judge([exchange]).summary.outcome).toBe('conforms');
});

const locked = new Response(text);
locked.body?.getReader();
const redirected = Object.defineProperty(new Response('{}'), 'redirected', { value: true });
const form = '{ status, headers, body } with a status from 100 to 599';

describe('everything else is refused in words', () => {
  test.each<readonly [string, unknown, string]>([
    ['null', null, form],
    ['a parsed body', deleteAnswer, form],
    ['a status that is none', { status: 0, body: '' }, form],
    ['a status as text', { status: '200', body: text }, form],
    ['a body that is a promise', { status: 200, body: new Response(text).json() }, form],
    ['a body that is a stream', { status: 200, body: new Response(text).body }, form],
    ['a body that is an ArrayBuffer', { status: 200, body: new ArrayBuffer(2) }, form],
    ['a response of axios', { status: 200, statusText: 'OK', headers, config: {}, data: deleteAnswer }, form],
    ['a response of supertest', { status: 200, statusCode: 200, headers, text, body: deleteAnswer }, form],
    ['a response of got', { statusCode: 200, headers, body: text, rawBody: Buffer.from(text) }, form],
    ['an APIResponse of playwright', { status: () => 200, headers: () => headers, body: () => text }, form],
    ['a message of node:http', clients['node:http'], form],
    ['a Response that is being read', locked, 'already read'],
    ['a Response that was redirected', redirected, "redirect: 'manual'"],
    ['a Response that is an error', Response.error(), 'nothing of it can be seen'],
  ])('%s', async (_, given, message) => {
    const own =
      given === clients['node:http'] ? await clients['node:http'](deleteInit(await serving())) : given;
    const made = toExchange(request, own as Given);
    await expect(made).rejects.toThrow(ResponseError);
    await expect(made).rejects.toThrow(message);
  });

  const sent = new Request(putInit(base).url, putInit(base));
  test.each([
    ['a PATCH', { ...request, method: 'PATCH' }, /^PATCH .* is not a request of the document/],
    ['another path', { ...request, url: `${base}/entity/1/rule/2` }, /not a request of the document/],
    ['a relative URL', { ...request, url: '/entity/1/automationRule/2' }, /not an absolute URL/],
    ['a body that is no JSON', { ...putInit(base), body: 'name=x' }, /is not JSON/],
    ['a Request that was sent', sent, /fetch\(request\.clone\(\)\)/],
  ])('%s', async (_, given, message) => {
    if (given === sent) await sent.text();
    const made = toExchange(given, answer);
    await expect(made).rejects.toThrow(RequestError);
    await expect(made).rejects.toThrow(message);
  });
});

test('fetch with a Request and a Response: both can still be read', async () => {
  const init = putInit(await serving());
  const own = new Request(init.url, init);
  const response = await fetch(own.clone());
  const exchange = await toExchange(own, response);
  expect(exchange).toMatchObject({ operation: 'put', credentials: 'authorised' });
  expect(judge([exchange]).summary).toMatchObject({ outcome: 'conforms', exitCode: 0 });
  expect(await response.json()).toMatchObject({ status: 'success' });
  expect(await own.json()).toMatchObject({ derivativeType: 'FUTURE' });
  await expect(toExchange(request, response)).rejects.toThrow('already read');
});

test('the token is masked wherever it stands, other secrets too', async () => {
  const body = { ...deleteAnswer, echoed: `token ${goodToken}`, key: 'hunter2-hunter2', note: 'own-secret' };
  const more = { 'x-api-key': 'hunter2-hunter2', 'x-tenant': 'acme', accept: '*/*' };
  const url = `${request.url}?api_key=abc123`;
  const own = { ...request, url, headers: { ...request.headers, ...more } };
  const echoing = { 'x-echo': goodToken, location: '/x?token=1', 'set-cookie': ['a=1'] };
  const exchange = await toExchange(own, { ...answer, headers: echoing, body }, { secrets: ['own-secret'] });
  const whole = JSON.stringify(exchange);
  for (const secret of [goodToken, 'hunter2', 'acme', 'abc123', 'own-secret', 'a=1'])
    expect(whole).not.toContain(secret);
  expect(exchange.request.headers).toContainEqual(['authorization', 'Bearer [masked: access token]']);
  expect(exchange.request.headers).toContainEqual(['accept', '*/*']);
  const masked = exchange.masked.filter(({ part }) => part === 'body').map(({ at }) => at);
  expect(masked).toEqual(['/echoed', '/key', '/note']);
});

test.each([
  [{}, 'none', 'delete-no-header'],
  [{ authorization: 'Bearer made-up-token-of-a-conformance-suite' }, 'made-up', 'delete-made-up-token'],
  [{ authorization: 'abc' }, 'authorised', 'delete-authorised'],
  [[['Authorization', 'Bearer a-real-one']], 'authorised', 'delete-authorised'],
  [['Authorization', 'Bearer a-real-one'], 'authorised', 'delete-authorised'],
  [new Headers({ authorization: 'Bearer a-real-one' }), 'authorised', 'delete-authorised'],
] as const)('%j are the credentials %s', async (given, credentials, id) => {
  const exchange = await toExchange({ ...request, headers: given }, answer);
  expect(exchange).toMatchObject({ credentials, id, probe: id });
  expect(JSON.stringify(exchange)).not.toMatch(/a-real-one|"abc"/);
});

test('options win over what is read; identifiers are decoded, bytes that are no UTF-8 and a status alone are kept', async () => {
  const startedAt = new Date(Date.now() - 50);
  const url = `${base}/entity/e%20%C3%A9/automationRule/%zz/`;
  const given = { status: 200, body: Uint8Array.of(0xff, 0xfe) };
  const options = { id: 'mine', credentials: 'made-up', startedAt } as const;
  const exchange = await toExchange({ ...request, url }, given, options);
  expect(exchange).toMatchObject({ id: 'mine', probe: 'mine', credentials: 'made-up' });
  expect(exchange.timings.startedAt).toBe(startedAt.toISOString());
  expect(exchange.request.addressed).toEqual({ entityId: 'e é', automationRuleId: '%zz' });
  expect(exchange.response?.body).toEqual({ encoding: 'base64', text: '//4=', bytes: 2 });
  expect((await toExchange(request, { status: 401 })).response?.status).toBe(401);
});

const large = 'x'.repeat(1024 * 1024 + 1);

test.each([
  ['a fetch Response', new Response(large)],
  ['an object', { status: 200, body: large }],
])('%s with a body past what is read is a failure, not a verdict', async (_, response) => {
  const exchange = await toExchange(request, response);
  expect(exchange).toMatchObject({ failure: { kind: 'too-large', sent: true, head: { status: 200 } } });
  expect(judge([exchange]).summary.outcome).toBe('incomplete');
});
