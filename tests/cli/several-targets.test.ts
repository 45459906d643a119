import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { goodToken, type Script, sendPrepared } from '../support/service.ts';
import {
  absent,
  common,
  deviates,
  environment,
  filesBelow,
  folderOf,
  waiting,
  withServices,
} from './target-files.ts';
import { reportIn, run } from './targets.ts';

/** `conformance run` against targets of a file: what is sent to whom, what is written, and how it ends. */

const three = { good: undefined, bad: deviates };

function summaryOf(stdout: string): string {
  return stdout.slice(stdout.indexOf('\nTargets\n'));
}

describe('one target', () => {
  test('is run as any other, into a folder of its own, and there is no page for all', async () => {
    await withServices({ good: undefined }, async ({ good }) => {
      const cwd = folderOf({ staging: { baseUrl: good.baseUrl } });
      const { code, stdout, stderr, out } = await run(['--target', 'staging'], { cwd, env: environment });
      expect(code).toBe(0);
      expect(stdout).toMatch(/\nCONFORMS \(exit 0\): .+\n$/);
      expect(stdout).not.toContain('\nTargets\n');
      expect(stderr.match(/^\[\d\/6\] /gm)).toHaveLength(6);
      expect(reportIn(join(out, 'staging')).target.baseUrl).toBe(good.baseUrl);
      expect(existsSync(join(out, 'index.html'))).toBe(false);
      expect(good.calls).toHaveLength(6);
    });
  });

  test('from a folder further down, and with ids from flags', async () => {
    await withServices({ good: undefined }, async ({ good }) => {
      const another = 'f'.repeat(32);
      const top = folderOf({ staging: { baseUrl: good.baseUrl } });
      const cwd = join(top, 'a/b');
      mkdirSync(cwd, { recursive: true });
      const { code } = await run(['--target', 'staging', '--entity-id', another], {
        cwd,
        env: environment,
      });
      expect(code).toBe(0);
      expect(good.calls.every(({ path }) => path.startsWith(`/entity/${another}/`))).toBe(true);
    });
  });
});

