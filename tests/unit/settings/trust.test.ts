import { describe, expect, test } from 'vitest';
import { definitions } from '../../support/engine.ts';
import { sampleOf } from '../../support/properties.ts';
import { expectedOf, expectWaysOut, inspected, nameOf, type World } from './trust-world.ts';

const { entries } = definitions;

/** Every setting × who gives it × whose token × where it goes: what a file may say that only lies in the folder. */

const together: Partial<Record<string, string>> = {
  clientCertFile: 'clientKeyFile',
  clientKeyFile: 'clientCertFile',
  keep: 'history',
};
const tokens: readonly string[] = ['accessToken', 'accessTokenFile', 'accessTokenCommand'];
const settings = entries.filter(([, { env }]) => env !== null);

const sources = ['flag', 'environment', '--env-file', 'found', '--config', 'found config'] as const;
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

/**
 * The environment gives the least that a run needs; the case says where the token and the setting in question come from.
 * With a target, ids come from flags, and the base URL and the token from its file.
 */
function worldOf(one: Case): World {
  const { key, from, token, target } = one;
  if (from === '--config' || from === 'found config') return targetWorldOf(one);
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

/** The ways in which a file of targets refers to a token. */
const referred: Readonly<Record<string, unknown>> = {
  accessToken: { env: 'CONFORMANCE_SECRET_ONE' },
  accessTokenFile: { file: 'token.txt' },
  accessTokenCommand: { command: ['print-token'] },
};

function targetWorldOf({ key, token, target }: Case): World {
  const keys = new Set([key, together[key] ?? key]);
  const said = Object.fromEntries([...keys].map((name) => [name, valueFor(name, target)]));
  const baseUrl = valueFor('baseUrl', target);
  const own = tokens.includes(key) ? key : token === 'named' ? 'accessToken' : 'accessTokenFile';
  const { accessTokenFile: _file, accessTokenCommand: _command, ...others } = said;
  const flags = ['entityId', 'businessDataTypeId'].filter((name) => !keys.has(name));
  return {
    environment: {
      CONFORMANCE_SECRET_ONE: 'token-of-somebody',
      ...(key === 'allowWritesTo' ? {} : { CONFORMANCE_ALLOW_WRITES_TO: 'staging.example.com' }),
    },
    flags: Object.assign({}, ...flags.map((name) => flagOf(name, valueFor(name, target)))),
    found: {},
    named: {},
    target: { baseUrl, ...others, accessToken: referred[own] },
  };
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
  if (from !== 'found' && from !== 'found config') return false;
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

/** Permission to write that a file of targets gives itself counts only if the file is named: see below. */
const ownLeave = cases.filter(
  ({ key, from, target }) => key === 'allowWritesTo' && from === 'found config' && target === 'remote',
);
const refused = cases.filter((one) => isRefused(one) && !ownLeave.includes(one));
const allowed = cases.filter((one) => !isRefused(one) && !ownLeave.includes(one));

/** The flags that name a file of targets. */
function naming({ from }: Case): Readonly<Record<string, string>> {
  return from === '--config' ? { config: 'conformance.config.json' } : {};
}

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
    expect(new Set(cases.map(({ key: name }) => name)).size).toBe(settings.length);
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
  test.each(sampleOf(allowed))(title, async (one) => {
    const { problems, values } = await inspected(worldOf(one), naming(one));
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
    const isConfig = one.from === 'found config';
    // The file refers to a command for its token.
    const member = one.key === 'accessTokenCommand' ? 'accessToken' : one.key;
    const name = isConfig ? `.${member}: ` : ` ${nameOf(one.key)}=`;
    const [line] = untrusted[0]?.places?.filter((place) => place.includes(name)) ?? [];
    expect(line).toMatch(isConfig ? /^conformance\.config\.json, line [4-7]: / : /^\.env, line [12]: /);
    expect(values).not.toHaveProperty(one.key);
    const isSecret = expectedOf(one.key)[0] === 'command';
    expect(line).toContain(isSecret ? '(secret, not shown) (a command)' : expectedOf(one.key)[1]);
    const isTargets = isConfig && entries.find(([key]) => key === one.key)?.[1].ofTarget === true;
    expect(untrusted[0]?.remedies).toHaveLength(isSecret || isTargets ? 1 : 2);
    await expectWaysOut(world, inspection);
  });
});

describe('leave to write that a file of targets gives itself', () => {
  test.each(ownLeave)('$token token: counts only where the file is named', async (one) => {
    const world = worldOf(one);
    const inspection = await inspected(world);
    expect(inspection.values).not.toHaveProperty('baseUrl');
    expect(inspection.untrusted[0]?.places?.join('\n')).toContain(
      'targets.one.baseUrl: "https://staging.example.com/api"',
    );
    await expectWaysOut(world, inspection);
  });

  test('is not wanted on loopback, and the words say what is wanted elsewhere', async () => {
    const [one] = ownLeave;
    if (one === undefined) throw new Error('the table has no such case');
    expect((await inspected(worldOf({ ...one, target: 'loopback' }))).problems).toEqual([]);
    const { untrusted } = await inspected(worldOf({ ...one, token: 'found' }));
    expect(untrusted[0]).toMatchObject({
      setting: 'conformance.config.json',
      message:
        'was found in this folder, not passed with --config: only a flag or the environment may set a host on another machine.',
      remedies: [
        'If this value is right, set it in the environment:  export CONFORMANCE_ALLOW_WRITES_TO=staging.example.com',
        'If you trust the whole file:  conformance run --config conformance.config.json',
      ],
    });
  });
});
