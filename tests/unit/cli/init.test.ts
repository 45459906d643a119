import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { init } from '../../../src/cli/setup/init.ts';
import { Cancelled, UsageError } from '../../../src/output/exit.ts';
import { authority } from '../../support/certificates.ts';
import { temporaryFolder } from '../../support/cli.ts';
import { contract } from '../../support/engine.ts';
import { fakeIo } from '../../support/io.ts';
import { type ScriptedService, startService } from '../../support/service.ts';
import { loadSettings } from '../../support/subject.ts';
import { startTlsFront } from '../../support/tls-front.ts';
import { type Answer, type Scripted, scripted } from './answers.ts';

/** The interview, with answers in place of somebody at a terminal. */

let cwd = '';
let service: ScriptedService;
beforeEach(async () => {
  cwd = temporaryFolder();
  writeFileSync(join(cwd, 'token'), 'a-token-that-will-do\n', { mode: 0o600 });
  service = await startService();
});
afterEach(async () => {
  expect(service.calls).toEqual([]);
  await service.close();
});

interface Start {
  readonly flags?: Readonly<Record<string, string | boolean>>;
  readonly environment?: Readonly<Record<string, string>>;
}

async function answered(answers: readonly Answer[], { flags = {}, environment = {} }: Start = {}) {
  const io = fakeIo({ interactive: true });
  const prompts: Scripted = scripted(answers);
  const code = await init({ flags, environment, cwd, io }, flags, async () => prompts);
  expect(prompts.left()).toEqual([]);
  return { code, prompts, printed: io.printed(), errors: io.errors() };
}

const dotenv = () => readFileSync(join(cwd, '.env'), 'utf8');

const entity: Answer = ['Id of the entity', 'entity-1'];
const dataType: Answer = ['Id of a business data type', 'bdt-1'];
const rule: readonly Answer[] = [
  ['Which automation rule', 'automationRuleId'],
  ['Its id', 'rule-1'],
];
const file: readonly Answer[] = [
  ['Where is the access token stored?', 'accessTokenFile'],
  ['The file', 'token'],
];