describe('three services that differ, on one command line', () => {
  const codes = { good: 0, bad: 1, absent: 3 } as const;
  type Name = keyof typeof codes;
  const subsets: readonly (readonly Name[])[] = [
    ['good', 'bad'],
    ['good', 'absent'],
    ['bad', 'absent'],
    ['good', 'bad', 'absent'],
  ];
  const worst = (some: readonly Name[]) => (some.includes('bad') ? 1 : some.includes('absent') ? 3 : 0);

  test.each(subsets.map((some) => ({ some, code: worst(some) })))(
    '$some: exit $code, and each server is asked what a run asks',
    async ({ some, code }) => {
      await withServices(three, async ({ good, bad }) => {
        const cwd = folderOf({
          good: { baseUrl: good.baseUrl },
          bad: { baseUrl: bad.baseUrl },
          absent: { baseUrl: absent },
        });
        const args = ['--target', some.join(), '--reporter', 'terminal,json'];
        const ended = await run(args, { cwd, env: environment });
        expect(ended.code).toBe(code);
        expect(good.calls).toHaveLength(some.includes('good') ? 6 : 0);
        expect(bad.calls).toHaveLength(some.includes('bad') ? 6 : 0);
        for (const name of some)
          expect(reportIn(join(ended.out, name)).summary.exitCode, name).toBe(codes[name]);
        expect(ended.files).toEqual(['index.html', ...some].sort());
      });
    },
  );

  test('the table and the page tell each target, its verdict and where its report is', async () => {
    await withServices(three, async ({ good, bad }) => {
      const cwd = folderOf({
        good: { baseUrl: good.baseUrl },
        bad: { baseUrl: bad.baseUrl },
        absent: { baseUrl: absent },
      });
      const { stdout, out } = await run(['--all-targets'], { cwd, env: environment });
      expect(summaryOf(stdout)).toBe(`
Targets
${'─'.repeat(80)}
  target  deviate     not checked
✓ good    0 of 148    0 of 148
  The service conforms
  conformance-report/good/report.html
✗ bad     1 of 148    0 of 148
  The service does not conform: one mistake in its answers
  conformance-report/bad/report.html
! absent  0 of 148    148 of 148
  No connection to 127.0.0.1:1; nothing was checked
  conformance-report/absent/report.html

all targets: conformance-report/index.html
3 targets: 1 deviating, 1 not wholly checked, 1 conforming (exit 1)
`);
      const page = readFileSync(join(out, 'index.html'), 'utf8');
      const links = [...page.matchAll(/<a href="([^"#]+)"/g)].map(([, link = '']) => link);
      expect(links).toEqual(['good/report.html', 'bad/report.html', 'absent/report.html']);
      expect(links.filter((link) => !existsSync(join(out, link)))).toEqual([]);
    });
  });

  test('no output of one stands in that of another, whoever is done first', async () => {
    const slow = waiting();
    await withServices({ slow: slow.script, good: undefined }, async ({ slow: first, good }) => {
      const cwd = folderOf({ slow: { baseUrl: first.baseUrl }, good: { baseUrl: good.baseUrl } });
      const ended = run(['--all-targets'], { cwd, env: environment });
      await slow.asked;
      while (!existsSync(join(cwd, 'conformance-report/good/report.html')))
        await new Promise((resolve) => setTimeout(resolve, 5));
      slow.letGo();
      const { code, stdout, stderr } = await ended;
      expect(code).toBe(0);
      const starts = [...stdout.matchAll(/^(?:Target (\w+)|target {4}(\S+)|CONFORMS.*|Targets)$/gm)];
      expect(starts.map(([, name, baseUrl]) => name ?? baseUrl ?? '.')).toEqual([
        'slow',
        first.baseUrl,
        '.',
        'good',
        good.baseUrl,
        '.',
        '.',
      ]);
      expect(stderr.split('\n').filter((line) => !/^(?:slow|good): |^$/.test(line))).toEqual([]);
    });
  });

  test('at most --jobs at a time', async () => {
    let [now, most] = [0, 0];
    const counted: Script = async (_, prepared, response) => {
      now += 1;
      most = Math.max(most, now);
      await new Promise((resolve) => setTimeout(resolve, 2));
      now -= 1;
      sendPrepared(prepared, response);
    };
    await withServices({ a: counted, b: counted, c: counted }, async ({ a, b, c }) => {
      const cwd = folderOf({
        a: { baseUrl: a.baseUrl },
        b: { baseUrl: b.baseUrl },
        c: { baseUrl: c.baseUrl },
      });
      const args = ['--all-targets', '--serial', '--reporter', 'json', '--jobs'];
      expect((await run([...args, '1'], { cwd, env: environment })).code).toBe(0);
      expect(most).toBe(1);
      expect((await run([...args, '3'], { cwd, env: environment })).code).toBe(0);
      expect(most).toBeGreaterThan(1);
      expect(most).toBeLessThanOrEqual(3);
    });
  });

  test('--quiet prints the table alone; --plan sends nothing', async () => {
    await withServices(three, async ({ good, bad }) => {
      const cwd = folderOf({ good: { baseUrl: good.baseUrl }, bad: { baseUrl: bad.baseUrl } });
      const planned = await run(['--all-targets', '--plan'], { cwd, env: environment });
      expect(planned).toMatchObject({ code: 0, stderr: '', files: null });
      expect(planned.stdout.match(/^Target \w+$/gm)).toEqual(['Target good', 'Target bad']);
      expect(planned.stdout.match(/^ {5}(?:PUT|DELETE) http/gm)).toHaveLength(12);
      expect([...good.calls, ...bad.calls]).toEqual([]);
      const { stdout } = await run(['--all-targets', '--quiet'], { cwd, env: environment });
      expect(stdout.startsWith('\nTargets\n')).toBe(true);
    });
  });

  test('the second run tells what changed since the first, target by target', async () => {
    await withServices({ good: undefined, bad: deviates }, async ({ good, bad }) => {
      const of = (baseUrl: string) =>
        JSON.stringify({ defaults: common, targets: { one: { baseUrl }, two: { baseUrl: good.baseUrl } } });
      const cwd = folderOf({});
      writeFileSync(join(cwd, 'conformance.config.json'), of(good.baseUrl));
      await run(['--all-targets'], { cwd, env: environment });
      writeFileSync(join(cwd, 'conformance.config.json'), of(bad.baseUrl));
      const { out } = await run(['--all-targets'], { cwd, env: environment });
      expect(reportIn(join(out, 'two')).change?.against?.found).toBe('replaced');
    });
  });
});

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
        /other: conformance\.config\.json lies in this folder and was not named: unless a host is on loopback/,
    },
    'where one may not be written to, though the file is named': {
      args: ['--config', 'conformance.config.json'],
      other: { baseUrl: 'https://staging.example.com' },
      words:
        /other: allowWritesTo is missing: nothing is written to staging\.example\.com unless it is named here/,
    },
    'where the variable of one is not set': {
      other: { accessToken: { env: 'CONFORMANCE_SECRET_TWO' } },
      words:
        /other: accessToken is missing: targets\.other\.accessToken refers to the variable CONFORMANCE_SECRET_TWO/,
    },
    'where the command of one prints no token': {
      args: ['--config', 'conformance.config.json'],
      other: { accessToken: { command: 'exit 7' } },
      words: /other: CONFORMANCE_ACCESS_TOKEN_COMMAND ended with exit code 7/,
    },
    'where a setting of one is wrong': {
      other: { timeoutMs: 0 },
      words: /other: timeoutMs must be a whole number/,
    },
    'beside a token of the environment': {
      env: { CONFORMANCE_ACCESS_TOKEN: 'token-of-another' },
      words: /\n {2}CONFORMANCE_ACCESS_TOKEN \(in the environment\) is given together with --target/,
    },
    'with a flag that would count for all': {
      args: ['--entity-id', 'e'],
      words: /\n {2}--entity-id is given together with --target/,
    },
    'for a number of jobs that is none': {
      args: ['--jobs', '0'],
      words: /--jobs must be a whole number from 1 to 16/,
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

  test('where the folder of one cannot be had: no folder stays held', async () => {
    await withServices({ good: undefined }, async ({ good }) => {
      const cwd = folderOf({ good: { baseUrl: good.baseUrl }, other: { baseUrl: good.baseUrl } });
      mkdirSync(join(cwd, 'conformance-report'));
      writeFileSync(join(cwd, 'conformance-report/other'), 'a file');
      const { code, stderr } = await run(['--all-targets'], { cwd, env: environment });
      expect({ code, calls: good.calls }).toEqual({ code: 2, calls: [] });
      expect(stderr).toContain('is not a folder');
      expect(existsSync(join(cwd, 'conformance-report/good/.lock'))).toBe(false);
    });
  });

  test.each([
    [
      ['--target', 'goud'],
      /"goud", which is not a target of .*the nearest one is good, and all of them are good, better/,
    ],
    [['--target', 'good,good'], /names good twice/],
    [['--target', ''], /names "", which is not a target/],
    [['--config', 'conformance.config.json'], /no target is chosen/],
    [['--target', 'good', '--config', 'none.json'], /--config names .*none\.json, which does not exist/],
    [['--target', 'good', '--base-url', absent], /--base-url is given together with --target/],
  ])('%j', async (args, words) => {
    const cwd = folderOf({ good: { baseUrl: absent }, better: { baseUrl: absent } });
    const ended = await run(args, { cwd, env: environment });
    expect(ended).toMatchObject({ code: 2, stdout: '', files: null });
    expect(ended.stderr).toMatch(words);
  });
});

