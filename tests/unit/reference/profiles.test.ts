import { describe, expect, test } from 'vitest';
import { type Profile, profileNamed, profiles } from '../../../reference/profiles.ts';
import { ruleIdsOf } from '../../support/reference-run.ts';
import { action, conditions, put, type Reply, remove, send, start, transformer } from './client.ts';

/** Each profile decides what the document leaves open, by the data that it is. */

/** A body that every profile takes. */
const plain = {
  ...transformer,
  name: 'Plain',
  conditions: conditions.slice(0, 1),
  action: { ...action, timezone: 'Europe/Paris' },
};

async function puts(profile: string, ...bodies: readonly unknown[]): Promise<readonly Reply[]> {
  const service = await start({ profile });
  const replies = [];
  for (const body of bodies) replies.push(await put(service, body));
  return replies;
}

const statuses = async (profile: string, ...bodies: readonly unknown[]) =>
  (await puts(profile, ...bodies)).map(({ status }) => status);

function withAction(changed: object) {
  return { ...plain, action: { ...plain.action, ...changed } };
}

const of = <T>(usual: T, lenient: T, strict: T, legacy: T): readonly (readonly [string, T])[] =>
  Object.entries({ usual, lenient, strict, legacy });

test('no two profiles decide everything alike, and each question is decided in two ways at least', () => {
  expect(profiles.map(({ name }) => name)).toEqual(['usual', 'lenient', 'strict', 'legacy']);
  const decided = Object.keys(profiles[0] as Profile) as (keyof Profile)[];
  const alike = decided.filter(
    (key) => new Set(profiles.map((one) => JSON.stringify(one[key], texts))).size < 2,
  );
  expect(alike).toEqual([]);
  expect(() => profileNamed('other')).toThrow('There are: usual, lenient, strict, legacy.');
});

const texts = (_: string, value: unknown) => (typeof value === 'object' ? value : String(value));

