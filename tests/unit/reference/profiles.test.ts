import { describe, expect, test } from 'vitest';
import { type Profile, profileNamed, profiles } from '../../../reference/profiles.ts';
import { ruleIdsOf } from '../../support/reference-run.ts';
import { action, conditions, put, type Reply, remove, send, start, transformer } from './client.ts';

/** Each profile decides what the document leaves open, by the data that it is; explore/profiles.test.ts asks about bodies. */

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
