import { mkdirSync, readFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test, vi } from 'vitest';
import schema from '../../schemas/suite/waivers.schema.json' with { type: 'json' };
import { brokenWaivers, settingsCases, soundWaivers, type World } from '../cases/settings.ts';
import { conformance, folderWith, root } from '../support/cli.ts';
import { goodToken, startService } from '../support/service.ts';
import { contract, definitions, inspectSettings, loadSettings } from '../support/subject.ts';

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
const reporters = ['terminal', 'json', 'junit'];

async function loaded({ env = {}, flags = {}, files = {}, folders = [], isFound, now }: World) {
  const cwd = folderWith(files);
  for (const folder of folders) mkdirSync(join(cwd, folder));
  const base = flags['reference'] === true ? {} : complete;
  const given = Object.entries({ ...base, ...env }).map(([name, text]) => [variable(name), text]);
  const isNamed = files['.env'] !== undefined && isFound === undefined;
  const input = {
    ...{ cwd, reporters, environment: Object.fromEntries(given) },
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

/** Settings of operations, which are among the values. */
const operations = contract.operations.flatMap(({ settings = {} }) => Object.keys(settings));

/** Members that are not what they are without the change. */
function differing(of: object, from: object): readonly string[] {
  const before = new Map(Object.entries(from).map(([name, value]) => [name, JSON.stringify(value)]));
  return Object.entries(of).flatMap(([name, value]) => {
    const text = JSON.stringify(value);
    const isSame = text === before.get(name)?.replaceAll(usual.cwd, 'FOLDER');
    return isSame || name === 'variables' || operations.includes(name)
      ? []
      : [`= ${name}: ${text?.slice(0, 300).replaceAll(/-----BEGIN[^"]*/g, 'PEM')}`];
  });
}

type Inspection = (typeof usual)['inspection'];

const shown = ({ sources }: Inspection): readonly string[] =>
  sources.flatMap(({ setting, value, source: { kind, name } }) =>
    kind === 'default' || value?.startsWith('(refused') || setting === '--env-file'
      ? []
      : [`${setting} ${value?.slice(0, 80)} <- ${kind}${name === setting ? '' : ` ${name}`}`],
  );

/** What becomes of one, as it is told of all that are alike. */
async function written(world: World): Promise<readonly string[]> {
  const { result, inspection, cwd } = await loaded(world);
  const plain = (text: string) => text.replaceAll(cwd, 'FOLDER');
  const unread = result.unread === null ? [] : [plain(`unread: ${result.unread}`)];
  if (result.settings !== null) {
    const isUsual = new Set(shown(usual.inspection));
    const settings = JSON.parse(plain(JSON.stringify(result.settings)));
    const values = differing(settings, usual.result.settings ?? {});
    const all = [
      ...shown(inspection)
        .filter((line) => !isUsual.has(line))
        .map(plain),
      ...values,
      ...unread,
    ];
    const line = all.join('; ') || 'as without it';
    return line.length < 200 ? [line] : all;
  }
  const { repeated = '' } = world;
  return result.problems.flatMap(({ setting, message, example, remedies = [] }) => {
    const words = plain(`! ${setting} ${message}`);
    const more = example === '' || ownExamples.has(example) ? [] : [`  ${plain(example)}`];
    const all = [words, ...more, ...remedies.map((one) => `  ${one}`), ...unread];
    return repeated.length < 3 ? all : all.map((line) => line.replaceAll(repeated, '…'));
  });
}

const { entries, wording } = definitions;
const ownExamples = new Set(entries.map(([key]) => wording.example(key)));
const secretNames = new Set(
  entries.flatMap(([, { env, secret }]) => (secret === true && env !== null ? [env] : [])),
);
const labels = new Set(entries.map(([key]) => wording.label(key)));

describe.each(Object.entries(settingsCases))('%s', (_, worlds) => {
  test.each(Object.entries(worlds))('%s', async (_, world) => {
    const { result, inspection } = await loaded(world);
    expect(inspection.problems).toEqual(result.problems);
    expect(JSON.stringify(inspection.problems)).not.toMatch(/token-of-|hidden/);
    if (result.settings !== null) expect(JSON.stringify(inspection.sources)).not.toMatch(/token-of-|hidden/);
    // What an operator's commands are told of the settings is no secret, and nothing that nobody has set.
    const told = Object.entries(result.settings?.reference === false ? result.settings.variables : {});
    expect(told.filter(([name, text]) => secretNames.has(name) || text === '')).toEqual([]);
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

describe('what becomes of each, in words', () => {
  test.each(Object.entries(settingsCases))('%s', async (group, worlds) => {
    const alike = new Map<string, string[]>();
    for (const [name, world] of Object.entries(worlds)) {
      const text = (await written(world)).join('\n  ');
      alike.set(text, [...(alike.get(text) ?? []), name]);
    }
    const lines = [...alike].map(
      ([text, names]) => `${names.join(' | ')}${text.includes('\n') ? '\n  ' : ' '}${text}`,
    );
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`../cases/golden/settings/${group}.txt`);
  });
});

describe('the schema of waivers says the same', () => {
  const validates = new Ajv2020({ strict: true, allErrors: true }).compile(schema);
  test.each(soundWaivers)('sound: %s', (text) => expect(validates(JSON.parse(text))).toBe(true));
  test.each(brokenWaivers)('broken: %s', (text) => expect(validates(JSON.parse(text))).toBe(false));
});

describe('the settings that there are', () => {
  test('.env.example has each that an environment may have, with an example that is accepted', async () => {
    const text = readFileSync(join(root, '.env.example'), 'utf8');
    const shownThere = [
      ...text.matchAll(/^# .*\. Example: (?<example>.*)\n(?<name>\w+)=$/gm),
      ...text.matchAll(/^# .*\.\n# (?<name>\w+)=(?<example>.+)$/gm),
    ].map(({ groups = {} }) => groups);
    const names = entries.flatMap(([, { env }]) => env ?? []);
    expect(shownThere.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
    expect(text.match(/^(?:# )?\w+=/gm)).toHaveLength(names.length);
    for (const { example = '', name = '' } of shownThere) {
      const { inspection } = await loaded({
        env: { HISTORY: 'runs', [name.replace('CONFORMANCE_', '')]: example },
      });
      const own = inspection.problems.filter(({ setting }) => setting.startsWith(name));
      const beyond = /which does not exist|contradicts|the host of the base URL|needs it/;
      expect(own.filter(({ message }) => !beyond.test(message))).toEqual([]);
    }
  });

  test('a file gives each as the environment does', async () => {
    for (const [key, { env, example = 'x' }] of entries) {
      if (env === null) continue;
      const name = env.replace('CONFORMANCE_', '');
      const textOf = async (given: string, files: Readonly<Record<string, string>> = {}) => {
        const { inspection } = await loaded({ env: { ACCESS_TOKEN: '', [name]: given }, files });
        return inspection.given.get(key)?.text;
      };
      const text = await textOf(example);
      expect(text, env).toBeDefined();
      expect(await textOf('', { '.env': `${env}="${example}"` }), env).toBe(text);
    }
  });

  test('.env.example can be looked over: 120 lines, what a run needs first, one line of comment each', () => {
    const lines = readFileSync(join(root, '.env.example'), 'utf8').trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(120);
    expect(lines.findLastIndex((line) => /^CONFORMANCE_/.test(line))).toBeLessThanOrEqual(17);
    expect(lines.filter((line) => line.length > 150)).toEqual([]);
  });

  test('no flag takes a secret', () => {
    const secrets = entries.filter(([, { secret }]) => secret === true);
    expect(secrets.length).toBeGreaterThan(3);
    expect(secrets.filter(([, { flag }]) => flag !== null)).toEqual([]);
  });

  const own = ' \r\n{ "businessDataTypeId": "type-1",\t"name": "a\\u0062 é", "action": {"amount": 3.0} }\n\n';

  test.each([
    ['as they are', own, '', own],
    ['as they are, though the data type is set as well', own, 'type-1', own],
    [
      'with the data type before them',
      '{ "name": "x" }',
      'type-1',
      '{"businessDataTypeId":"type-1", "name": "x" }',
    ],
    ['with the data type alone', ' { }', 'type-1', ' {"businessDataTypeId":"type-1" }'],
  ])('the bytes of a transformer file are sent %s', async (_, text, type, sent) => {
    await using service = await startService();
    const target = ['--base-url', service.baseUrl, '--entity-id', 'e-1', '--transformer-file', 'body.json'];
    await conformance(['run', ...target], {
      cwd: folderWith({ 'body.json': text }),
      env: { CONFORMANCE_ACCESS_TOKEN: goodToken, CONFORMANCE_BUSINESS_DATA_TYPE_ID: type },
    });
    const puts = service.calls.filter(({ method }) => method === 'PUT');
    expect(new Set(puts.map(({ body }) => body))).toEqual(new Set([sent]));
  });
});
