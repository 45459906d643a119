import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { everythingOf } from '../attacks/outputs.ts';
import { folderWith } from '../support/cli.ts';
import { automationRuleId, requestCount } from '../support/conforming.ts';
import { startService } from '../support/service.ts';
import { aimedAt, run, without } from './targets.ts';

/** What must not be sent, is not: counted by the service, which every one of these runs could reach. */

type Env = Readonly<Record<string, string>>;
type Row = readonly [settings: (aimed: Env) => Env, says: string, files?: Env];

const token = 'pasted-twice-77';
const waiver = { id: 'put.data.name:type', owner: 'me', expires: '2999-01-01', reason: token };
const making = 'touch $TEST_FOLDER/made';
const exposed = 'contains the access token';

/** 0.0.0.0 reaches this machine and is no loopback address: what is refused here would arrive. */
const elsewhere = (aimed: Env, changes: Env = {}): Env => ({
  ...aimed,
  CONFORMANCE_BASE_URL: (aimed['CONFORMANCE_BASE_URL'] ?? '').replace('127.0.0.1', '0.0.0.0'),
  CONFORMANCE_ALLOW_HTTP: 'true',
  ...changes,
});

/** The token stands in another setting as well. */
const beside = (setting: string, value: (usual: string) => string, files: Env = {}): Row => [
  (aimed) => ({ ...aimed, CONFORMANCE_ACCESS_TOKEN: token, [setting]: value(aimed[setting] ?? '') }),
  exposed,
  files,
];

async function runWith(settings: (aimed: Env) => Env, args: readonly string[] = [], files: Env = {}) {
  await using service = await startService();
  const cwd = folderWith(files);
  const ended = await run(args, { cwd, env: settings(aimedAt(service)) });
  return { ...ended, calls: service.calls, isMade: existsSync(join(cwd, 'made')) };
}

const refused: Readonly<Record<string, Row>> = {
  'a rule that changes the path': [
    (aimed) => ({ ...aimed, CONFORMANCE_AUTOMATION_RULE_ID: '..' }),
    'CONFORMANCE_AUTOMATION_RULE_ID',
  ],
  'a host that nobody allowed': [elsewhere, 'CONFORMANCE_ALLOW_WRITES_TO'],
  'a token command that fails': [
    (aimed) => ({ ...aimed, CONFORMANCE_ACCESS_TOKEN: '', CONFORMANCE_ACCESS_TOKEN_COMMAND: 'exit 7' }),
    'ended with exit code 7',
  ],
  'a token that is a word of the document': [
    (aimed) => ({ ...aimed, CONFORMANCE_ACCESS_TOKEN: 'conditions' }),
    'is a word of the interface document',
  ],
  'a token in the base URL': beside('CONFORMANCE_BASE_URL', (url) => `${url}/${token}`),
  'a token for an entity': beside('CONFORMANCE_ENTITY_ID', () => token),
  'a token that is encoded': beside(
    'CONFORMANCE_BUSINESS_DATA_TYPE_ID',
    () => `x-${Buffer.from(token).toString('base64url')}`,
  ),
  'a token for a second rule': beside('CONFORMANCE_AUTOMATION_RULE_ID', () => `rule-1,${token}`),
  'a token in the body that is sent': beside('CONFORMANCE_TRANSFORMER_FILE', () => 'put.json', {
    'put.json': JSON.stringify({ name: `made with ${token}`, businessDataTypeId: 'bdt-1' }),
  }),
  'a token in a waiver': beside('CONFORMANCE_WAIVERS_FILE', () => 'waivers.json', {
    'waivers.json': JSON.stringify({ waivers: [waiver] }),
  }),
  'a token of a command': [
    (aimed) => ({
      ...without(aimed, 'CONFORMANCE_ACCESS_TOKEN'),
      CONFORMANCE_ACCESS_TOKEN_COMMAND: `echo ${token}`,
      CONFORMANCE_ENTITY_ID: token,
    }),
    exposed,
  ],
};

test.each(Object.entries(refused))(
  'refused before anything is sent: %s',
  async (_, [settings, says, files]) => {
    const { code, stdout, stderr, calls } = await runWith(settings, [], files);
    expect({ code, stdout, calls }).toEqual({ code: 2, stdout: '', calls: [] });
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(says);
    expect(stderr).toContain('nothing was sent');
    expect(stderr).not.toContain(token);
  },
);

const noRule = (aimed: Env, command: string) => ({
  ...without(aimed, 'CONFORMANCE_AUTOMATION_RULE_ID'),
  CONFORMANCE_RULE_COMMAND: command,
});

test('sent once it is allowed: the host that the operator named, in plain http with permission', async () => {
  const { code, stderr, calls } = await runWith((aimed) => {
    const away = elsewhere(aimed);
    return { ...away, CONFORMANCE_ALLOW_WRITES_TO: new URL(away['CONFORMANCE_BASE_URL'] ?? '').host };
  });
  expect({ code, calls: calls.length }, stderr).toEqual({ code: 0, calls: requestCount });
});

test('identifiers that need encoding stay one segment', async () => {
  const settings = (aimed: Env) => ({ ...aimed, CONFORMANCE_ENTITY_ID: 'Größe;v=1' });
  const { code, calls } = await runWith(settings, ['--operation', 'put']);
  const path = '/entity/Gr%C3%B6%C3%9Fe%3Bv%3D1/valuation/derivative/fact/transformer/';
  expect([code, calls.map((call) => call.path)]).toEqual([0, [path, path, path]]);
});

test.each(['the environment', 'a file that --env-file names'])(
  'a rule command from %s is run',
  async (source) => {
    const command = `${making}; echo ${automationRuleId}`;
    const isFile = source !== 'the environment';
    const settings = (aimed: Env) =>
      isFile ? without(aimed, 'CONFORMANCE_AUTOMATION_RULE_ID') : noRule(aimed, command);
    const files = { '.env': `CONFORMANCE_RULE_COMMAND="${command}"\n` };
    const ended = await runWith(settings, isFile ? ['--env-file', '.env'] : [], isFile ? files : {});
    expect([ended.code, ended.calls.length, ended.isMade], ended.stderr).toEqual([0, requestCount, true]);
  },
);

test.each([
  ['prints the token for an id: the DELETE is not sent', `echo ${token}`, 3],
  ['tells it on standard error: masked there', `echo "> Bearer ${token}" >&2; echo ${automationRuleId}`, 0],
])('a rule command that %s', async (_, command, expected) => {
  const ended = await runWith((aimed) => ({ ...noRule(aimed, command), CONFORMANCE_ACCESS_TOKEN: token }));
  expect(ended.calls.some(({ method }) => method === 'DELETE')).toBe(expected === 0);
  if (expected === 0) expect(ended.stderr).toContain('> Bearer [masked: access token]\n');
  for (const [name, text] of Object.entries(everythingOf(ended))) expect(text, name).not.toContain(token);
});

test('--plan does not show a token in the name of a folder', async () => {
  const settings = (aimed: Env) => ({ ...aimed, CONFORMANCE_ACCESS_TOKEN: token });
  const { code, stdout } = await runWith(settings, ['--plan', '--out', token]);
  expect([code, stdout.includes(token)]).toEqual([0, false]);
});
