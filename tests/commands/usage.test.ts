import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { conformance, temporaryFolder } from '../support/cli.ts';
import { run } from './targets.ts';

/** Exit 2: every problem at once on standard error, nothing on standard output, nothing left behind. */

interface Mistake {
  readonly name: string;
  readonly args: readonly string[];
  readonly says: RegExp;
}

const mistakes: readonly Mistake[] = [
  {
    name: 'an unknown command',
    args: ['rnu'],
    says: /^conformance: unknown command 'rnu'\n\(Did you mean run\?\)\nSee conformance --help\.$/m,
  },
  {
    name: 'help of an unknown command',
    args: ['help', 'rnu'],
    says: /^conformance: unknown command 'rnu'/m,
  },
  {
    name: 'an unknown option',
    args: ['run', '--bsae-url', 'http://127.0.0.1'],
    says: /^conformance: unknown option '--bsae-url'\n\(Did you mean --base-url\?\)\nSee conformance run --help\.$/m,
  },
  {
    name: 'a misspelt reporter',
    args: ['run', '--reference', '--reporter', 'jnuit'],
    says: /--reporter\) names "jnuit"; the formats are terminal, json, junit, markdown/,
  },
  {
    name: 'an operand that the command does not take',
    args: ['run', 'https://staging.example.test'],
    says: /too many arguments for 'run'/,
  },
  {
    name: 'a token as a flag',
    args: ['run', '--access-token', 'x'],
    says: /unknown option '--access-token'/,
  },
  { name: 'no id to explain', args: ['explain'], says: /missing required argument/ },
  { name: 'no command', args: [], says: /^Usage: conformance/ },
];

describe.concurrent('a mistake of whoever starts it', () => {
  test.each(mistakes)('$name', async ({ args, says }) => {
    const cwd = temporaryFolder();
    const { code, stdout, stderr } = await conformance(args, { cwd });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(says);
    expect(stderr).not.toMatch(/^ {4}at /m);
    expect(existsSync(join(cwd, 'conformance-report'))).toBe(false);
  });

  test('nothing configured: all that is missing, each with an example', async () => {
    const { code, stdout, stderr, files } = await run([]);
    expect({ code, stdout, files }).toEqual({ code: 2, stdout: '', files: null });
    expect(stderr).toMatch(/^conformance: 4 problems with the configuration; nothing was sent\.\n/);
    for (const name of ['BASE_URL', 'ACCESS_TOKEN', 'ENTITY_ID', 'BUSINESS_DATA_TYPE_ID']) {
      expect(stderr).toMatch(new RegExp(`^ {2}CONFORMANCE_${name}( \\(--[a-z-]+\\))? is missing`, 'm'));
      expect(stderr).toMatch(new RegExp(`^ {4}for example: CONFORMANCE_${name}=\\S+$`, 'm'));
    }
    expect(stderr).toContain('--reference');
    expect(stderr).toMatch(/^Also, no automation rule is named: the DELETE would not be checked/m);
    expect(stderr).toContain('for example: CONFORMANCE_AUTOMATION_RULE_ID=');
  });

  test.each([
    { name: 'a rule is named', args: ['--automation-rule-id', '0123456789abcdef0123456789abcdef'] },
    { name: 'only the PUT is wanted', args: ['--operation', 'put'] },
  ])('no word about a missing rule where $name', async ({ args }) => {
    const { code, stderr } = await run(args);
    expect(code).toBe(2);
    expect(stderr).not.toContain('no automation rule is named');
  });

  test('help and version are no mistakes', async () => {
    const help = await conformance(['--help']);
    expect(help).toMatchObject({ code: 0, stderr: '' });
    for (const command of ['run', 'requirements', 'explain', 'serve', 'init', 'doctor'])
      expect(help.stdout).toMatch(new RegExp(`^ {2}${command} `, 'm'));
    const ofRun = await conformance(['run', '--help']);
    expect(ofRun).toMatchObject({ code: 0, stderr: '' });
    expect(ofRun.stdout).toContain('CONFORMANCE_BASE_URL');
    expect(ofRun.stdout).not.toContain('CONFORMANCE_ACCESS_TOKEN');
    expect(await conformance(['--version'])).toMatchObject({ code: 0, stdout: '0.1.0\n', stderr: '' });
  });
});

test('reports of a run against the embedded service say that it was that', async () => {
  const { code, stdout } = await conformance(['run', '--reference', '--json', '--serial']);
  expect([code, JSON.parse(stdout).target.reference]).toEqual([0, true]);
});
