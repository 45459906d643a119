import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inspectSettings } from '../../../src/settings/index.ts';
import { folderWith } from '../../support/cli.ts';
import { contract, definitions } from '../../support/engine.ts';
import { sampleOf } from '../../support/properties.ts';
import { envText, expectedOf, files, ids, nameOf, remote, token, type Variables } from './trust-world.ts';

const { entries } = definitions;

/** Files and folders that a `.env` may name which only lies in the folder: beside or below it, links followed. */

const paths = entries.filter(([, { env, kind }]) => env !== null && kind.path !== undefined);

interface Tree {
  readonly cwd: string;
  readonly outside: string;
}

/** A checkout beside a folder that holds what it may not name. */
function tree(): Tree {
  const top = folderWith({});
  const [cwd, outside] = [join(top, 'checkout'), join(top, 'outside')];
  for (const folder of [cwd, outside]) {
    mkdirSync(folder);
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  }
  writeFileSync(join(outside, 'before.json'), '');
  mkdirSync(join(cwd, 'below'));
  symlinkSync('../token.txt', join(cwd, 'below/token.txt'));
  symlinkSync(outside, join(cwd, 'linked'));
  symlinkSync(cwd, join(outside, 'back'));
  symlinkSync('../outside/nothing', join(cwd, 'dead'));
  symlinkSync('loop', join(cwd, 'loop'));
  for (const name of [...Object.keys(files), 'before.json'])
    symlinkSync(`../outside/${name}`, join(cwd, `link-${name}`));
  return { cwd, outside };
}

/** Ways to say a path, by the name that would be right. */
const elsewhere: Readonly<Record<string, (name: string, tree: Tree) => string>> = {
  'an absolute path': (name, { outside }) => join(outside, name),
  'two dots': (name) => `../outside/${name}`,
  'two dots further on': (name) => `below/../../outside/./${name}`,
  'a folder that is a link': (name) => `linked/${name}`,
  'a folder that is a link, to what is not there': (name) => `linked/none/${name}`,
  'a link': (name) => (name === 'reports' ? 'linked' : `link-${name}`),
  'a dead link': () => 'dead',
  'below a dead link': (name) => `dead/${name}`,
  'a link to itself': () => 'loop',
  'a device': () => '/dev/zero',
};

const inside: Readonly<Record<string, (name: string, tree: Tree) => string>> = {
  'its name': (name) => name,
  'an absolute path': (name, { cwd }) => join(cwd, name),
  'dots that stay': (name) => `./below/../${name}`,
  'links that lead back': (name) => `linked/back/${name}`,
};

async function named(key: string, path: string, { cwd }: Tree, { isTokenNamed = false, base = remote } = {}) {
  const isToken = key === 'accessTokenFile';
  const found = { [nameOf(key)]: path, ...(isToken || isTokenNamed ? {} : token) };
  const pair: Variables =
    key === 'clientKeyFile'
      ? { [nameOf('clientCertFile')]: 'client.pem' }
      : key === 'clientCertFile'
        ? { [nameOf('clientKeyFile')]: 'client.key' }
        : {};
  writeFileSync(join(cwd, '.env'), envText({ ...found, ...pair }));
  const environment = { ...base, ...ids, ...(isTokenNamed && !isToken ? token : {}) };
  return inspectSettings({ contract, flags: {}, environment, cwd, reporters: ['json'] });
}

describe.each(paths)('a path in a file that nobody named: %s', (name) => {
  const right = expectedOf(name)[1];

  test.each(sampleOf(Object.entries(elsewhere)))('%s is refused and not read', async (_, write) => {
    const around = tree();
    const loopback = { CONFORMANCE_BASE_URL: 'http://localhost:1' };
    for (const more of [
      {},
      { isTokenNamed: true },
      { base: loopback },
      { isTokenNamed: true, base: loopback },
    ]) {
      const path = write(right, around);
      const { untrusted, values } = await named(name, path, around, more);
      expect(untrusted[0]?.places).toContainEqual(
        `.env, line 1: ${nameOf(name)}=${path} (leads out of this folder)`,
      );
      expect(values).not.toHaveProperty(name);
    }
  });

  test.each(Object.entries(inside))('%s is taken', async (_, write) => {
    const around = tree();
    const { problems } = await named(name, write(right, around), around);
    expect(problems).toEqual([]);
  });
});

describe('the file itself', () => {
  test('a link that leads out of the folder is refused, whatever it holds, unless it is named', async () => {
    const { cwd, outside } = tree();
    writeFileSync(join(outside, 'staging.env'), envText({ ...remote, ...ids, ...token }));
    symlinkSync('../outside/staging.env', join(cwd, '.env'));
    const inspect = (flags: Record<string, string>) =>
      inspectSettings({ contract, flags, environment: {}, cwd, reporters: [] });
    const { problems, values } = await inspect({});
    expect(problems[0]).toMatchObject({ setting: '.env', example: '--env-file .env' });
    expect(values).not.toHaveProperty('baseUrl');
    expect((await inspect({ envFile: '.env' })).problems).toEqual([]);
  });

  test('a link that stays in the folder is read, a dead one is none', async () => {
    const { cwd } = tree();
    writeFileSync(join(cwd, 'below/staging.env'), envText({ ...remote, ...ids, ...token }));
    symlinkSync('below/staging.env', join(cwd, '.env'));
    expect(
      (await inspectSettings({ contract, flags: {}, environment: {}, cwd, reporters: [] })).problems,
    ).toEqual([]);
    const other = folderWith({});
    symlinkSync('none', join(other, '.env'));
    const inspect = { contract, flags: {}, environment: {}, cwd: other, reporters: [] };
    const { problems } = await inspectSettings(inspect);
    expect(problems.filter(({ setting }) => setting.endsWith('.env'))).toEqual([]);
  });
});
