import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderWith } from '../support/cli.ts';
import { automationRuleId, requestCount } from '../support/conforming.ts';
import { startService } from '../support/service.ts';
import { aimedAt, run, without } from './targets.ts';

/**
 * What must not be sent, is not: counted by the service, which every one of these runs could reach. What settings refuse is in
 * tests/unit/settings.
 */

type Env = Readonly<Record<string, string>>;

/** Changes to settings that are fine as they are. */
type Change = (aimed: Env) => Env;

/** 0.0.0.0 reaches this machine and is no loopback address: what is refused here would arrive. */
function elsewhere(aimed: Env, changes: Env = {}): Env {
  const url = (aimed['CONFORMANCE_BASE_URL'] ?? '').replace('127.0.0.1', '0.0.0.0');
  return { ...aimed, CONFORMANCE_BASE_URL: url, ...changes };
}

const hostOf = (env: Env) => new URL(env['CONFORMANCE_BASE_URL'] ?? '').host;

/** A command of the operator's makes a file, which shows that it was run. */
const making = 'touch $TEST_FOLDER/made';
const noRule: Change = (aimed) => without(aimed, 'CONFORMANCE_AUTOMATION_RULE_ID');

async function runWith(
  settings: Change,
  files: Readonly<Record<string, string>> = {},
  args: readonly string[] = [],
) {
  await using service = await startService();
  const cwd = folderWith(files);
  const ended = await run(args, { cwd, env: settings(aimedAt(service)) });
  return { ...ended, calls: service.calls, isMade: existsSync(join(cwd, 'made')) };
}

test.concurrent.for<readonly [name: string, settings: Change, says: RegExp]>([
  [
    'a rule that changes the path',
    (aimed) => ({ ...aimed, CONFORMANCE_AUTOMATION_RULE_ID: '..' }),
    /CONFORMANCE_AUTOMATION_RULE_ID \(--automation-rule-id\) in the environment is refused/,
  ],
  [
    'a host that nobody allowed',
    (aimed) => elsewhere(aimed, { CONFORMANCE_ALLOW_HTTP: 'true' }),
    /CONFORMANCE_ALLOW_WRITES_TO \(--allow-writes-to\) is missing: a run writes to 0\.0\.0\.0:\d+ only if/,
  ],
  [
    'a token command that fails',
    (aimed) => ({ ...aimed, CONFORMANCE_ACCESS_TOKEN: '', CONFORMANCE_ACCESS_TOKEN_COMMAND: 'exit 7' }),
    /CONFORMANCE_ACCESS_TOKEN_COMMAND ended with exit code 7/,
  ],
])('refused before anything is sent: %s', async ([, settings, says]) => {
  const { code, stdout, stderr, calls, isMade } = await runWith(settings);
  expect({ code, stdout, calls, isMade }).toEqual({ code: 2, stdout: '', calls: [], isMade: false });
  expect(stderr).toMatch(says);
  expect(stderr).toContain('nothing was sent');
});

describe.concurrent('sent once it is allowed', () => {
  test('the host that the operator named, in plain http with permission', async () => {
    const { code, stderr, calls } = await runWith((aimed) => {
      const away = elsewhere(aimed, { CONFORMANCE_ALLOW_HTTP: 'true' });
      return { ...away, CONFORMANCE_ALLOW_WRITES_TO: hostOf(away) };
    });
    expect({ code, calls: calls.length }, stderr).toEqual({ code: 0, calls: requestCount });
  });

  test.each<readonly [string, Env, Env, readonly string[]]>([
    ['the environment', { CONFORMANCE_RULE_COMMAND: `${making}; echo ${automationRuleId}` }, {}, []],
    [
      'a file that --env-file names',
      {},
      { '.env': `CONFORMANCE_RULE_COMMAND="${making}; echo ${automationRuleId}"\n` },
      ['--env-file', '.env'],
    ],
  ])('a rule command from %s', async (_, more, files, args) => {
    const ended = await runWith((aimed) => ({ ...noRule(aimed), ...more }), files, args);
    const { code, stderr, calls, isMade } = ended;
    expect({ code, calls: calls.length, isMade }, stderr).toEqual({
      code: 0,
      calls: requestCount,
      isMade: true,
    });
  });

  test('identifiers that need encoding stay one segment', async () => {
    const settings = (aimed: Env) => ({ ...aimed, CONFORMANCE_ENTITY_ID: 'Größe;v=1' });
    const { code, calls } = await runWith(settings, {}, ['--operation', 'put']);
    expect(code).toBe(0);
    const path = '/entity/Gr%C3%B6%C3%9Fe%3Bv%3D1/valuation/derivative/fact/transformer/';
    expect(calls.map((call) => call.path)).toEqual([path, path, path]);
  });
});
