import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Cancelled, UsageError } from '../../../src/cli/exit.ts';
import { init } from '../../../src/cli/init.ts';
import { loadSettings } from '../../../src/config.ts';
import { contract } from '../../support/engine.ts';
import { type ScriptedService, startService } from '../../support/service.ts';
import { startTlsFront } from '../../support/tls-front.ts';
import { createAuthority } from '../target/certificates.ts';
import { type Answer, type Scripted, scripted } from './answers.ts';
import { fakeIo } from './io.ts';

/** The interview, with answers in place of somebody at a terminal. */

const authority = createAuthority();

let cwd = '';
let service: ScriptedService;
beforeEach(async () => {
  cwd = mkdtempSync(join(tmpdir(), 'init-'));
  writeFileSync(join(cwd, 'token'), 'a-token-that-will-do\n', { mode: 0o600 });
  service = await startService();
});
afterEach(async () => {
  expect(service.calls).toEqual([]);
  await service.close();
  rmSync(cwd, { recursive: true });
});

interface Start {
  readonly flags?: Readonly<Record<string, string | boolean>>;
  readonly environment?: Readonly<Record<string, string>>;
}

async function answered(answers: readonly Answer[], { flags = {}, environment = {} }: Start = {}) {
  const io = fakeIo({ interactive: true });
  const prompts: Scripted = scripted(answers);
  const code = await init({ flags, environment, cwd, io }, async () => prompts);
  expect(prompts.left()).toEqual([]);
  return { code, prompts, printed: io.printed(), errors: io.errors() };
}

const dotenv = () => readFileSync(join(cwd, '.env'), 'utf8');

const entity: Answer = ['Id of the entity', 'entity-1'];
const dataType: Answer = ['Id of a business data type', 'bdt-1'];
const rule: readonly Answer[] = [
  ['Which automation rule', 'ids'],
  ['Its id', 'rule-1'],
];
const file: readonly Answer[] = [
  ['Where does the access token live?', 'file'],
  ['The file', 'token'],
];
const intoFile: Answer = ['Where shall the settings go?', 'file'];

