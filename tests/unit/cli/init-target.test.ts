import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { init } from '../../../src/cli/setup/init.ts';
import { configName, readConfigFile } from '../../../src/settings/config-file.ts';
import { configProblems } from '../../../src/settings/from-config.ts';
import { inspectSettings } from '../../../src/settings/index.ts';
import { temporaryFolder } from '../../support/cli.ts';
import { contract } from '../../support/engine.ts';
import { fakeIo } from '../../support/io.ts';
import { type ScriptedService, startService } from '../../support/service.ts';
import { type Answer, scripted } from './answers.ts';

/** `init --target`: a file of targets instead of a `.env`. */

let cwd = '';
let service: ScriptedService;
beforeEach(async () => {
  cwd = temporaryFolder();
  writeFileSync(join(cwd, 'token.txt'), 'a-token-that-will-do\n', { mode: 0o600 });
  service = await startService();
});
afterEach(async () => {
  expect(service.calls).toEqual([]);
  await service.close();
});

type Flags = Readonly<Record<string, string | boolean>>;

async function begun(
  flags: Flags,
  { answers = null as readonly Answer[] | null, environment = {}, below = '' } = {},
) {
  const io = fakeIo({ interactive: answers !== null });
  const prompts = scripted(answers ?? []);
  const code = await init({ flags, environment, cwd: join(cwd, below), io }, flags, async () => prompts);
  expect(prompts.left()).toEqual([]);
  return { code, printed: io.printed(), errors: io.errors() };
}

const here = () => ({
  target: 'staging',
  baseUrl: service.baseUrl,
  entityId: '00123',
  businessDataTypeId: 'b',
  yes: true,
});

/** What a run reads of the target. */
async function read(config?: string, environment = {}) {
  const result = await readConfigFile(cwd, config);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  expect(configProblems(result.file, contract)).toEqual([]);
  const target = { file: result.file, name: 'staging', flags: 'ids' } as const;
  return inspectSettings({ contract, flags: {}, environment, cwd, reporters: [], target });
}

describe('a new file', () => {
  test('from flags: it is read back as it was meant, and holds no secret', async () => {
    const { code, printed, errors } = await begun({
      ...here(),
      automationRuleId: 'r-1,r-2',
      tokenFile: 'token.txt',
    });
    expect(code).toBe(0);
    expect(errors).toContain(`Added the target staging to ${configName}\n`);
    expect(printed).toMatch(/\n {2}conformance run --target staging\n$/);
    const { problems, values } = await read();
    expect(problems).toEqual([]);
    expect(values).toMatchObject({ entityId: '00123', automationRuleId: ['r-1', 'r-2'] });
    expect(values.baseUrl?.url).toBe(service.baseUrl);
    expect(readFileSync(join(cwd, configName), 'utf8')).not.toContain('a-token-that-will-do');
    expect(existsSync(join(cwd, '.env'))).toBe(false);
  });

  test('from responses, the token in a variable of its own', async () => {
    const answers: readonly Answer[] = [
      ['Base URL', service.baseUrl],
      ['Id of the entity', 'entity-1'],
      ['Id of a business data type', 'bdt-1'],
      ['Which automation rule', 'none'],
      ['Where is the access token stored?', 'none'],
    ];
    const { printed } = await begun({ target: 'staging' }, { answers });
    expect(printed).toContain('  read -rs CONFORMANCE_SECRET_STAGING   # paste it, then Enter');
    const { problems } = await read(undefined, { CONFORMANCE_SECRET_STAGING: 'token-of-staging' });
    expect(problems).toEqual([]);
  });

  test('for a host elsewhere a run has to be told its name, and the printed command does', async () => {
    const baseUrl = 'https://no-such-host.invalid';
    const flags = { ...here(), baseUrl, allowWritesTo: 'no-such-host.invalid', tokenLater: true };
    const { code, printed } = await begun(flags);
    expect(code).toBe(3);
    expect(printed).toContain(`  conformance run --target staging --config ${configName}\n`);
    const environment = { CONFORMANCE_SECRET_STAGING: 'token-of-staging' };
    expect((await read(configName, environment)).problems).toEqual([]);
    expect((await read(undefined, environment)).untrusted).toHaveLength(1);
  });

  test('elsewhere: paths begin at the file', async () => {
    await begun({ ...here(), tokenFile: 'token.txt', config: `../${cwd.split('/').at(-1)}/named.json` });
    expect(readFileSync(join(cwd, 'named.json'), 'utf8')).toContain('"file": "token.txt"');
    expect((await read('named.json')).problems).toEqual([]);
  });
});

