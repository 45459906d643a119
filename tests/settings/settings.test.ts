import { mkdirSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test, vi } from 'vitest';
import schema from '../../schemas/suite/waivers.schema.json' with { type: 'json' };
import { brokenWaivers, settingsCases, soundWaivers, type World } from '../cases/settings.ts';
import { folderWith } from '../support/cli.ts';
import { contract, inspectSettings, loadSettings, settingsOf } from '../support/subject.ts';

/** Everything that can be given, by whom: what becomes of it, or what is said. The texts are in the golden file. */

const token = 'token-of-the-environment';
const complete = {
  BASE_URL: 'https://staging.example.com/api',
  ALLOW_WRITES_TO: 'staging.example.com',
  ACCESS_TOKEN: token,
  ENTITY_ID: 'entity-1',
  BUSINESS_DATA_TYPE_ID: 'type-1',
};

const variable = (name: string) => (/_proxy$/i.test(name) ? name : `CONFORMANCE_${name}`);
const reporters = ['terminal', 'json'];

async function loaded({ env = {}, flags = {}, files = {}, folders = [], isFound, now }: World) {
  const cwd = folderWith(files);
  for (const folder of folders) mkdirSync(join(cwd, folder));
  const base = flags['reference'] === true ? {} : complete;
  const given = Object.entries({ ...base, ...env }).map(([name, text]) => [variable(name), text]);
  const isNamed = files['.env'] !== undefined && isFound === undefined;
  const input = {
    ...{ contract, cwd, reporters, environment: Object.fromEntries(given) },
    flags: { ...(isNamed ? { envFile: '.env' } : {}), ...flags },
    ...(now === undefined ? {} : { now: new Date(now) }),
  };
  const connect = vi.spyOn(Socket.prototype, 'connect');
  const [result, inspection] = [await loadSettings(input), await inspectSettings(input)];
  expect(connect).not.toHaveBeenCalled();
  connect.mockRestore();
  return { result, inspection, cwd };
}

const usual = await loaded({});

/** Members that are not what they are without the change. */
function differing(of: object, from: object): readonly string[] {
  const before = new Map(Object.entries(from).map(([name, value]) => [name, JSON.stringify(value)]));
  return Object.entries(of).flatMap(([name, value]) => {
    const text = JSON.stringify(value);
    const isSame = text === before.get(name)?.replaceAll(usual.cwd, 'FOLDER');
    return isSame || name === 'variables'
      ? []
      : [`  = ${name}: ${text?.slice(0, 300).replaceAll(/-----BEGIN[^"]*/g, 'PEM')}`];
  });
}

type Inspection = (typeof usual)['inspection'];

const shown = ({ sources }: Inspection): readonly string[] =>
  sources.flatMap(({ setting, value, source: { kind, name } }) =>
    kind === 'default' || value?.startsWith('(refused') || setting === '--env-file'
      ? []
      : [`  ${setting} ${value?.slice(0, 80)} <- ${kind} ${name}`],
  );

async function written(world: World): Promise<string> {
  const { result, inspection, cwd } = await loaded(world);
  const unread = result.unread === null ? [] : [`  unread: ${result.unread}`];
  const isUsual = new Set(shown(usual.inspection));
  const sources = shown(inspection).filter((line) => !isUsual.has(line));
  if (!result.ok) {
    const problems = result.problems.map(({ setting, message, example, remedies = [] }) =>
      [
        `  ! ${setting} ${message}`,
        ...(example === '' || ownExamples.has(example) ? [] : [`    ${example}`]),
        ...remedies.map((one) => `    ${one}`),
      ].join('\n'),
    );
    return [...problems, ...unread].join('\n').replaceAll(cwd, 'FOLDER');
  }
  const settings = JSON.parse(JSON.stringify(result.settings).replaceAll(cwd, 'FOLDER'));
  const values = differing(settings, usual.result.ok ? usual.result.settings : {});
  return [...sources, ...values, ...unread].join('\n').replaceAll(cwd, 'FOLDER') || '  as without it';
}

const { entries, wording } = settingsOf(contract);
const ownExamples = new Set(entries.map(([key]) => wording.example(key)));
const labels = new Set(entries.map(([key]) => wording.label(key)));

describe.each(Object.entries(settingsCases))('%s', (_, worlds) => {
  test.each(Object.entries(worlds))('%s', async (_, world) => {
    const { result, inspection } = await loaded(world);
    expect(inspection.problems).toEqual(result.ok ? [] : result.problems);
    expect(JSON.stringify(inspection.problems)).not.toMatch(/token-of-|hidden/);
    if (result.ok) expect(JSON.stringify(inspection.sources)).not.toMatch(/token-of-|hidden/);
    for (const { key, setting, message, example } of inspection.problems) {
      expect(setting).not.toBe('');
      if (key === undefined) continue;
      expect(labels).toContain(setting);
      expect(message.length).toBeGreaterThan(5);
      const source = inspection.given.get(key)?.source;
      if (source?.kind === 'environment' && /^(?:in|on|from) /.test(message))
        expect(message).toContain('environment');
      if (source?.kind === 'flag' && /^(?:in|on|from) /.test(message))
        expect(message).toContain('command line');
      expect(example).toMatch(/^(?:--|[A-Za-z_]+=|either ).+/);
    }
  });
});

test('what becomes of each, in words', async () => {
  const texts: string[] = [];
  for (const [group, worlds] of Object.entries(settingsCases))
    for (const [name, world] of Object.entries(worlds))
      texts.push(`# ${group}: ${name}\n${await written(world)}\n`);
  await expect(texts.join('\n')).toMatchFileSnapshot('../cases/golden/settings.txt');
});

describe('the schema of waivers says the same', () => {
  const validates = new Ajv2020({ strict: true, allErrors: true }).compile(schema);
  test.each(soundWaivers)('sound: %s', (text) => expect(validates(JSON.parse(text))).toBe(true));
  test.each(brokenWaivers)('broken: %s', (text) => expect(validates(JSON.parse(text))).toBe(false));
});
