import { describe, expect, test } from 'vitest';
import { definitions } from '../../support/engine.ts';
import { expectedOf, expectWaysOut, inspected, nameOf, type World } from './trust-world.ts';

const { entries } = definitions;

/** Every setting × who gives it × whose token × where it goes: what a file may say that only lies in the folder. */

const together: Partial<Record<string, string>> = {
  clientCertificate: 'clientKey',
  clientKey: 'clientCertificate',
};
const tokens: readonly string[] = ['accessToken', 'accessTokenFile', 'accessTokenCommand'];
const settings = entries.filter(([, { env }]) => env !== null);

const sources = ['flag', 'environment', '--env-file', 'found'] as const;
type From = (typeof sources)[number];
interface Case {
  readonly key: string;
  readonly from: From;
  readonly token: 'named' | 'found';
  readonly target: 'remote' | 'loopback';
}

function valueFor(key: string, target: Case['target']): string {
  return key === 'baseUrl' && target === 'loopback' ? 'http://127.0.0.1:8080' : expectedOf(key)[1];
}

/** The least that a run needs comes from the environment; the token, and the setting in question, from where the case says. */
function worldOf({ key, from, token, target }: Case): World {
  const world = { environment: {}, flags: {}, found: {}, named: {} } as World;
  const keys = new Set([key, together[key] ?? key]);
  const base: readonly string[] = ['baseUrl', 'allowWritesTo', 'entityId', 'businessDataTypeId'];
  for (const name of base.filter((other) => !keys.has(other)))
    world.environment[nameOf(name)] = valueFor(name, target);
  if (!tokens.includes(key)) {
    const holder = token === 'named' ? world.environment : from === '--env-file' ? world.named : world.found;
    holder['CONFORMANCE_ACCESS_TOKEN'] = 'token-of-somebody';
  }
  for (const name of keys) {
    const value = valueFor(name, target);
    if (from === 'environment') world.environment[nameOf(name)] = value;
    if (from === '--env-file') world.named[nameOf(name)] = value;
    if (from === 'found') world.found[nameOf(name)] = value;
    if (from === 'flag') Object.assign(world.flags, flagOf(name, value));
  }
  return world;
}

function flagOf(key: string, value: string): Readonly<Record<string, string | boolean>> {
  const flag = entries.find(([name]) => name === key)?.[1].flag ?? '';
  const name = flag
    .replace(/^--(no-)?/, '')
    .replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return { [name]: value === 'true' ? true : value === 'false' ? false : value };
}

function isRefused({ key, from, token, target }: Case): boolean {
  const [reach] = expectedOf(key);
  if (from !== 'found') return false;
  return reach === 'command' || (reach === 'decides' && token === 'named' && target === 'remote');
}

const cases: readonly Case[] = settings.flatMap(([key, { flag }]) =>
  sources
    .filter((from) => from !== 'flag' || flag !== null)
    .flatMap((from) =>
      (['named', 'found'] as const).flatMap((token) =>
        (['remote', 'loopback'] as const).map((target) => ({ key, from, token, target })),
      ),
    ),
);

const refused = cases.filter(isRefused);
const allowed = cases.filter((one) => !isRefused(one));

const title = '$key from $from, token $token, service $target';

describe('each setting has its class', () => {
  test.each(entries)('%s', (name, { reach }) => expect(reach).toBe(expectedOf(name)[0]));

  test('what leads to a file or folder says so, and is not known by its placeholder alone', () => {
    for (const [name, { kind }] of entries)
      expect([name, kind.path !== undefined]).toEqual([
        name,
        /^(?:FILE|FOLDER)$/.test(kind.placeholder ?? ''),
      ]);
  });

  test('the table has all of them', () => {
    expect(settings.map(([name]) => name)).toHaveLength(35);
    expect(new Set(cases.map(({ key: name }) => name)).size).toBe(35);
    expect(refused.length).toBeGreaterThan(15);
  });
});

describe('without any token', () => {
  const world: World = {
    environment: { CONFORMANCE_BASE_URL: 'https://staging.example.com/api' },
    flags: {},
    found: { CONFORMANCE_ENTITY_ID: 'e' },
    named: {},
  };

  test('a file that was found decides about nothing but its own values', async () =>
    expect((await inspected(world)).untrusted).toEqual([]));

  test('it decides nothing beside one that is still to come', async () =>
    expect((await inspected(world, {}, true)).untrusted).toHaveLength(1));
});

describe('is taken:', () => {
  test.each(allowed)(title, async (one) => {
    const { problems, values } = await inspected(worldOf(one));
    expect(problems).toEqual([]);
    expect(values).toHaveProperty(one.key);
  });
});

describe('is refused, named with its line, left out, and works by either way that is told:', () => {
  test.each(refused)(title, async (one) => {
    const world = worldOf(one);
    const inspection = await inspected(world);
    const { problems, untrusted, values } = inspection;
    expect(problems).toEqual(untrusted);
    const [line] = untrusted[0]?.places?.filter((place) => place.includes(`: ${nameOf(one.key)}=`)) ?? [];
    expect(line).toMatch(/^\.env, line [12]: /);
    expect(values).not.toHaveProperty(one.key);
    const isSecret = expectedOf(one.key)[0] === 'command';
    expect(line).toContain(isSecret ? '(secret, not shown) (a command)' : expectedOf(one.key)[1]);
    expect(untrusted[0]?.remedies).toHaveLength(isSecret ? 1 : 2);
    await expectWaysOut(world, inspection);
  });
});
