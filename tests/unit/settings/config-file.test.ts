import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { configName, readConfigFile } from '../../../src/settings/config-file.ts';
import { folderWith } from '../../support/cli.ts';

/** The structure of a file of targets, and where it is found. */

const least = '{"targets": {"staging": {}}}';

async function read(text: string) {
  return readConfigFile(folderWith({ [configName]: text }), undefined);
}

async function problemsOf(text: string) {
  const result = await read(text);
  return result.ok ? [] : result.problems.map(({ setting, message }) => `${setting} ${message}`);
}

test('is read with comments, commas at ends and a schema for editors; lines are those of the file', async () => {
  const result = await read(`// everybody's
{
  "$schema": "./schema.json", /* for
  editors */
  "defaults": { "timeoutMs": 5000, },
  "targets": {
    "staging": { "baseUrl": "https://staging.example.com//api" }, // not a comment: //api
    "partner": {},
  },
}
`);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  const { file } = result;
  expect([...file.targets.keys()]).toEqual(['staging', 'partner']);
  expect([...file.defaults.keys()]).toEqual(['timeoutMs']);
  const node = file.targets.get('staging')?.get('baseUrl');
  expect(node).toMatchObject({ value: 'https://staging.example.com//api' });
  expect(node && file.lineOf(node)).toBe(7);
});

test('too many targets are refused by their number alone; of so many names none is compared with all others', async () => {
  const targets = (count: number) =>
    JSON.stringify({ targets: Object.fromEntries(Array.from({ length: count }, (_, at) => [`t${at}`, {}])) });
  expect(await problemsOf(targets(1_000))).toEqual([]);
  expect(await problemsOf(targets(50_000))).toEqual([
    expect.stringMatching(/line 1, has 50000 targets, more than 1000: divide them among several files/),
  ]);
});

describe('is refused, with its line', () => {
  test.each([
    ['{"targets": {"staging": {}}', /line 1 is not JSON/],
    ['{"targets": /* never ends', /line 1 is not JSON/],
    ['[]', /line 1, has to be an object/],
    ['{}', /needs an object with targets/],
    ['{"targets": []}', /needs an object with targets/],
    ['{\n"targets": {"a": 1}}', /line 2, needs an object of settings for targets\.a/],
    ['{"targets": {"a": {}}, "defaults": null}', /needs an object of settings for defaults/],
    [
      '{"targets": {"a": {}},\n"default": {}}',
      /line 2, has an unknown member "default"; the nearest one is defaults/,
    ],
    ['{"targets": {"a": {}, "a": {}}}', /has targets\.a twice/],
    ['{"targets": {"a": {"out": "x", "out": "y"}}}', /has targets\.a\.out twice/],
    ['{"targets": {"../etc": {}}}', /has a target with the name "\.\.\/etc"/],
    ['{"targets": {"": {}}}', /has a target with the name ""/],
    ['{"targets": {"index.html": {}}}', /has a target with the name "index\.html"/],
    [`{"targets": {"${'a'.repeat(65)}": {}}}`, /at most 64 letters/],
    ['{"targets": {"Staging": {}, "staging": {}}}', /has the targets Staging and staging/],
    ['{"targets": {"__proto__": {}}}', /has a target with the name "__proto__"/],
    [`${'['.repeat(40)}`, /deep|not JSON/],
  ])('%s', async (text, message) =>
    expect(await problemsOf(text)).toContainEqual(expect.stringMatching(message)),
  );

  test('bytes that are no text, and a file that is too large', async () => {
    const folder = folderWith({ [configName]: Buffer.from([0x7b, 0xff]) });
    expect(await readConfigFile(folder, undefined)).toMatchObject({ ok: false });
    expect(await problemsOf(`{"targets": {"a": {}}}${' '.repeat(1_100_000)}`)).toContainEqual(
      expect.stringContaining('holds more than 1048576 bytes'),
    );
  });
});

describe('is looked for', () => {
  test('from the working folder upwards, the nearest first, and no further than the repository', async () => {
    const top = folderWith({ [configName]: least });
    const below = join(top, 'a/b');
    mkdirSync(below, { recursive: true });
    const pathFrom = async (folder: string) => {
      const result = await readConfigFile(folder, undefined);
      return result.ok ? result.file.path : null;
    };
    expect(await pathFrom(below)).toBe(join(top, configName));
    writeFileSync(join(top, 'a', configName), least);
    expect(await pathFrom(below)).toBe(join(top, 'a', configName));
    mkdirSync(join(below, '.git'));
    expect(await readConfigFile(below, undefined)).toMatchObject({
      ok: false,
      problems: [{ setting: configName, message: expect.stringContaining(`was not found in ${below}`) }],
    });
  });

  test('a link out of its folder is refused unless it is named', async () => {
    const [outside, folder] = [folderWith({ 'elsewhere.json': least }), folderWith({})];
    symlinkSync(join(outside, 'elsewhere.json'), join(folder, configName));
    expect(await readConfigFile(folder, undefined)).toMatchObject({
      ok: false,
      problems: [{ message: expect.stringContaining('read only if you pass it with --config') }],
    });
    expect(await readConfigFile(folder, configName)).toMatchObject({ ok: true, file: { named: true } });
  });

  test('one that is named has to be there', async () =>
    expect(await readConfigFile(folderWith({}), 'none.json')).toMatchObject({
      ok: false,
      problems: [{ setting: '--config', message: expect.stringContaining('does not exist') }],
    }));
});
