import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { goodToken } from '../support/service.ts';
import { common, environment, folderOf, withServices } from './target-files.ts';
import { run } from './targets.ts';

describe('nothing is sent to any target', () => {
  const refusals: Readonly<
    Record<
      string,
      {
        readonly args?: readonly string[];
        readonly other?: object;
        readonly env?: object;
        readonly words: RegExp;
      }
    >
  > = {
    'where one may not be written to': {
      other: { baseUrl: 'https://staging.example.com', accessToken: { file: 'token.txt' } },
      words:
        /other: conformance\.config\.json was found in this folder, not passed with --config: only a flag or the environment may set a host/,
    },
    'where the variable of one is not set': {
      other: { accessToken: { env: 'CONFORMANCE_SECRET_TWO' } },
      words: /\n {2}targets\.other\.accessToken is missing: it refers to the variable CONFORMANCE_SECRET_TWO/,
    },
    'where the command of one prints no token': {
      args: ['--config', 'conformance.config.json'],
      other: { accessToken: { command: 'exit 7' } },
      words: /other: CONFORMANCE_ACCESS_TOKEN_COMMAND ended with exit code 7/,
    },
    'for a number of jobs that is none': {
      args: ['--jobs', '0'],
      words: /--jobs must be an integer from 1 to 16, not "0", for example --jobs 4/,
    },
    'with --json': {
      args: ['--json'],
      words: /--json prints the report of one run, and 2 targets are chosen/,
    },
    'with --reference': { args: ['--reference'], words: /--reference uses the embedded service/ },
    'with --target beside --all-targets': {
      args: ['--target', 'good'],
      words: /--target and --all-targets contradict each other/,
    },
  };

  test.each(Object.entries(refusals))('%s', async (_, { args = [], other = {}, env = {}, words }) => {
    await withServices({ good: undefined, other: undefined }, async (services) => {
      const { good } = services;
      const cwd = folderOf({
        good: { baseUrl: good.baseUrl },
        other: { baseUrl: services.other.baseUrl, ...other },
      });
      writeFileSync(join(cwd, 'token.txt'), goodToken);
      const ended = await run(['--all-targets', ...args], { cwd, env: { ...environment, ...env } });
      expect(ended).toMatchObject({ code: 2, stdout: '', files: null });
      expect(ended.stderr).toMatch(words);
      expect(ended.stderr).toMatch(/nothing was sent/);
      expect([...good.calls, ...services.other.calls]).toEqual([]);
    });
  });

  test('a refusal is said once for the file, and once for a value that all targets have', async () => {
    const elsewhere = (name: string) => ({
      baseUrl: `https://${name}.example.com`,
      accessToken: { env: `CONFORMANCE_SECRET_${name.toUpperCase()}` },
    });
    const cwd = folderOf(
      { one: elsewhere('one'), two: elsewhere('two'), three: { ...elsewhere('two'), timeoutMs: 5 } },
      { ...common, timeoutMs: 0 },
    );
    const env = { CONFORMANCE_SECRET_ONE: goodToken, CONFORMANCE_SECRET_TWO: `${goodToken}-2` };
    const { code, stderr } = await run(['--all-targets', '--strict'], { cwd, env });
    expect(code).toBe(2);
    expect(stderr).toContain('2 problems with the configuration');
    expect(stderr.match(/was found in this folder/g)).toHaveLength(1);
    expect(stderr.match(/: defaults\.entityId: /g)).toHaveLength(1);
    for (const name of ['one', 'two', 'three'])
      expect(stderr).toMatch(new RegExp(`line \\d+: targets\\.${name}\\.baseUrl: "https://`));
    expect(stderr).toContain('conformance run --all-targets --strict --config conformance.config.json\n');
    expect(stderr.match(/ {2}defaults\.timeoutMs in \S+ line \d+, must be an integer/g)).toHaveLength(1);
  });

  test('of a file of variables that is not there nothing else is said', async () => {
    const { code, stderr } = await run(['-e', 'none.env', '--strict']);
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /one problem with the configuration.*--env-file is set to .*none\.env, which does not exist/s,
    );
    expect(stderr).not.toMatch(/is missing|Warning: no/);
  });

  test('if the folder of one cannot be used', async () => {
    await withServices({ good: undefined }, async ({ good }) => {
      const cwd = folderOf({ good: { baseUrl: good.baseUrl }, other: { baseUrl: good.baseUrl } });
      mkdirSync(join(cwd, 'conformance-report'));
      writeFileSync(join(cwd, 'conformance-report/other'), 'a file');
      const { code, stderr } = await run(['--all-targets'], { cwd, env: environment });
      expect({ code, calls: good.calls }).toEqual({ code: 2, calls: [] });
      expect(stderr).toContain('is not a folder');
    });
  });

  test.each([[['--all-targets']], [['--target', 'good']]])('%j of a file without a target', async (args) => {
    const ended = await run(args, { cwd: folderOf({}), env: environment });
    expect(ended).toMatchObject({ code: 2, stdout: '', files: null });
    expect(ended.stderr).toMatch(/has no target yet; nothing was sent\. init --target NAME adds one/);
  });
});
