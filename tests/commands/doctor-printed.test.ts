import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { conformance, temporaryFolder } from '../support/cli.ts';
import { startService } from '../support/service.ts';
import { aimedAt } from './targets.ts';

let cwd = '';
beforeEach(() => {
  cwd = temporaryFolder();
});

const doctor = (env: Readonly<Record<string, string>>, ...args: readonly string[]) =>
  conformance(['doctor', ...args], { cwd, env, io: { columns: 60 } });

test('every line fits the terminal, details beside their title, remedies below', async () => {
  await using service = await startService();
  const { code, stdout } = await doctor({ ...aimedAt(service), CONFORMANCE_AUTOMATION_RULE_ID: '' });
  expect(code).toBe(0);
  const lines = stdout.split('\n');
  expect(lines.filter((line) => line.length > 60 && / \S+ \S+$/.test(line.trimStart()))).toEqual([]);
  expect(lines.filter((line) => line !== '' && !/^(?:[✓!✗–] | {22}|Everything is ready)/.test(line))).toEqual(
    [],
  );
  expect(service.calls).toEqual([]);
  expect(readdirSync(cwd)).toEqual([]);
});

test('--json has every check, and the exit code', async () => {
  const { code, stdout } = await doctor({}, '--json');
  const { checks, exitCode } = JSON.parse(stdout) as { checks: { id: string }[]; exitCode: number };
  expect([code, exitCode]).toEqual([2, 2]);
  expect([...new Set(checks.map(({ id }) => id))]).toEqual(
    'node settings token secret-files rule output-folder connection'.split(' '),
  );
});

test('an output folder that is there already', async () => {
  mkdirSync(join(cwd, 'out'));
  await using service = await startService();
  const { code, stdout } = await doctor(aimedAt(service), '--out', 'out');
  expect(code).toBe(0);
  expect(stdout).toMatch(/✓ output folder +.*out can be\s+written/);
});

test('a command for the token that prints none', async () => {
  await using service = await startService();
  const { CONFORMANCE_ACCESS_TOKEN: _, ...others } = aimedAt(service);
  const { code, stdout } = await doctor({
    ...others,
    CONFORMANCE_ACCESS_TOKEN_COMMAND: 'echo short',
  });
  expect(code).toBe(2);
  expect(stdout).toMatch(/✗ access token +doctor ran\s+CONFORMANCE_ACCESS_TOKEN_COMMAND/);
  expect(stdout).not.toContain('  short\n');
});
