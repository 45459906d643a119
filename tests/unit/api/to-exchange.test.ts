import { gzipSync } from 'node:zlib';
import { request as undici } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { judge, RequestError, ResponseError, toExchange } from '../../../src/index.ts';
import { madeUpToken } from '../../../src/model/exchange.ts';
import { automationRuleId, deleteAnswer, entityId } from '../../support/conforming.ts';
import { goodToken, type Script, startService } from '../../support/service.ts';
import { deleteInit, putInit } from './sending.ts';

async function serviceAt(script?: Script): Promise<string> {
  const service = await startService(script);
  onTestFinished(() => service.close());
  return service.baseUrl;
}

const plainDelete = deleteInit('https://api.example.com/v1');
const answer = { status: 200, headers: { 'content-type': 'application/json' }, body: deleteAnswer };

test('fetch with a Request and a Response: both can still be read', async () => {
  const request = new Request(putInit(await serviceAt()).url, putInit(await serviceAt()));
  const response = await fetch(request.clone());
  const exchange = await toExchange(request, response);
  expect(exchange).toMatchObject({
    operation: 'put',
    credentials: 'authorised',
    request: { addressed: { entityId } },
  });
  expect(judge([exchange]).summary).toMatchObject({ outcome: 'conforms', exitCode: 0 });
  expect(await response.json()).toMatchObject({ status: 'success' });
  expect(await request.json()).toMatchObject({ derivativeType: 'FUTURE' });
});

test("undici's request: raw bytes, and codings undone here", async () => {
  const baseUrl = await serviceAt((_, { body, headers }, response) => {
    response.writeHead(200, { ...headers, 'content-encoding': 'gzip' }).end(gzipSync(body));
  });
  const { url, ...options } = deleteInit(baseUrl);
  const response = await undici(url, { ...options, method: 'DELETE' });
  const exchange = await toExchange({ url, ...options }, response);
  expect(exchange.response).toMatchObject({ status: 200, decoded: ['gzip'] });
  expect(exchange.request.addressed).toEqual({ entityId, automationRuleId });
  expect(judge([exchange]).summary.outcome).toBe('conforms');
});

test.each([
  ['names and values in turn', ['content-type', 'application/json', 'x-request-id', 'r1']],
  [
    'pairs',
    [
      ['content-type', 'application/json'],
      ['x-request-id', 'r1'],
    ],
  ],
  ['an object', { 'content-type': 'application/json', 'x-request-id': 'r1' }],
] as const)('headers as %s', async (_, headers) => {
  const { response } = await toExchange(plainDelete, { ...answer, headers } as typeof answer);
  expect(response?.headers).toEqual([
    ['content-type', 'application/json'],
    ['x-request-id', 'r1'],
  ]);
});

test('fetch has undone the codings already; the header stays', async () => {
  const baseUrl = await serviceAt((_, { body, headers }, response) => {
    response.writeHead(200, { ...headers, 'content-encoding': 'GZIP' }).end(gzipSync(body));
  });
  const init = deleteInit(baseUrl);
  const { response } = await toExchange(init, await fetch(init.url, init));
  expect(response?.decoded).toEqual(['gzip']);
  expect(response?.headers).toContainEqual(['content-encoding', 'GZIP']);
  expect(JSON.parse(response?.body.text ?? '')).toMatchObject({ status: 'success' });
});

test('the token is masked wherever it stands, other secrets too', async () => {
  const body = { ...deleteAnswer, echoed: `token ${goodToken}`, key: 'hunter2-hunter2', note: 'own-secret' };
  const request = {
    ...plainDelete,
    url: `${plainDelete.url}?api_key=abc123`,
    headers: { ...plainDelete.headers, 'x-api-key': 'hunter2-hunter2', 'x-tenant': 'acme', accept: '*/*' },
  };
  const response = {
    ...answer,
    headers: { 'x-echo': goodToken, location: `/x?token=1`, 'set-cookie': ['a=1', 'b=2'] },
    body,
  };
  const exchange = await toExchange(request, response, { secrets: ['own-secret'] });
  const text = JSON.stringify(exchange);
  for (const secret of [goodToken, 'hunter2', 'acme', 'abc123', 'own-secret', 'a=1'])
    expect(text).not.toContain(secret);
  expect(exchange.request.headers).toContainEqual(['authorization', 'Bearer [masked: access token]']);
  expect(exchange.request.headers).toContainEqual(['accept', '*/*']);
  expect(exchange.request.headers).toContainEqual(['x-tenant', '[masked: header x-tenant]']);
  expect(exchange.masked.filter(({ part }) => part === 'body').map(({ at }) => at)).toEqual([
    '/echoed',
    '/key',
    '/note',
  ]);
});

