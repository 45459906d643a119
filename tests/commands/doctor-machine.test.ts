import { chmodSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { conformance, temporaryFolder } from '../support/cli.ts';
import { beside } from './setup-targets.ts';
import { aimedAt, without } from './targets.ts';

/** What `doctor` finds on this machine: settings, the token's source, files and the folder for reports. */

async function locally(
  env: Readonly<Record<string, string>>,
  prepare: (cwd: string) => void = () => undefined,
  args: readonly string[] = [],
) {
  return beside({}, async (looked) => {
    const cwd = temporaryFolder();
    prepare(cwd);
    const settings = without(
      { ...aimedAt(looked), ...env },
      ...(env['without']?.split(' ') ?? []),
      'without',
    );
    const end = await conformance(['doctor', ...args], { cwd, env: settings });
    expect(looked.service.calls).toEqual([]);
    return { ...end, cwd };
  });
}

describe.concurrent('this machine', () => {
  test('all well: exit 0, every line a check, nothing made', async () => {
    const { code, stdout, cwd } = await locally({});
    expect(code).toBe(0);
    expect(stdout).toMatch(/^✓ Node\.js {12,}\d+\.\d+\.\d+/m);
    expect(stdout).toMatch(/^Everything is ready\. No request was sent to the service\.$/m);
    expect(stdout).not.toContain('\u001b');
    expect(readdirSync(cwd)).toEqual([]);
  });

  test('settings: every problem, with an example; the way is looked at all the same', async () => {
    const { code, stdout } = await locally({ without: 'CONFORMANCE_ENTITY_ID', CONFORMANCE_REPEAT: 'twice' });
    expect(code).toBe(2);
    expect(stdout).toMatch(/✗ settings +CONFORMANCE_ENTITY_ID \(--entity-id\) is missing/);
    expect(stdout).toMatch(
      /✗ settings +CONFORMANCE_REPEAT \(--repeat\) in the environment must be\s+an integer/,
    );
    expect(stdout).toMatch(/→ for example: CONFORMANCE_REPEAT=5/);
    expect(stdout).toMatch(/✓ connection \(TCP\)/);
  });

  test('a base URL that is refused may hold a password: it is not shown, and nothing is connected to', async () => {
    const { code, stdout } = await locally({ CONFORMANCE_BASE_URL: 'https://user:hidden-pw-1@127.0.0.1' });
    expect(code).toBe(2);
    expect(stdout).not.toContain('hidden-pw-1');
    expect(stdout).toMatch(/– connection +not checked/);
  });

  test('the token by a command: run as a run would, from a .env too', async () => {
    const command = "printf 'a-token-that-will-do'; echo >> $TEST_FOLDER/ran";
    const byCommand = { without: 'CONFORMANCE_ACCESS_TOKEN' };
    const good = await locally({ ...byCommand, CONFORMANCE_ACCESS_TOKEN_COMMAND: command });
    expect(good).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/✓ access token +printed by its command/),
    });
    expect(existsSync(join(good.cwd, 'ran'))).toBe(true);
    expect(good.stdout).not.toContain('a-token-that-will-do');
    const bad = await locally({ ...byCommand, CONFORMANCE_ACCESS_TOKEN_COMMAND: 'exit 7' });
    expect(bad).toMatchObject({ code: 2, stdout: expect.stringMatching(/✗ access token .*exit\s+code 7/s) });
    const write = (cwd: string) =>
      writeFileSync(join(cwd, '.env'), `CONFORMANCE_ACCESS_TOKEN_COMMAND=${command}\n`, { mode: 0o600 });
    const found = await locally(byCommand, write);
    expect(found.code).toBe(0);
    expect(existsSync(join(found.cwd, 'ran'))).toBe(true);
  });

  test('the command that makes a rule is never run: it would change the service', async () => {
    const { code, cwd } = await locally({
      without: 'CONFORMANCE_AUTOMATION_RULE_ID',
      CONFORMANCE_RULE_COMMAND: 'echo >> $TEST_FOLDER/ran',
    });
    expect(code).toBe(0);
    expect(existsSync(join(cwd, 'ran'))).toBe(false);
  });

  test('a token file that others may read is a warning, and no more', async () => {
    const { code, stdout } = await locally(
      { without: 'CONFORMANCE_ACCESS_TOKEN', CONFORMANCE_ACCESS_TOKEN_FILE: 'token' },
      (cwd) => {
        writeFileSync(join(cwd, 'token'), 'a-token-that-will-do\n');
        chmodSync(join(cwd, 'token'), 0o640);
      },
    );
    expect(code).toBe(0);
    expect(stdout).toMatch(/! files with secrets +other users of this machine may read/);
    expect(stdout).toContain('chmod 600');
  });

  test.each([
    ['has expired', -600, 2, /✗ access token .*it\s+expired\s+at/s],
    ['expires soon', 90, 0, /! access token .*in\s+less\s+than\s+5\s+minutes/s],
    ['expires later', 3600, 0, /✓ access token .*it\s+expires\s+at/s],
  ])('a JSON Web Token that %s', async (_, seconds, exit, told) => {
    const exp = Math.floor(Date.now() / 1000) + seconds;
    const parts = ['{"alg":"none"}', JSON.stringify({ exp }), 'signed'];
    const token = parts.map((part) => Buffer.from(part).toString('base64url')).join('.');
    const { code, stdout } = await locally({ CONFORMANCE_ACCESS_TOKEN: token });
    expect(code).toBe(exit);
    expect(stdout).toMatch(told);
  });

  test('no rule is a warning', async () => {
    const { code, stdout } = await locally({ without: 'CONFORMANCE_AUTOMATION_RULE_ID' });
    expect(code).toBe(0);
    expect(stdout).toMatch(/! automation rule +not set/);
  });

  test('an output folder that is not a folder', async () => {
    const file = await locally({ CONFORMANCE_OUT: 'file/below' }, (cwd) =>
      writeFileSync(join(cwd, 'file'), ''),
    );
    expect(file).toMatchObject({
      code: 2,
      stdout: expect.stringMatching(/✗ output folder .*is not a folder/s),
    });
  });
});
