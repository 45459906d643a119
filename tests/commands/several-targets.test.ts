import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { conformance } from '../support/cli.ts';
import { automationRuleId, requestCount } from '../support/conforming.ts';
import { requirements } from '../support/engine.ts';
import { type Script, sendPrepared } from '../support/service.ts';
import {
  absent,
  allFormats,
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

test('one target is run as any other, from a folder further down, with ids from flags', async () => {
  await withServices({ good: undefined }, async ({ good }) => {
    const another = 'f'.repeat(32);
    const cwd = join(folderOf({ staging: { baseUrl: good.baseUrl } }), 'a/b');
    mkdirSync(cwd, { recursive: true });
    const args = ['--target', 'staging', '--entity-id', another];
    const { code, stdout, stderr, out } = await run(args, { cwd, env: environment });
    expect(code).toBe(0);
    expect(stdout).toMatch(/\nCONFORMS \(exit 0\): .+\n$/);
    expect(stdout).not.toContain('\nTargets\n');
    expect(stderr.match(/^\[\d+\/\d+\] /gm)).toHaveLength(requestCount);
    expect(reportIn(join(out, 'staging')).target).toEqual({
      baseUrl: good.baseUrl,
      reference: false,
      name: 'staging',
    });
    expect(stdout).toContain(`${good.baseUrl} (staging)`);
    expect(existsSync(join(out, 'index.html'))).toBe(false);
    expect(good.calls).toHaveLength(requestCount);
    expect(good.calls.every(({ path }) => path.includes(`/${another}/`))).toBe(true);
  });
});

test('what a target lacks is named as a member of its configuration, by the run and by doctor', async () => {
  await withServices({ good: undefined }, async ({ good }) => {
    const { automationRuleId: _, ...others } = common;
    const cwd = folderOf({ staging: { baseUrl: good.baseUrl } }, others);
    const { stdout } = await run(['--target', 'staging'], { cwd, env: environment });
    expect(stdout).toMatch(/next +Set automationRuleId of target staging, then: /);
    const looked = await conformance(['doctor', '--target', 'staging'], { cwd, env: environment });
    const [remedy] =
      /set automationRuleId of target staging .+/.exec(looked.stdout.replace(/\s+/g, ' ')) ?? [];
    expect(remedy).toContain('automationRuleId (as {"command": …}) of target staging to a command');
    expect(`${stdout}${looked.stdout}`).not.toMatch(/[Ss]et CONFORMANCE_/);
    const planned = await run(['--target', 'staging', '--plan'], { cwd, env: environment });
    expect(planned.stdout.replace(/\s+/g, ' ')).toContain('(automationRuleId of target staging, or');
    expect(stdout.match(/.*[^$]CONFORMANCE_.*/g)).toBeNull();
  });
});

describe('an index.html in the folder for reports', () => {
  const args = ['--target', 'good,other'];
  const targetsOf = (baseUrl: string) => folderOf({ good: { baseUrl }, other: { baseUrl } });

  test('of an earlier run is replaced', async () => {
    await withServices({ good: undefined }, async ({ good }) => {
      const cwd = targetsOf(good.baseUrl);
      const page = join(cwd, 'conformance-report/index.html');
      expect((await run(args, { cwd, env: environment })).code).toBe(0);
      writeFileSync(page, `${readFileSync(page, 'utf8')}<!-- earlier -->`);
      expect((await run(args, { cwd, env: environment })).code).toBe(0);
      expect(readFileSync(page, 'utf8')).not.toContain('earlier');
    });
  });

  test.each<[what: string, put: (path: string) => void, said: string]>([
    [
      'of another tool',
      (path) => writeFileSync(path, '<title>Coverage</title>'),
      'was not written by conformance',
    ],
    ['that leads elsewhere', (path) => symlinkSync('/dev/null', path), 'a link, where a file has to be'],
  ])('%s stays, and nothing is sent', async (_, put, said) => {
    await withServices({ good: undefined }, async ({ good }) => {
      const cwd = targetsOf(good.baseUrl);
      const page = join(cwd, 'conformance-report/index.html');
      mkdirSync(join(cwd, 'conformance-report'));
      put(page);
      const before = readFileSync(page, 'utf8');
      const { code, stderr } = await run(args, { cwd, env: environment });
      expect(code).toBe(2);
      expect(stderr).toContain(page);
      expect(stderr).toContain(said);
      expect(readFileSync(page, 'utf8')).toBe(before);
      expect(good.calls).toEqual([]);
    });
  });
});

describe('three services that differ, on one command line', () => {
  test('those that are chosen are sent requests, and the worst decides the exit code', async () => {
    await withServices(three, async ({ good, bad }) => {
      const cwd = folderOf({
        good: { baseUrl: good.baseUrl },
        bad: { baseUrl: bad.baseUrl },
        absent: { baseUrl: absent },
      });
      const { code, files, out } = await run(['--target', 'good,absent'], { cwd, env: environment });
      expect(code).toBe(3);
      expect([good.calls.length, bad.calls.length]).toEqual([requestCount, 0]);
      const codes = ['good', 'absent'].map((name) => reportIn(join(out, name)).summary.exitCode);
      expect(codes).toEqual([0, 3]);
      expect(files).toEqual(['absent', 'good', 'index.html']);
    });
  });

  test('the table and the page show each target, its verdict and where its report is', async () => {
    await withServices(three, async ({ good, bad }) => {
      const cwd = folderOf({
        good: { baseUrl: good.baseUrl },
        bad: { baseUrl: bad.baseUrl },
        absent: { baseUrl: absent },
      });
      const { code, stdout, out } = await run(['--all-targets'], { cwd, env: allFormats });
      expect(code).toBe(1);
      expect([good.calls.length, bad.calls.length]).toEqual([requestCount, requestCount]);
      expect(summaryOf(stdout).replaceAll(String(requirements.length), 'ALL')).toBe(`
Targets
  ✗ bad
    verdict   Deviates: The service does not conform: one problem in its responses
    checks    1 of ALL requirements deviates, 0 not checked
    action    By the operators of the service: fix what deviates
    next      Fix what deviates and set another automation rule (${automationRuleId}
              was deleted), then: conformance run --target bad
    target    ${bad.baseUrl}
    report    conformance-report/bad/report.html

  – absent
    verdict   Incomplete: No connection to 127.0.0.1:1; nothing was checked
    checks    0 of ALL requirements deviate, ALL not checked
    action    By whoever runs this check: start the service, or correct baseUrl of target absent
    next      conformance doctor --target absent
    target    ${absent}
    report    conformance-report/absent/report.html

  ✓ good
    verdict   Conforms: The service conforms
    checks    0 of ALL requirements deviate, 0 not checked
    target    ${good.baseUrl}
    report    conformance-report/good/report.html

compared    1 of ALL requirements differs between 3 targets
same        147 of ALL requirements conform wherever they were checked
all targets conformance-report/index.html
3 targets: 1 deviating, 1 incomplete, 1 conforming (exit 1)
`);
      const page = readFileSync(join(out, 'index.html'), 'utf8');
      const links = [...page.matchAll(/<a href="([^"#]+)"/g)].map(([, link = '']) => link);
      expect(links.slice(0, 3)).toEqual(['bad/report.html', 'absent/report.html', 'good/report.html']);
      for (const head of ['good</a> ✓', 'bad</a> ✗ 1', 'absent</a> – not checked'])
        expect(page).toContain(head);
      expect(page).toContain('href="bad/report.html#delete.data.priority:type"');
      expect(links.filter((link) => !existsSync(join(out, link)))).toEqual([]);
    });
  });

  test('the output of one is not mixed with that of another, whichever is done first', async () => {
    const slow = waiting();
    await withServices({ slow: slow.script, good: undefined }, async ({ slow: first, good }) => {
      const cwd = folderOf({ slow: { baseUrl: first.baseUrl }, good: { baseUrl: good.baseUrl } });
      const ended = run(['--all-targets'], { cwd, env: environment });
      await slow.asked;
      while (!existsSync(join(cwd, 'conformance-report/good/report.json')))
        await new Promise((resolve) => setTimeout(resolve, 5));
      slow.letGo();
      const { code, stdout, stderr } = await ended;
      expect(code).toBe(0);
      const starts = [...stdout.matchAll(/^(?:Target (\w+)|target {4}(\S+) \(\w+\)|CONFORMS.*|Targets)$/gm)];
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
    await withServices({ a: counted, b: counted }, async ({ a, b }) => {
      const cwd = folderOf({
        a: { baseUrl: a.baseUrl },
        b: { baseUrl: b.baseUrl },
      });
      const args = ['--all-targets', '--serial', '--jobs', '1'];
      expect((await run(args, { cwd, env: environment })).code).toBe(0);
      expect(most).toBe(1);
    });
  });

  test('--plan sends nothing', async () => {
    await withServices(three, async ({ good, bad }) => {
      const cwd = folderOf({ good: { baseUrl: good.baseUrl }, bad: { baseUrl: bad.baseUrl } });
      const planned = await run(['--all-targets', '--plan'], { cwd, env: environment });
      expect(planned).toMatchObject({ code: 0, stderr: '', files: null });
      expect(planned.stdout.match(/^Target \w+$/gm)).toEqual(['Target good', 'Target bad']);
      expect(planned.stdout.match(/^ {5}[A-Z]+ http/gm)).toHaveLength(2 * requestCount);
      expect([...good.calls, ...bad.calls]).toEqual([]);
    });
  });

  test('--quiet prints the table only; the second run says what changed since the first, for each target, and each has its own history', async () => {
    await withServices({ good: undefined, bad: deviates }, async ({ good, bad }) => {
      const of = (baseUrl: string) =>
        JSON.stringify({ defaults: common, targets: { one: { baseUrl }, two: { baseUrl: good.baseUrl } } });
      const cwd = folderOf({});
      writeFileSync(join(cwd, 'conformance.config.json'), of(good.baseUrl));
      const { stdout } = await run(['--all-targets', '--quiet'], { cwd, env: environment });
      expect(stdout.startsWith('\nTargets\n')).toBe(true);
      writeFileSync(join(cwd, 'conformance.config.json'), of(bad.baseUrl));
      const args = ['--all-targets', '--history', 'history'];
      const { out } = await run(args, { cwd, env: { ...environment, CONFORMANCE_KEEP: '1' } });
      expect(reportIn(join(out, 'two')).change?.against?.found).toBe('replaced');
      for (const name of ['one', 'two'])
        expect(readdirSync(join(cwd, 'history', name)).filter((file) => file.endsWith('.json'))).toHaveLength(
          1,
        );
    });
  });
});

test('a signal in the middle ends what is under way, starts nothing more, and leaves reports and the page of what was done', async () => {
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
      expect(good.calls).toHaveLength(requestCount);
      expect(second.calls).toHaveLength(1);
      expect(never.calls).toHaveLength(0);
      expect(reportIn(join(out, 'good')).summary.exitCode).toBe(0);
      expect(reportIn(join(out, 'slow')).run.cut).toBe(true);
      expect(summaryOf(stdout)).toContain(
        '– never\n    verdict   Not run: ended by a signal before its turn',
      );
      const files = filesBelow(out);
      expect(files['index.html']).toContain('Not run: ended by a signal before its turn; nothing was sent');
    },
  );
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
    const env = {
      ...environment,
      CONFORMANCE_SECRET_ONE: tokens[0] ?? '',
      CONFORMANCE_SECRET_TWO: tokens[1] ?? '',
    };
    const { stdout, stderr, out } = await run(['--all-targets'], { cwd, env });
    const texts = { ...filesBelow(out), stdout, stderr };
    const leaking = Object.entries(texts).filter(([, text]) => tokens.some((token) => text.includes(token)));
    expect(leaking.map(([path]) => path)).toEqual([]);
  });
});