test.each(['Bearer abc', 'abc'])(
  'a token too short to be searched for is masked all the same: %s',
  async (authorization) => {
    const { request } = await toExchange({ ...plainDelete, headers: { authorization } }, answer);
    expect(request.headers).toEqual([['authorization', '[masked: header authorization]']]);
  },
);

test.each([
  [{}, 'none', 'delete-no-header'],
  [{ authorization: `Bearer ${madeUpToken}` }, 'made-up', 'delete-made-up-token'],
  [[['Authorization', 'Bearer a-real-one']], 'authorised', 'delete-authorised'],
  [['Authorization', 'Bearer a-real-one'], 'authorised', 'delete-authorised'],
  [new Headers({ authorization: 'Bearer a-real-one' }), 'authorised', 'delete-authorised'],
] as const)('%j are the credentials %s', async (headers, credentials, id) =>
  expect(await toExchange({ ...plainDelete, headers }, answer)).toMatchObject({ credentials, id, probe: id }),
);

test('options win over what is read', async () => {
  const startedAt = new Date(Date.now() - 50);
  const options = { id: 'mine', credentials: 'made-up', startedAt } as const;
  const exchange = await toExchange(plainDelete, answer, options);
  expect(exchange).toMatchObject({ id: 'mine', probe: 'mine', credentials: 'made-up' });
  expect(exchange.timings.startedAt).toBe(startedAt.toISOString());
  expect(exchange.timings.totalMs).toBeGreaterThanOrEqual(50);
});

test('identifiers are read from the path, percent-encoding undone', async () => {
  const url = 'https://api.example.com/a/entity/e%20%C3%A9/automationRule/%zz/';
  const { request } = await toExchange({ ...plainDelete, url }, answer);
  expect(request.addressed).toEqual({ entityId: 'e é', automationRuleId: '%zz' });
});

test('bytes that are no UTF-8 are kept as they came', async () => {
  const exchange = await toExchange(plainDelete, { status: 200, body: Uint8Array.of(0xff, 0xfe) });
  expect(exchange.response?.body).toEqual({ encoding: 'base64', text: '//4=', bytes: 2 });
});

const large = 'x'.repeat(1024 * 1024 + 1);

test.each([
  ['a fetch Response', new Response(large)],
  ['an object', { status: 200, body: large }],
])('%s with a body past what is read is a failure, not a verdict', async (_, response) => {
  const exchange = await toExchange(plainDelete, response);
  expect(exchange).toMatchObject({ failure: { kind: 'too-large', sent: true, head: { status: 200 } } });
  expect(judge([exchange]).summary.outcome).toBe('incomplete');
});

async function readResponse(): Promise<Response> {
  const response = new Response('{}');
  await response.text();
  return response;
}

async function sentRequest(): Promise<Request> {
  const { url, ...init } = putInit('https://api.example.com');
  const request = new Request(url, init);
  await request.text();
  return request;
}

test.each([
  ['a PATCH', { ...plainDelete, method: 'PATCH' }, /^PATCH .* is not a request of the document/],
  [
    'another path',
    { ...plainDelete, url: 'https://api.example.com/entity/1/rule/2' },
    /not a request of the document/,
  ],
  ['no method', { url: 'https://h/elsewhere' }, /^GET /],
  ['a relative URL', { ...plainDelete, url: '/entity/1/automationRule/2' }, /not an absolute URL/],
  ['a body that is no JSON', { ...putInit('https://api.example.com'), body: 'name=x' }, /is not JSON/],
  ['a Request that was sent', sentRequest(), /fetch\(request\.clone\(\)\)/],
])('%s is refused', async (_, request, message) => {
  const made = toExchange(await request, answer);
  await expect(made).rejects.toThrow(RequestError);
  await expect(made).rejects.toThrow(message);
});

test.each([
  ['was read', readResponse(), /already read/],
  [
    'was redirected',
    Object.defineProperty(new Response('{}'), 'redirected', { value: true }),
    /redirect: 'manual'/,
  ],
  ['is an error', Response.error(), /nothing of it can be seen/],
])('a Response that %s is refused', async (_, response, message) => {
  const made = toExchange(plainDelete, await response);
  await expect(made).rejects.toThrow(ResponseError);
  await expect(made).rejects.toThrow(message);
});
