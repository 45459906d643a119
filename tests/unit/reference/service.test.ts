import { describe, expect, it } from 'vitest';
import { referenceToken, startReference } from '../../../reference/service.ts';
import { ruleIdsOf } from '../../support/reference-run.ts';
import { action, put, remove, send, start, transformer } from './client.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const hexId = /^[0-9a-f]{32}$/;
const dateTime = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;

describe('PUT of a transformer', () => {
  it('responds with the envelope and the record of the document, member by member', async () => {
    const service = await start();
    const { status, headers, json } = await put(service);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/json');
    expect(json()).toStrictEqual({
      status: 'success',
      requestId: expect.stringMatching(uuid),
      data: {
        derivativeFactTransformerId: expect.stringMatching(hexId),
        entityId: service.entityId,
        name: 'Füllung 1',
        businessDataTypeId: 'b0',
        enabled: true,
        conditions: [
          { column: 3, columnType: 'CURRENCY_TYPE', type: 'BUSINESS_CURRENCY', operator: 'EQ', value: 'USD' },
          { column: 4, columnType: 'CURRENCY_TYPE', type: 'BUSINESS_CURRENCY', operator: 'EQ', value: 'EUR' },
        ],
        derivativeType: 'FUTURE',
        action,
        status: 'DOING',
        createdAt: expect.stringMatching(dateTime),
        updatedAt: expect.stringMatching(dateTime),
        deletedAt: '',
      },
    });
  });

  it('keeps the id when the same name is put again, and gives another name another id', async () => {
    const service = await start();
    const first = await put(service);
    const second = await put(service, { ...transformer, derivativeType: 'OPTION' });
    const other = await put(service, { ...transformer, name: 'Another' });
    const { derivativeFactTransformerId: id, createdAt } = first.json().data;
    expect(second.json().data).toMatchObject({
      derivativeFactTransformerId: id,
      createdAt,
      derivativeType: 'OPTION',
    });
    expect(other.json().data.derivativeFactTransformerId).not.toBe(id);
    expect(second.json().requestId).not.toBe(first.json().requestId);
  });

  it('gives numbers back as they were written', async () => {
    const body = JSON.stringify({ ...transformer, conditions: [] }).replace(
      '"amount":6',
      '"amount": 9007199254740993, "currency":-0',
    );
    const { text } = await put(
      await start(),
      body.replace('"datetime":1', '"datetime":3.0').replace('"currency":5,', ''),
    );
    expect(text).toContain('"amount":9007199254740993');
    expect(text).toContain('"currency":-0');
    expect(text).toContain('"datetime":3.0');
    expect(text).toContain('"conditions":[]');
  });

  it('gives text back as it was sent, whatever it holds', async () => {
    const name = 'n"\\\u0000\u2028 {"a":1} 12 😀 \ud800';
    const { json } = await put(await start(), { ...transformer, name });
    expect(json()).toMatchObject({ data: { name } });
  });
});

describe('DELETE of an automation rule', () => {
  it('responds with the record of the document, member by member', async () => {
    const service = await start();
    const { status, json } = await remove(service);
    expect(status).toBe(200);
    expect(json()).toStrictEqual({
      status: 'success',
      requestId: expect.stringMatching(uuid),
      data: {
        automationRuleId: ruleIdsOf(service)[0],
        entityId: service.entityId,
        type: 'JOURNAL',
        integrationId: expect.stringMatching(hexId),
        name: 'Seeded rule 1',
        businessDataTypeId: service.settings['businessDataTypeId'],
        conditions: [],
        journalTypeId: expect.stringMatching(hexId),
        journalActions: [],
        priority: 1,
        entryLineAuxiliaryValueMap: null,
        enableAutomationJournalApproved: 'true',
        enabled: true,
        createdAt: expect.stringMatching(dateTime),
        updatedAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
        deletedAt: expect.stringMatching(dateTime),
      },
    });
    expect(json().data.deletedAt.slice(0, 10)).toBe(json().data.updatedAt);
  });

  it('knows a rule once, and every seeded rule', async () => {
    const service = await start({ seedRules: 2 });
    const [first, second] = ruleIdsOf(service);
    expect((await remove(service, first)).status).toBe(200);
    const again = await remove(service, first);
    expect(again.status).toBe(404);
    expect(again.json()).toStrictEqual({
      error: { code: 'automation_rule_unknown', message: expect.any(String) },
    });
    const other = await remove(service, second);
    expect(other.json().data).toMatchObject({
      automationRuleId: second,
      enableAutomationJournalApproved: 'false',
    });
  });
});