describe('a file that is there', () => {
  const before = `{
  // Ours.
  "defaults": { "entityId": "of-defaults", "timeoutMs": 1000 }, /* for all */
  "targets": {
    "other": { "baseUrl": "http://127.0.0.1:1" }, // the first one
    // the last comment
  },
}
`;

  test('gets one target more, then a third; everything else stays', async () => {
    writeFileSync(join(cwd, configName), before, { mode: 0o640 });
    const { entityId: _, ...flags } = here();
    const { errors, printed } = await begun({ ...flags, tokenCommand: 'cat t', ruleCommand: './rule.sh' });
    expect(errors).toContain(`Added the target staging to ${configName}\n`);
    const text = readFileSync(join(cwd, configName), 'utf8');
    const [head, tail] = before.split('    // the last comment\n') as [string, string];
    const lines = [
      '    "staging": {',
      `      "baseUrl": "${service.baseUrl}",`,
      '      "businessDataTypeId": "b",',
      '      "ruleCommand": "./rule.sh",',
      '      "accessToken": {',
      '        "command": "cat t"',
      '      }',
      '    },',
    ];
    expect(text).toBe(`${head}    // the last comment\n${lines.join('\n')}\n${tail}`);
    expect(statSync(join(cwd, configName)).mode & 0o777).toBe(0o640);
    expect(printed).toContain(`conformance run --target staging --config ${configName}\n`);
    expect((await read(configName)).values).toMatchObject({
      entityId: 'of-defaults',
      ruleCommand: './rule.sh',
    });
    await begun({ ...here(), target: 'third', tokenLater: true });
    expect(readFileSync(join(cwd, configName), 'utf8')).toContain('    },\n    "third": {\n      "baseUrl"');
    expect((await read(configName)).problems).toEqual([]);
  });

  test('above this folder is the one that a run reads', async () => {
    writeFileSync(join(cwd, configName), before);
    mkdirSync(join(cwd, 'below'));
    const { printed } = await begun({ ...here(), tokenLater: true }, { below: 'below' });
    expect(readFileSync(join(cwd, configName), 'utf8')).toContain('"staging"');
    expect(existsSync(join(cwd, 'below', configName))).toBe(false);
    expect(printed).toContain('conformance run --target staging\n');
  });

  test('whose defaults give the token: the target does not name another one', async () => {
    const text = '{"defaults": {"accessToken": {"env": "CONFORMANCE_SECRET_ALL"}}, "targets": {"other": {}}}';
    writeFileSync(join(cwd, configName), text);
    await begun(here(), { environment: { CONFORMANCE_SECRET_ALL: 'a-token-that-will-do' } });
    expect(readFileSync(join(cwd, configName), 'utf8')).not.toContain('CONFORMANCE_SECRET_STAGING');
  });

  test.each([
    ['{"targets": {"Staging": {}}}', /has a target Staging already, and init changes no target/],
    ['{"targets": {"other": {"baseURL": "http://127.0.0.1:1"}}}', /"baseURL", which is not a setting/],
    ['{"targets": ', /is not JSON/],
  ])('%s stays as it is', async (text, words) => {
    writeFileSync(join(cwd, configName), text);
    await expect(begun({ ...here(), tokenLater: true })).rejects.toThrow(words);
    expect(readFileSync(join(cwd, configName), 'utf8')).toBe(text);
  });
});

test('in a repository, git leaves out the token file and the reports', async () => {
  mkdirSync(join(cwd, '.git'));
  const { errors } = await begun({ ...here(), tokenFile: 'token.txt' });
  expect(errors).toContain(
    'Added the line token.txt to .gitignore\nAdded the line conformance-report/ to .gitignore\n',
  );
  expect(readFileSync(join(cwd, '.gitignore'), 'utf8')).toBe('token.txt\nconformance-report/\n');
});

test('what the environment gives for all targets is named, and not written', async () => {
  const environment = { CONFORMANCE_TIMEOUT_MS: '5000', CONFORMANCE_SECRET_STAGING: 'a-token-that-will-do' };
  const { errors } = await begun(here(), { environment });
  expect(errors).toContain('\nNot written, because already set in the environment: CONFORMANCE_TIMEOUT_MS\n');
  expect(readFileSync(join(cwd, configName), 'utf8')).not.toContain('timeoutMs');
});

test('an id that the form of the document excludes is warned of', async () => {
  const entityId = '01234567-89ab-cdef-0123-456789abcdef';
  const { code, printed } = await begun({ ...here(), entityId, tokenLater: true });
  expect(code).toBe(0);
  expect(printed).toMatch(
    /! form of ids +targets\.staging\.entityId is\s+01234567-89ab-cdef-0123-456789abcdef, but/,
  );
});

test('a service that is not there: the remedy names the member that was written', async () => {
  const { code, printed } = await begun({ ...here(), baseUrl: 'http://127.0.0.1:1', tokenLater: true });
  expect(code).toBe(3);
  expect(printed).toMatch(/check the port in\s+baseUrl of target staging/);
});

test('what is missing is named by its flag, as the file is not there yet', async () => {
  const error = await begun({ target: 'staging', yes: true, tokenLater: true }).catch(String);
  expect(error).toMatch(/ {2}--base-url is missing\. .* {2}--entity-id is missing\. /s);
  expect(error).toContain('for example: --entity-id 0123456789abcdef');
  expect(existsSync(join(cwd, configName))).toBe(false);
});

test.each<readonly [Flags, object, RegExp]>([
  [{ target: '../x' }, {}, /is not the name of a target/],
  [{ print: 'shell' }, {}, /--target and --print contradict each other/],
  [{ envFile: 'a.env' }, {}, /--target and --env-file contradict each other/],
  [{}, { CONFORMANCE_ENTITY_ID: 'e' }, /CONFORMANCE_ENTITY_ID \(in the environment\) is also set/],
  [{ tokenFile: 'none.txt' }, {}, /none\.txt, which does not exist/],
  [{ tokenFile: 'token.txt', tokenCommand: 'cat t' }, {}, /--token-file and --token-command contradict/],
  [
    { tokenFile: 'token.txt', ruleCommand: './r', automationRuleId: 'r-1' },
    {},
    /--rule-command \(CONFORMANCE_RULE_COMMAND\) contradicts CONFORMANCE_AUTOMATION_RULE_ID/,
  ],
])('is refused, and nothing is written: %j %j', async (flags, environment, words) => {
  await expect(
    begun({ ...here(), tokenLater: !('tokenFile' in flags), ...flags }, { environment }),
  ).rejects.toThrow(words);
  expect(existsSync(join(cwd, configName))).toBe(false);
});
