import { type ClientRequest, request } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { ReferenceService } from '../../../reference/service.ts';
import { ruleIdsOf } from '../../support/reference-run.ts';
import { action, conditions, put, remove, send, start, transformer } from './client.ts';

const transformerPath = 'valuation/derivative/fact/transformer/';

/** Sends the longest body that is read, without its last byte. */
function allButOneByte({ baseUrl, entityId, token }: ReferenceService): Promise<ClientRequest> {
  const bytes = 1024 * 1024;
  const headers = { authorization: `Bearer ${token}`, 'content-length': bytes };
  const url = `${baseUrl}/entity/${entityId}/${transformerPath}`;
  const outgoing = request(url, { method: 'PUT', headers, agent: false }).on('error', () => undefined);
  return new Promise((resolve) => outgoing.write(Buffer.alloc(bytes - 1, ' '), () => resolve(outgoing)));
}

describe('credentials', () => {
  it.each([
    ['credentials_missing', {}],
    ['token_unknown', { authorization: 'Bearer a-made-up-token' }],
    ['token_unknown', { authorization: 'Bearer reference-token-that-protects-nothing2' }],
    ['credentials_malformed', { authorization: 'Bearer' }],
    ['credentials_malformed', { authorization: 'Bearer ' }],
    ['credentials_malformed', { authorization: 'reference-token-that-protects-nothing' }],
    ['credentials_malformed', { authorization: 'Basic reference-token-that-protects-nothing' }],
    ['credentials_malformed', { authorization: 'Bearer reference-token-that-protects-nothing x' }],
    [
      'credentials_malformed',
      { authorization: ['Bearer reference-token-that-protects-nothing', 'Bearer x'] },
    ],
  ])('returns 401 %s to %o, and does nothing', async (code, headers) => {
    const service = await start();
    const path = `/entity/${service.entityId}/automationRule/${ruleIdsOf(service)[0]}`;
    const { status, json, headers: answered } = await send(service, { method: 'DELETE', path, headers });
    expect(status).toBe(401);
    expect(json().error.code).toBe(code);
    expect(answered['www-authenticate']).toMatch(/^Bearer realm=/);
    expect((await remove(service)).status).toBe(200);
  });

  it('takes the scheme in any case', async () => {
    const service = await start();
    const path = `/entity/${service.entityId}/automationRule/${ruleIdsOf(service)[0]}`;
    const headers = { authorization: `bEARER ${service.token}` };
    expect((await send(service, { method: 'DELETE', path, headers })).status).toBe(200);
  });
});