describe('a signal in the middle', () => {
  test('ends what is under way, starts nothing more, and leaves reports and the page of what was done', async () => {
    const slow = waiting();
    await withServices(
      { good: undefined, slow: slow.script, never: undefined },
      async ({ good, slow: second, never }) => {
        const cwd = folderOf({
          good: { baseUrl: good.baseUrl },
          slow: { baseUrl: second.baseUrl, timeoutMs: 60_000 },
          never: { baseUrl: never.baseUrl },
        });
        const ended = run(['--all-targets', '--jobs', '1', '--serial'], { cwd, env: environment });
        await slow.asked;
        process.emit('SIGINT');
        slow.letGo();
        const { code, stdout, out } = await ended;
        expect(code).toBe(130);
        expect(good.calls).toHaveLength(6);
        expect(second.calls).toHaveLength(1);
        expect(never.calls).toHaveLength(0);
        expect(reportIn(join(out, 'good')).summary.exitCode).toBe(0);
        expect(reportIn(join(out, 'slow')).run.cut).toBe(true);
        expect(summaryOf(stdout)).toContain(
          '– never   –           –\n  Not run: ended by a signal before its turn',
        );
        const files = filesBelow(out);
        expect(files['index.html']).toContain('Not run: ended by a signal before its turn; nothing was sent');
        expect(Object.keys(files).filter((path) => path.endsWith('.lock'))).toEqual([]);
      },
    );
  });
});

test('no token is in any file or in what is printed, though a service sends it back', async () => {
  const tokens = ['token-of-one-0123456789', 'token-of-two-9876543210'];
  const echo: Script = ({ headers }, prepared, response) => {
    const body = prepared.body.replace('"requestId":"', `"requestId":"${headers.authorization ?? ''}`);
    sendPrepared({ ...prepared, body }, response);
  };
  await withServices({ one: echo, two: echo }, async ({ one, two }) => {
    const cwd = folderOf({
      one: { baseUrl: one.baseUrl },
      two: { baseUrl: two.baseUrl, accessToken: { env: 'CONFORMANCE_SECRET_TWO' } },
    });
    const env = { CONFORMANCE_SECRET_ONE: tokens[0] ?? '', CONFORMANCE_SECRET_TWO: tokens[1] ?? '' };
    const { stdout, stderr, out } = await run(['--all-targets'], { cwd, env });
    const texts = { ...filesBelow(out), stdout, stderr };
    const leaking = Object.entries(texts).filter(([, text]) => tokens.some((token) => text.includes(token)));
    expect(leaking.map(([path]) => path)).toEqual([]);
  });
});