describe('startReference', () => {
  it('listens on the loopback address, with the same identifiers each time', async () => {
    const [one, other] = await Promise.all([start({ seedRules: 3 }), start({ seedRules: 3 })]);
    expect(one.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(one.token).toBe(referenceToken);
    expect(ruleIdsOf(one)).toStrictEqual(ruleIdsOf(other));
    expect(new Set(ruleIdsOf(one)).size).toBe(3);
    for (const id of [...ruleIdsOf(one), one.entityId, String(one.settings['businessDataTypeId'])])
      expect(id).toMatch(hexId);
  });

  it('takes a token, an entity, a path prefix and no rules', async () => {
    const entityId = 'a'.repeat(32);
    const service = await start({ token: 'another-token', entityId, basePath: '/api/v1/', seedRules: 0 });
    expect(service.baseUrl).toMatch(/\/api\/v1$/);
    expect((await put(service)).json()).toMatchObject({ data: { entityId } });
    expect(service.received[0]?.path).toBe(
      `/api/v1/entity/${entityId}/valuation/derivative/fact/transformer/`,
    );
    expect(ruleIdsOf(service)).toStrictEqual([]);
  });

  it('responds below its path prefix only', async () => {
    const service = await start({ basePath: '/api' });
    const { origin } = new URL(service.baseUrl);
    const headers = { authorization: `Bearer ${service.token}` };
    const path = `/entity/${service.entityId}/automationRule/${ruleIdsOf(service)[0]}`;
    const status = async (prefix: string) => {
      const call = { method: 'DELETE', path: `${prefix}${path}`, headers };
      return (await send({ ...service, baseUrl: origin }, call)).status;
    };
    expect([
      await status(''),
      await status('/ipa'),
      await status('/api/api'),
      await status('/api'),
    ]).toStrictEqual([404, 404, 404, 200]);
  });

  it('records every request in the order of arrival', async () => {
    const service = await start();
    await put(service, '{"a":"ü"}');
    await send(service, { method: 'GET', path: '/%2e/..//x?y', headers: { 'X-Name': 'v' } });
    expect(service.received).toMatchObject([
      { method: 'PUT', body: '{"a":"ü"}', headers: { 'content-type': 'application/json' } },
      { method: 'GET', path: '/%2e/..//x?y', body: '', headers: { 'x-name': 'v' } },
    ]);
  });

  it.each([
    [{ token: 'short' }, /token must be/],
    [{ token: 'with a space' }, /token must be/],
    [{ entityId: 'E1' }, /entityId must be.*"E1"/],
    [{ seedRules: -1 }, /seedRules must be.*-1/],
    [{ seedRules: 1.5 }, /seedRules must be/],
    [{ basePath: 'api' }, /basePath must be.*"api"/],
    [{ faults: ['status-okay'] }, /"status-okay".*status-ok/],
  ])(
    'refuses %o',
    async (options, message) => await expect(startReference(options)).rejects.toThrow(message),
  );

  it('fails when the port is taken', async () => {
    const { baseUrl } = await start();
    await expect(startReference({ port: Number(new URL(baseUrl).port) })).rejects.toThrow(/EADDRINUSE/);
  });

  it('closes at once although a request is under way, and closes twice', async () => {
    const service = await start();
    const halfway = send(service, {
      method: 'PUT',
      path: '/',
      headers: { 'content-length': '10' },
      body: 'half',
    });
    const failed = expect(halfway).rejects.toThrow();
    while (service.received.length === 0) await new Promise((resolve) => setImmediate(resolve));
    await service.close();
    await failed;
    await service.close();
    await expect(put(service)).rejects.toThrow(/ECONNREFUSED/);
  });
});