describe('the interview', () => {
  test('asks eight questions for a service on this machine', async () => {
    const { code, printed } = await answered([
      ['Base URL', service.baseUrl],
      entity,
      dataType,
      ...rule,
      ...file,
      intoFile,
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
        intoFile,
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
    { says: /without leave to write/, answers: [['May runs write to', false]] },
    {
      says: /give a base URL of https:/,
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
      ['Which automation rule', 'ids'],
      ['Its id', '', '..', 'r,r', 'rule-1'],
      ['Where does the access token live?', 'file'],
      ['The file', '', 'none', 'token'],
      intoFile,
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

  test('a command, for rules and for the token: never run, and the file has to be named', async () => {
    const { code, printed } = await answered([
      ['Base URL', service.baseUrl],
      entity,
      dataType,
      ['Which automation rule', 'command'],
      ['The command that makes a rule', 'touch made && echo "it\'s"'],
      ['Where does the access token live?', 'command'],
      ['The command', 'touch made'],
      intoFile,
    ]);
    expect(code).toBe(0);
    expect(printed).toContain('conformance run --env-file .env\n');
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
        rule: { kind: 'command', command: 'touch made && echo "it\'s"' },
        token: { kind: 'command', command: 'touch made' },
      },
    });
  });

  test('no rule yet, the token later, on the screen for GitHub', async () => {
    const { code, printed, errors } = await answered([
      ['Base URL', service.baseUrl],
      entity,
      dataType,
      ['Which automation rule', 'none'],
      ['Where does the access token live?', 'later'],
      ['Where shall the settings go?', 'github'],
    ]);
    expect(code).toBe(0);
    expect(existsSync(join(cwd, '.env'))).toBe(false);
    expect(printed).toMatch(/^# Secrets to add .*: CONFORMANCE_ACCESS_TOKEN\nenv:\n/);
    expect(printed).not.toContain('Nothing was sent');
    expect(errors).toMatch(/Give the settings to the job; it then\s+runs:\n\n {2}conformance run\n$/);
  });

  test('a certificate of an unknown authority: its file is asked for, and written down', async () => {
    const front = await startTlsFront(service.baseUrl, authority.server);
    writeFileSync(join(cwd, 'authority.pem'), authority.ca);
    const before: readonly Answer[] = [
      ['Base URL', `https://127.0.0.1:${front.port}`],
      entity,
      dataType,
      ...rule,
      ...file,
    ];
    const certificate = "File with that authority's certificate";
    const later = await answered([...before, [certificate, ''], ['Where shall the settings go?', 'gitlab']]);
    expect(later.code).toBe(3);
    expect(later.prompts.told.at(-1)).toContain('issued by CN=test authority');
    const { code, prompts } = await answered([...before, [certificate, 'token', 'authority.pem'], intoFile]);
    expect(code).toBe(0);
    expect(prompts.complaints.at(-1)).toMatch(
      /CONFORMANCE_CA_FILE names .*token, which holds no certificate/,
    );
    expect(dotenv()).toContain('\nCONFORMANCE_CA_FILE=authority.pem\n');
    await front.close();
  });

  test('what flags and the environment give is told and not asked', async () => {
    const { code, prompts } = await answered([dataType, intoFile], {
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
    await expect(init({ flags: {}, environment: {}, cwd, io }, async () => prompts)).rejects.toThrow(
      Cancelled,
    );
    expect(existsSync(join(cwd, '.env'))).toBe(false);
  });
});

describe('a .env that is there', () => {
  const again = (place: readonly Answer[], ...last: readonly Answer[]): readonly Answer[] => [
    ['Base URL', service.baseUrl],
    ['Id of the entity', 'entity-2'],
    dataType,
    ...rule,
    ...place,
    intoFile,
    ...last,
  ];

  beforeEach(() => {
    writeFileSync(
      join(cwd, '.env'),
      `KEEP=1\nCONFORMANCE_BASE_URL=${service.baseUrl}/old\nCONFORMANCE_ENTITY_ID=entity-1\nCONFORMANCE_RULE_COMMAND=make me\nCONFORMANCE_ACCESS_TOKEN=old-token-here\n`,
      { mode: 0o600 },
    );
    mkdirSync(join(cwd, '.git'));
  });

  test('its values are proposed; changes are shown before they are made, without values', async () => {
    const { code, prompts } = await answered(again(file, ['Change .env so?', true]));
    expect(code).toBe(0);
    expect(prompts.initials.get('Id of the entity to work on')).toBe('entity-1');
    expect(prompts.initials.get('Which automation rule may a run delete?')).toBe('kept');
    expect(prompts.told.at(-1)).toBe(
      [
        '.env:',
        '  changes CONFORMANCE_BASE_URL',
        '  changes CONFORMANCE_ENTITY_ID',
        '  adds CONFORMANCE_BUSINESS_DATA_TYPE_ID',
        '  empties CONFORMANCE_RULE_COMMAND',
        '  adds CONFORMANCE_AUTOMATION_RULE_ID',
        '  empties CONFORMANCE_ACCESS_TOKEN',
        '  adds CONFORMANCE_ACCESS_TOKEN_FILE',
        '.gitignore gets the line .env',
      ].join('\n'),
    );
    expect(dotenv()).toMatch(/^KEEP=1\n/);
    expect(readFileSync(join(cwd, '.gitignore'), 'utf8')).toBe('.env\n');
  });

  test('no: it is left as it is, and so is .gitignore', async () => {
    const before = dotenv();
    await expect(answered(again(file, ['Change .env so?', false]))).rejects.toThrow(/left as it is/);
    expect(dotenv()).toBe(before);
    expect(existsSync(join(cwd, '.gitignore'))).toBe(false);
  });

  const kept = (...last: readonly Answer[]): readonly Answer[] => [
    ['Base URL', service.baseUrl],
    ['Id of the entity', 'entity-2'],
    dataType,
    ['Which automation rule', 'kept'],
    ['Where does the access token live?', 'kept'],
    ...last,
  ];

  test('a command in it may not stay where nobody named the file', async () => {
    const before = dotenv();
    await expect(answered(kept())).rejects.toThrow(
      /\.env, line 4: CONFORMANCE_RULE_COMMAND=\(secret, not shown\) \(a command\)/,
    );
    expect(dotenv()).toBe(before);
  });

  test('the token and the command may stay as they are in a file that is named; neither is shown', async () => {
    const { prompts, printed, errors } = await answered(kept(intoFile, ['Change .env so?', true]), {
      flags: { envFile: '.env' },
    });
    expect(dotenv()).toContain('CONFORMANCE_RULE_COMMAND=make me\nCONFORMANCE_ACCESS_TOKEN=old-token-here\n');
    const seen = [...prompts.told, ...prompts.initials.values(), printed, errors].join('\n');
    expect(seen).not.toMatch(/make me|old-token-here/);
  });

  test('a problem that no answer mends is named before the first question', async () => {
    writeFileSync(join(cwd, '.env'), 'CONFORMANCE_REPEAT=0\nCONFORMANCE_ENTITIY_ID=x\n');
    await expect(answered([])).rejects.toThrow(
      /2 problems .*CONFORMANCE_ENTITIY_ID is no setting.*CONFORMANCE_REPEAT/s,
    );
  });
});
