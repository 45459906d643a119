import { describe, expect, test } from 'vitest';
import { everythingOf } from '../attacks/left-behind.ts';
import { folderWith } from '../support/cli.ts';
import { startService } from '../support/service.ts';
import { aimedAt, type Run, run, without } from './targets.ts';

/** A token that the operator put where it does not belong as well: nobody could keep it out of the reports there. */

type Env = Readonly<Record<string, string>>;

const token = 'pasted-twice-77';

const waiver = { id: 'put.data.name:type', owner: 'me', expires: '2999-01-01', reason: token };
const encoded = Buffer.from(token).toString('base64url');

const exposures: readonly (readonly [setting: string, value: (usual: string) => string, files?: Env])[] = [
  ['CONFORMANCE_BASE_URL', (url) => `${url}/${token}`],
  ['CONFORMANCE_ENTITY_ID', () => token],
  ['CONFORMANCE_BUSINESS_DATA_TYPE_ID', () => `x-${encoded}`],
  ['CONFORMANCE_AUTOMATION_RULE_ID', () => `rule-1,${token}`],
  [
    'CONFORMANCE_TRANSFORMER_FILE',
    () => 'put.json',
    { 'put.json': JSON.stringify({ name: `made with ${token}`, businessDataTypeId: 'bdt-1' }) },
  ],
  [
    'CONFORMANCE_WAIVERS_FILE',
    () => 'waivers.json',
    { 'waivers.json': JSON.stringify({ waivers: [waiver] }) },
  ],
];

const source: Env = { CONFORMANCE_ACCESS_TOKEN: token };

async function runWith(settings: (aimed: Env) => Env, args: readonly string[] = [], files: Env = {}) {
  await using service = await startService();
  const cwd = folderWith(files);
  const aimed = without(aimedAt(service), 'CONFORMANCE_ACCESS_TOKEN');
  const ended = await run(args, { cwd, env: { ...aimed, ...settings(aimed) } });
  return { ended, calls: service.calls };
}

function expectNoToken(ended: Run): void {
  for (const [name, text] of Object.entries(everythingOf(ended))) expect(text, name).not.toContain(token);
}

describe.concurrent('a token that is also sent openly', () => {
  test.for(exposures)('in %s: refused before anything is sent', async ([setting, value, files]) => {
    const changed = (aimed: Env) => ({ ...source, [setting]: value(aimed[setting] ?? '') });
    for (const args of [[], ['--plan']]) {
      const { ended, calls } = await runWith(changed, args, files);
      expect({ code: ended.code, stdout: ended.stdout, calls }).toEqual({ code: 2, stdout: '', calls: [] });
      expect(ended.stderr).toContain(`${setting} `);
      expect(ended.stderr).toContain('contains the access token');
      expect(ended.stderr).not.toContain(token);
    }
  });

  test('so is one that a command prints', async () => {
    const { ended, calls } = await runWith(() => ({
      CONFORMANCE_ACCESS_TOKEN_COMMAND: `echo ${token}`,
      CONFORMANCE_ENTITY_ID: token,
    }));
    expect([ended.code, calls]).toEqual([2, []]);
    expect(ended.stderr).toContain('contains the access token');
    expect(ended.stderr).not.toContain(token);
  });

  test('is not shown by --plan in the name of a folder', async () => {
    const { ended } = await runWith(() => source, ['--plan', '--out', token]);
    expect(ended.code).toBe(0);
    expect(ended.stdout).toContain('[masked: access token]  (flag: --out)');
    expect(ended.stdout).not.toContain(token);
  });
});

describe.concurrent('the command that makes a rule', () => {
  const making = (command: string) => (aimed: Env) => ({
    ...aimed,
    CONFORMANCE_ACCESS_TOKEN: token,
    CONFORMANCE_AUTOMATION_RULE_ID: '',
    CONFORMANCE_RULE_COMMAND: command,
  });

  test('prints the token for an id: the DELETE is not sent', async () => {
    const { ended, calls } = await runWith(making(`echo ${token}`));
    expect(ended.code).toBe(3);
    expect(ended.stdout).toContain('CONFORMANCE_RULE_COMMAND printed an id that contains the access token');
    expect(calls.filter(({ method }) => method === 'DELETE')).toEqual([]);
    expectNoToken(ended);
  });

  test('tells it on standard error: masked there, the rest as it was', async () => {
    const { ended } = await runWith(making(`echo "> authorization: Bearer ${token}" >&2; echo rule-1`));
    expect(ended.stderr).toContain('> authorization: Bearer [masked: access token]\n');
    expectNoToken(ended);
  });
});

test('a token that is a word of the document is refused', async () => {
  const { ended, calls } = await runWith(() => ({ CONFORMANCE_ACCESS_TOKEN: 'conditions' }));
  expect([ended.code, calls]).toEqual([2, []]);
  expect(ended.stderr).toContain('is a word of the interface document');
});