describe('a profile decides', () => {
  test.each(of([200, 200], [201, 201], [201, 200], [200, 200]))(
    '%s: the status of a PUT that creates, and of one that replaces: %j',
    async (profile, wanted) => expect(await statuses(profile, plain, plain)).toEqual(wanted),
  );

  test.each(of([true, true, true], [false, false, false], [true, true, false], [true, false, true]))(
    '%s: whether a PUT finds the transformer again when it is the same, and with another type of data or derivative: %j',
    async (profile, wanted) => {
      const changed = [{ businessDataTypeId: 'b1' }, { derivativeType: 'OPTION' }];
      const ids = [];
      for (const change of [{}, ...changed]) {
        const replies = await puts(profile, plain, { ...plain, ...change });
        const [first, second] = replies.map(({ status, json }) => (status < 300 ? json().data : null));
        ids.push(first?.derivativeFactTransformerId === second?.derivativeFactTransformerId);
      }
      expect(ids).toEqual(wanted);
    },
  );

  test.each(of([422, 422, 422], [201, 201, 400], [400, 400, 400], [400, 200, 400]))(
    '%s: whether derivativeType, conditions and name may be left out: %j',
    async (profile, wanted) => {
      const { derivativeType: _, ...first } = plain;
      const { conditions: __, ...second } = plain;
      const { name: ___, ...third } = plain;
      expect(await statuses(profile, first, second, third)).toEqual(wanted);
    },
  );

  test.each(of([200, 400], [201, 201], [400, 400], [200, 500]))(
    '%s: a value of 101 characters, and a body without its last brace: %j',
    async (profile, wanted) => {
      const long = { ...plain, conditions: [{ ...conditions[0], value: 'v'.repeat(101) }] };
      expect(await statuses(profile, long, JSON.stringify(plain).slice(0, -1))).toEqual(wanted);
    },
  );

  test.each(of([422, 422], [201, 201], [400, 400], [200, 400]))(
    '%s: whether conditions and derivativeType may be null: %j',
    async (profile, wanted) => {
      const bodies = [
        { ...plain, conditions: null },
        { ...plain, derivativeType: null },
      ];
      expect(await statuses(profile, ...bodies)).toEqual(wanted);
    },
  );

  test.each(of([422, 422], [201, 201], [400, 400], [400, 400]))(
    '%s: whether a number is taken for a text, and digits for an integer: %j',
    async (profile, wanted) =>
      expect(await statuses(profile, { ...plain, name: 7 }, withAction({ amount: '7' }))).toEqual(wanted),
  );

  test.each(of(undefined, 1, undefined, undefined))(
    '%s: whether a further field comes back: %j',
    async (profile, wanted) => {
      const [reply] = await puts(profile, { ...plain, further: 1 });
      const body = reply?.json() as unknown as { data?: { further?: number } };
      expect(body.data?.further).toBe(wanted);
    },
  );

  test.each(of([1_001, 2_000], [1_000], [64], [255]))(
    '%s: how long a name may be: %j',
    async (profile, taken) => {
      const { nameLength } = profileNamed(profile);
      const named = (length: number) => ({ ...plain, name: 'n'.repeat(length) });
      for (const status of await statuses(profile, ...taken.map(named))) expect(status).toBeLessThan(300);
      if (nameLength === Number.POSITIVE_INFINITY) return;
      expect((await statuses(profile, named(nameLength + 1)))[0]).toBeGreaterThanOrEqual(400);
    },
  );

  test.each(of([0, 500], [0, 50], [1, 10], [0, 100]))(
    '%s: how many conditions there may be: %j',
    async (profile, taken) => {
      const many = (count: number) => ({ ...plain, conditions: Array(count).fill(conditions[0]) });
      for (const status of await statuses(profile, ...taken.map(many))) expect(status).toBeLessThan(300);
      const { mostConditions } = profileNamed(profile);
      if (mostConditions === Number.POSITIVE_INFINITY) return;
      expect((await statuses(profile, many(mostConditions + 1)))[0]).toBeGreaterThanOrEqual(400);
    },
  );

  test.each(of([200, 200], [201, 400], [400, 400], [400, 400]))(
    '%s: whether 2^63-1 and 2^63 are integers that it keeps: %j',
    async (profile, wanted) => {
      const sent = ['9223372036854775807', '9223372036854775808'].map((amount) =>
        JSON.stringify(plain).replace('"amount":6', `"amount":${amount}`),
      );
      expect(await statuses(profile, ...sent)).toEqual(wanted);
    },
  );

  test.each(of([200, 422, 422], [201, 201, 201], [201, 400, 400], [200, 200, 400]))(
    '%s: which time zones it takes, of UTC, +08:00 and Mars: %j',
    async (profile, wanted) => {
      const zones = ['UTC', '+08:00', 'Mars'].map((timezone) => withAction({ timezone }));
      expect(await statuses(profile, ...zones)).toEqual(wanted);
    },
  );

  test.each(of([200, 200, 200], [201, 201, 201], [201, 400, 400], [200, 200, 400]))(
    '%s: which characters a name may have: %j',
    async (profile, wanted) => {
      const named = ['a', 'é', '😀'].map((name) => ({ ...plain, name }));
      expect(await statuses(profile, ...named)).toEqual(wanted);
    },
  );

  test.each(of([415, 415], [201, 201], [400, 400], [200, 415]))(
    '%s: whether application/merge-patch+json and text/plain are taken: %j',
    async (profile, wanted) => {
      const service = await start({ profile });
      const path = `/entity/${service.entityId}/valuation/derivative/fact/transformer/`;
      const body = JSON.stringify(plain);
      const got = [];
      for (const type of ['application/merge-patch+json', 'text/plain']) {
        const headers = { authorization: `Bearer ${service.token}`, 'content-type': type };
        got.push((await send(service, { method: 'PUT', path, headers, body })).status);
      }
      expect(got).toEqual(wanted);
    },
  );

  test.each(of([404, 200], [201, 201], [404, 401], [308, 401]))(
    '%s: the path without its slash, and the scheme in lower case: %j',
    async (profile, wanted) => {
      const service = await start({ profile });
      const path = `/entity/${service.entityId}/valuation/derivative/fact/transformer`;
      const type = { 'content-type': 'application/json' };
      const body = JSON.stringify(plain);
      const headers = { ...type, authorization: `Bearer ${service.token}` };
      const lower = { ...type, authorization: `bearer ${service.token}` };
      const first = await send(service, { method: 'PUT', path, headers, body });
      const second = await send(service, { method: 'PUT', path: `${path}/`, headers: lower, body });
      expect([first.status, second.status]).toEqual(wanted);
    },
  );

  test.each(of([404, 200, 404, 404], [202, 202, 202, 404], [403, 200, 410, 404], [404, 200, 400, 400]))(
    "%s: a DELETE of another entity's rule, of a rule, of it again, and of no rule: %j",
    async (profile, wanted) => {
      const service = await start({ profile });
      const [rule = ''] = ruleIdsOf(service);
      const elsewhere = { ...service, entityId: 'f'.repeat(32) };
      const got = [];
      for (const one of [elsewhere, service, service]) got.push((await remove(one, rule)).status);
      got.push((await remove(service, 'e'.repeat(32))).status);
      expect(got).toEqual(wanted);
    },
  );
});

test.each(
  of(
    { error: { code: 'body_not_json', message: expect.any(String) } },
    { type: 'urn:reference:body_not_json', title: expect.any(String), status: 400 } as object,
    {
      status: 'error',
      requestId: expect.any(String),
      data: null,
      code: 'body_not_json',
      message: expect.any(String),
      field: null,
    },
    { code: 50_000, msg: expect.stringContaining('com.example') },
  ),
)('%s: how an error is written', async (profile, wanted) => {
  const [reply] = await puts(profile, 'no JSON');
  expect(reply?.json()).toEqual(wanted);
  const [invalid] = await puts(profile, { ...plain, name: null });
  const names = { usual: '/name', lenient: '"field":"name"', strict: '"field":"name"', legacy: '"msg"' };
  expect(invalid?.text).toContain(names[profile as keyof typeof names]);
});