describe('paths and methods', () => {
  it.each([
    ['PUT', '/', 'path_unknown'],
    ['PUT', `/entity/E/${transformerPath.slice(0, -1)}`, 'path_unknown'],
    ['PUT', `/entity/E/x/../${transformerPath}`, 'path_unknown'],
    ['PUT', `/entity/%zz/${transformerPath}`, 'path_unknown'],
    ['DELETE', '/entity/E/automationRule', 'path_unknown'],
    ['DELETE', '/entity/E/automationRule/R/', 'path_unknown'],
    ['DELETE', '/entity//automationRule/', 'entity_unknown'],
    ['DELETE', '/entity/ffffffffffffffffffffffffffffffff/automationRule/R', 'entity_unknown'],
    ['PUT', `/entity//${transformerPath}`, 'entity_unknown'],
    ['DELETE', '/entity/E/automationRule/ffffffffffffffffffffffffffffffff', 'automation_rule_unknown'],
    ['DELETE', '/entity/E/automationRule/', 'automation_rule_unknown'],
  ])('returns 404 to %s %s: %s', async (method, path, code) => {
    const service = await start();
    const headers = { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' };
    const reply = await send(service, {
      method,
      path: path.replace('/E/', `/${service.entityId}/`),
      headers,
    });
    expect(reply.status).toBe(404);
    expect(reply.json().error.code).toBe(code);
    expect((await remove(service)).status).toBe(200);
  });

  it('decodes identifiers and ignores a query', async () => {
    const service = await start();
    const rule = ruleIdsOf(service)[0]?.replace(/^./, (first) => `%${first.charCodeAt(0).toString(16)}`);
    expect((await remove(service, `${rule}?force=true`)).status).toBe(200);
  });

  it.each([
    ['GET', '/entity/E/automationRule/R', 'DELETE'],
    ['PUT', '/entity/E/automationRule/R', 'DELETE'],
    ['DELETE', `/entity/E/${transformerPath}`, 'PUT'],
  ])('returns 405 to %s %s, with Allow: %s', async (method, path, allowed) => {
    const { status, headers } = await send(await start(), { method, path });
    expect(status).toBe(405);
    expect(headers.allow).toBe(`${allowed}, OPTIONS`);
  });
});

describe('bodies', () => {
  const body = JSON.stringify(transformer);

  it.each([
    [415, {}],
    [415, { 'content-type': 'text/plain' }],
    [415, { 'content-type': 'application/jsonp' }],
    [415, { 'content-type': 'application/json; charset=iso-8859-1' }],
    [415, { 'content-type': 'application/json', 'content-encoding': 'gzip' }],
    [200, { 'content-type': 'Application/JSON ; Charset="UTF-8"' }],
  ])('returns %i to a PUT with %o', async (status, headers) => {
    const service = await start();
    const path = `/entity/${service.entityId}/${transformerPath}`;
    const authorization = `Bearer ${service.token}`;
    const reply = await send(service, { method: 'PUT', path, headers: { ...headers, authorization }, body });
    expect(reply.status).toBe(status);
  });

  it.each([
    ['nothing', ''],
    ['half of it', body.slice(0, -1)],
    ['two of it', body + body],
    ['a byte order mark before it', `\ufeff${body}`],
    ['a comma too many', body.replace('}]', '},]')],
    ['a number that is none', body.replace('"amount":6', '"amount":06')],
    ['brackets without end', '['.repeat(500_000)],
    ['deep nesting', '['.repeat(500_000) + ']'.repeat(500_000)],
    ['bytes that are not UTF-8', Buffer.from(body, 'latin1')],
  ])('returns 400 to %s', async (_, sent) => {
    const { status, json } = await put(await start(), sent);
    expect(status).toBe(400);
    expect(json().error.code).toMatch(/^body_not_(json|utf8)$/);
  });

  it('returns 413 above 1 MiB, and not at it', async () => {
    const service = await start();
    const full = body.padEnd(1024 * 1024 - Buffer.byteLength(body) + body.length, ' ');
    expect((await put(service, full)).status).toBe(200);
    const long = await put(service, `${full} `);
    expect(long.status).toBe(413);
    expect(long.json().error.code).toBe('body_too_long');
  });

  it('keeps none of a body whose caller is not admitted, and takes all of it', async () => {
    const service = await start();
    const { status } = await put(service, 'x'.repeat(5_000_000), 'none');
    expect(status).toBe(401);
    expect(service.received).toMatchObject([{ body: '' }]);
  });

  it('returns 503 where too many bodies are being sent, and reads others afterwards', async () => {
    const service = await start();
    const unfinished = await Promise.all(Array.from({ length: 32 }, () => allButOneByte(service)));
    const replies: number[] = [];
    while (!replies.includes(503)) replies.push((await put(service, body)).status);
    for (const one of unfinished) one.destroy();
    while (replies.at(-1) !== 200) replies.push((await put(service, body)).status);
    expect(new Set(replies)).toEqual(new Set([200, 503]));
  });

  it('returns 400 to a DELETE that has one, and deletes nothing', async () => {
    const service = await start();
    const path = `/entity/${service.entityId}/automationRule/${ruleIdsOf(service)[0]}`;
    const headers = { authorization: `Bearer ${service.token}` };
    const { status, json } = await send(service, { method: 'DELETE', path, headers, body: '{}' });
    expect([status, json().error.code]).toStrictEqual([400, 'body_not_expected']);
    expect((await remove(service)).status).toBe(200);
  });
});

function without(record: object, name: string): unknown {
  return Object.fromEntries(Object.entries(record).filter(([other]) => other !== name));
}

function withAction(members: object): unknown {
  return { ...transformer, action: { ...action, ...members } };
}

function withCondition(members: object): unknown {
  return { ...transformer, conditions: [conditions[0], { ...conditions[1], ...members }] };
}

const incomplete: [string, unknown][] = [
  ...Object.keys(transformer).map((name): [string, unknown] => [`/${name}`, without(transformer, name)]),
  ...Object.keys(action).map((name): [string, unknown] => [
    `/action/${name}`,
    { ...transformer, action: without(action, name) },
  ]),
  ...Object.keys(conditions[0]).map((name): [string, unknown] => [
    `/conditions/0/${name}`,
    { ...transformer, conditions: [without(conditions[0], name)] },
  ]),
];

describe('fields of the transformer', () => {
  it.each<[string, unknown]>([
    ...incomplete,
    ['', []],
    ['', null],
    ['/name', { ...transformer, name: 7 }],
    ['/name', { ...transformer, name: '' }],
    ['/businessDataTypeId', { ...transformer, businessDataTypeId: null }],
    ['/conditions', { ...transformer, conditions: {} }],
    ['/conditions/0', { ...transformer, conditions: [[]] }],
    ['/conditions/1/column', withCondition({ column: '3' })],
    ['/conditions/1/value', withCondition({ value: 3 })],
    ['/derivativeType', { ...transformer, derivativeType: ['FUTURE'] }],
    ['/action', { ...transformer, action: [] }],
    ['/action/amount', withAction({ amount: 1.5 })],
    ['/action/amount', withAction({ amount: true })],
    ['/action/timezone', withAction({ timezone: 'Mars/Olympus_Mons' })],
    ['/action/timezone', withAction({ timezone: '+01:00' })],
    ['/action/timezone', withAction({ timezone: null })],
    ['/enabled', { ...transformer, enabled: true }],
    ['/a~1~0', { ...transformer, 'a/~': 1 }],
    ['/toString', { ...transformer, toString: 1 }],
  ])('returns 422 and points at %j', async (pointer, body) => {
    const { status, json } = await put(await start(), body);
    expect(status).toBe(422);
    expect(json().error).toMatchObject({ code: 'transformer_not_valid', problems: [{ pointer }] });
    expect(json().error.problems).toHaveLength(1);
  });

  it.each(['9007199254740993.5', '1e-1', '1.50', '-0.1'])('takes %s for no integer', async (amount) => {
    const { status } = await put(
      await start(),
      JSON.stringify(transformer).replace('"amount":6', `"amount":${amount}`),
    );
    expect(status).toBe(422);
  });

  it.each(['-7', '0', '0.0', '0e-5', '3.0', '1e2', '1.5E+1', '10e-1', '1e400'])(
    'takes %s for an integer',
    async (amount) => {
      const reply = await put(
        await start(),
        JSON.stringify(transformer).replace('"amount":6', `"amount":${amount}`),
      );
      expect(reply.text).toContain(`"amount":${amount}}`);
    },
  );

  it.each(['UTC', 'America/Argentina/Buenos_Aires'])('takes %s for a time zone', async (timezone) => {
    const { json } = await put(await start(), withAction({ timezone }));
    expect(json()).toMatchObject({ data: { action: { timezone } } });
  });

  it('names every problem at once', async () => {
    const { json } = await put(await start(), { name: 1, conditions: [{}] });
    expect(json().error.problems).toHaveLength(1 + 6 + 3);
  });
});
