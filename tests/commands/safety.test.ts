import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderWith } from '../support/cli.ts';
import { requestCount } from '../support/conforming.ts';
import { type ScriptedService, startService } from '../support/service.ts';
import { aimedAt, run, without } from './targets.ts';

/**
 * What must not be sent, is not: counted by the service, which every one of these runs could reach. What settings refuse is in
 * tests/unit/settings.
 */

type Env = Readonly<Record<string, string>>;

interface Refusal {
  readonly name: string;
  /** Changes to settings that are fine as they are. */
  readonly settings: (aimed: Env) => Env;
  readonly files?: Readonly<Record<string, string>>;
  readonly says: RegExp;
}

/** 0.0.0.0 reaches this machine and is no loopback address: what is refused here would arrive. */
function elsewhere(aimed: Env, changes: Env = {}): Env {
  const url = (aimed['CONFORMANCE_BASE_URL'] ?? '').replace('127.0.0.1', '0.0.0.0');
  return { ...aimed, CONFORMANCE_BASE_URL: url, ...changes };
}

const hostOf = (env: Env) => new URL(env['CONFORMANCE_BASE_URL'] ?? '').host;

const refusals: readonly Refusal[] = [
  {
    name: 'a rule that changes the path',
    settings: (aimed) => ({ ...aimed, CONFORMANCE_AUTOMATION_RULE_ID: '..' }),
    says: /CONFORMANCE_AUTOMATION_RULE_ID \(--automation-rule-id\) is refused/,
  },
  {
    name: 'a host that nobody allowed',
    settings: (aimed) => elsewhere(aimed, { CONFORMANCE_ALLOW_HTTP: 'true' }),
    says: /CONFORMANCE_ALLOW_WRITES_TO \(--allow-writes-to\) is missing: a run writes to 0\.0\.0\.0:\d+ only if/,
  },
  {
    name: 'a rule command in a .env that lies in the folder',
    settings: (aimed) => without(aimed, 'CONFORMANCE_AUTOMATION_RULE_ID'),
    files: { '.env': 'CONFORMANCE_RULE_COMMAND="touch $TEST_FOLDER/made"\n' },
    says: /\.env, line 1: CONFORMANCE_RULE_COMMAND=\(secret, not shown\) \(a command\)/,
  },
  {
    name: 'a token command that fails',
    settings: (aimed) => ({
      ...without(aimed, 'CONFORMANCE_ACCESS_TOKEN'),
      CONFORMANCE_ACCESS_TOKEN_COMMAND: 'exit 7',
    }),
    says: /CONFORMANCE_ACCESS_TOKEN_COMMAND ended with exit code 7/,
  },
];

async function runWith(
  { settings, files = {} }: Pick<Refusal, 'settings' | 'files'>,
  service: ScriptedService,
  ...args: readonly string[]
) {
  const cwd = folderWith(files);
  return run(args, { cwd, env: settings(aimedAt(service)) });
}

describe.concurrent('refused before anything is sent', () => {
  test.each(refusals)('$name', async (refusal) => {
    const service = await startService();
    const { code, stdout, stderr, cwd } = await runWith(refusal, service);
    await service.close();
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(refusal.says);
    expect(stderr).toContain('nothing was sent');
    expect(service.calls).toEqual([]);
    expect(existsSync(join(cwd, 'made'))).toBe(false);
  });
});

interface Leave extends Omit<Refusal, 'says'> {
  readonly args: readonly string[];
  /** Whether a command of the operator's is run. */
  readonly command: boolean;
}

const leaves: readonly Leave[] = [
  {
    name: 'the host that the operator named, in plain http with leave',
    args: [],
    command: false,
    settings: (aimed) =>
      elsewhere(aimed, {
        CONFORMANCE_ALLOW_HTTP: 'true',
        CONFORMANCE_ALLOW_WRITES_TO: hostOf(elsewhere(aimed)),
      }),
  },
  {
    name: 'a rule command from the environment',
    args: [],
    command: true,
    settings: (aimed) => ({
      ...without(aimed, 'CONFORMANCE_AUTOMATION_RULE_ID'),
      CONFORMANCE_RULE_COMMAND: `touch $TEST_FOLDER/made; echo ${aimed['CONFORMANCE_AUTOMATION_RULE_ID']}`,
    }),
  },
  {
    name: 'a rule command from a file that --env-file names',
    args: ['--env-file', '.env'],
    command: true,
    settings: (aimed) => without(aimed, 'CONFORMANCE_AUTOMATION_RULE_ID'),
    files: {
      '.env': 'CONFORMANCE_RULE_COMMAND="touch $TEST_FOLDER/made; echo aaaabbbbccccddddaaaabbbbccccdddd"\n',
    },
  },
];

describe.concurrent('sent once it is allowed', () => {
  test.each(leaves)('$name', async ({ args, command, ...leave }) => {
    const service = await startService();
    const { code, stderr, cwd } = await runWith(leave, service, ...args);
    await service.close();
    expect(code, stderr).toBe(0);
    expect(existsSync(join(cwd, 'made'))).toBe(command);
    expect(service.calls).toHaveLength(requestCount);
  });

  test('identifiers that need encoding stay one segment', async () => {
    const service = await startService();
    const settings = (aimed: Env) => ({ ...aimed, CONFORMANCE_ENTITY_ID: 'Größe;v=1' });
    const { code } = await runWith({ settings }, service, '--operation', 'put');
    await service.close();
    expect(code).toBe(0);
    const path = '/entity/Gr%C3%B6%C3%9Fe%3Bv%3D1/valuation/derivative/fact/transformer/';
    expect(service.calls.map((call) => call.path)).toEqual([path, path, path]);
  });
});