describe('the interview', () => {
  test('asks seven questions for a service on this machine', async () => {
    const { code, printed } = await answered([
      ['Base URL', service.baseUrl],
      entity,
      dataType,
      ...rule,
      ...file,
    ]);
    expect(code).toBe(0);
    expect(printed).toContain('delete-authorised');
    expect(dotenv()).toContain(`CONFORMANCE_BASE_URL=${service.baseUrl}\n`);
  });

  test('elsewhere the host has to be confirmed, and is written down; http: has to be allowed', async () => {
    const { code, prompts } = await answered(
      [
        ['Base URL', 'http://nowhere.invalid:81/api'],
        ['May runs write to nowhere.invalid:81, and delete there?', true],
        ['http: sends the token unencrypted', true],
        entity,
        dataType,
        ...rule,
        ...file,
      ],
      { environment: { CONFORMANCE_TIMEOUT_MS: '2000' } },
    );
    expect(code).toBe(3);
    expect(prompts.initials.get('May runs write to nowhere.invalid:81, and delete there?')).toBe(false);
    expect(dotenv()).toContain(
      '\nCONFORMANCE_ALLOW_WRITES_TO=nowhere.invalid:81\nCONFORMANCE_ALLOW_HTTP=true\n',
    );
  });

  test.each([
    { says: /without permission to write/, answers: [['May runs write to', false]] },
    {
      says: /enter a base URL with https:/,
      answers: [
        ['May runs write to', true],
        ['http: sends', false],
      ],
    },
  ] as const)('no leave: $says, and nothing is written', async ({ says, answers }) => {
    const start = answered([['Base URL', 'http://nowhere.invalid'], ...answers]);
    await expect(start).rejects.toThrow(UsageError);
    await expect(start).rejects.toThrow(says);
    expect(existsSync(join(cwd, '.env'))).toBe(false);
  });

  test('refuses what the configuration refuses, in its words', async () => {
    const { prompts } = await answered([
      ['Base URL', '', 'staging', service.baseUrl],
      ['Id of the entity', '', 'a b', 'entity-1'],
      ['Id of a business data type', '', 'bdt-1'],
      ['Which automation rule', 'automationRuleId'],
      ['Its id', '', '..', 'r,r', 'rule-1'],
      ['Where is the access token stored?', 'accessTokenFile'],
      ['The file', '', 'none', 'token'],
    ]);
    const { problems } = (await loadSettings({
      contract,
      flags: {},
      environment: {},
      cwd: tmpdir(),
      reporters: [],
    })) as {
      problems: readonly { message: string }[];
    };
    for (const { message } of problems.filter(({ message }) => !message.includes('TOKEN')))
      expect(prompts.complaints.join('\n')).toContain(message);
    expect(prompts.complaints).toHaveLength(10);
  });

  test('a command, for rules and for the token: never run', async () => {
    const { code, printed } = await answered([
      ['Base URL', service.baseUrl],
      entity,
      dataType,
      ['Which automation rule', 'ruleCommand'],
      ['The command that creates a rule', 'touch made && echo "it\'s"'],
      ['Where is the access token stored?', 'accessTokenCommand'],
      ['The command', 'touch made'],
    ]);
    expect(code).toBe(0);
    expect(printed).toContain('conformance run\n');
    expect(existsSync(join(cwd, 'made'))).toBe(false);
    const loaded = await loadSettings({
      contract,
      flags: { envFile: '.env' },
      environment: {},
      cwd,
      reporters: [],
    });
    expect(loaded).toMatchObject({
      ok: true,
      settings: {
        values: { ruleCommand: 'touch made && echo "it\'s"' },
        token: { kind: 'command', command: 'touch made' },
      },
    });
  });

  test('no rule yet, and the token is added to the file', async () => {
    const { code, printed } = await answered([
      ['Base URL', service.baseUrl],
      entity,
      dataType,
      ['Which automation rule', 'none'],
      ['Where is the access token stored?', 'none'],
    ]);
    expect(code).toBe(0);
    expect(dotenv()).not.toContain('TOKEN');
    expect(printed.replaceAll(/\s+/g, ' ')).toMatch(
      /Add the line CONFORMANCE_ACCESS_TOKEN=… with the token to \.env\. Next: conformance run $/,
    );
  });

  test('a certificate of an unknown authority: its file is asked for, and written down', async () => {
    await using front = await startTlsFront(service.baseUrl, authority.server);
    writeFileSync(join(cwd, 'authority.pem'), authority.ca);
    const before: readonly Answer[] = [
      ['Base URL', `https://127.0.0.1:${front.port}`],
      entity,
      dataType,
      ...rule,
      ...file,
    ];
    const certificate = "File with that authority's certificate";
    const later = await answered([...before, [certificate, '']]);
    expect(later.code).toBe(3);
    expect(later.prompts.told.at(-1)).toContain('issued by CN=test authority');
    rmSync(join(cwd, '.env'));
    const { code, prompts } = await answered([...before, [certificate, 'token', 'authority.pem']]);
    expect(code).toBe(0);
    expect(prompts.complaints.at(-1)).toMatch(
      /CONFORMANCE_CA_FILE is set to .*token, which holds no certificate/,
    );
    expect(dotenv()).toContain('\nCONFORMANCE_CA_FILE=authority.pem\n');
  });

  test('what flags and the environment give is told and not asked', async () => {
    const { code, prompts } = await answered([dataType], {
      flags: { baseUrl: service.baseUrl, automationRuleId: 'rule-1' },
      environment: { CONFORMANCE_ENTITY_ID: 'entity-1', CONFORMANCE_ACCESS_TOKEN: 'a-token-that-will-do' },
    });
    expect(code).toBe(0);
    expect(prompts.told).toEqual([
      expect.stringContaining('Nothing is written'),
      `CONFORMANCE_BASE_URL = ${service.baseUrl}, from --base-url`,
      'CONFORMANCE_ENTITY_ID = entity-1, from the environment',
      'CONFORMANCE_AUTOMATION_RULE_ID = rule-1, from --automation-rule-id',
      'CONFORMANCE_ACCESS_TOKEN, from the environment',
    ]);
    expect(dotenv()).not.toContain('ENTITY_ID');
  });

  test('whoever leaves has written nothing', async () => {
    const io = fakeIo({ interactive: true });
    const leaving = scripted([['Base URL', service.baseUrl]]);
    const prompts = { ...leaving, text: () => Promise.reject(new Cancelled()) };
    await expect(init({ flags: {}, environment: {}, cwd, io }, {}, async () => prompts)).rejects.toThrow(
      Cancelled,
    );
    expect(existsSync(join(cwd, '.env'))).toBe(false);
  });
});

describe('a .env that is there', () => {
  const given = () =>
    `KEEP=1\nCONFORMANCE_BASE_URL=${service.baseUrl}\nCONFORMANCE_ENTITY_ID=entity-1\nCONFORMANCE_ACCESS_TOKEN=old-token-here\n`;

  beforeEach(() => writeFileSync(join(cwd, '.env'), given(), { mode: 0o600 }));

  test('what it gives is told, without secrets; what it lacks is asked and printed, and it is not edited', async () => {
    const { code, prompts, printed } = await answered([dataType, ...rule]);
    expect(code).toBe(0);
    expect(prompts.told).toContain(`CONFORMANCE_ENTITY_ID = entity-1, from ${join(cwd, '.env')}`);
    expect(prompts.told).toContain(`CONFORMANCE_ACCESS_TOKEN, from ${join(cwd, '.env')}`);
    expect(printed).toMatch(
      /^\.env exists, .*:\n\nCONFORMANCE_BUSINESS_DATA_TYPE_ID=bdt-1\nCONFORMANCE_AUTOMATION_RULE_ID=rule-1\n\n/,
    );
    expect([...prompts.told, printed].join()).not.toContain('old-token-here');
    expect(dotenv()).toBe(given());
  });

  test('a problem that no reply fixes is named before the first question', async () => {
    writeFileSync(join(cwd, '.env'), 'CONFORMANCE_REPEAT=0\nCONFORMANCE_ENTITIY_ID=x\n');
    await expect(answered([])).rejects.toThrow(
      /2 problems .*CONFORMANCE_ENTITIY_ID in .*\.env is not a setting.*CONFORMANCE_REPEAT/s,
    );
  });
});
