import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { aimedAt } from '../../attacks/aimed-at.ts';
import { everythingOf } from '../../attacks/left-behind.ts';
import { reportFolder, runProcess as run } from '../../commands/targets.ts';
import { temporaryFolder } from '../../support/cli.ts';
import { requestCount } from '../../support/conforming.ts';
import { type Script, type ScriptedService, sendPrepared, startService } from '../../support/service.ts';

/** The folder for reports, when it is not what it should be: found before anything is sent, or named at the end. */

interface Outcome extends Awaited<ReturnType<typeof run>> {
  readonly calls: ScriptedService['calls'];
}

async function runIn(cwd: string, args: readonly string[] = [], script?: Script): Promise<Outcome> {
  await using service = await startService(script);
  return { ...(await run(args, { cwd, env: aimedAt(service) })), calls: service.calls };
}

interface Unusable {
  readonly name: string;
  /** Prepares the folder of the run; what it returns is given as --out. */
  readonly prepare: (cwd: string) => string;
  readonly says: RegExp;
}

const unusable: readonly Unusable[] = [
  {
    name: 'below a file',
    prepare: (cwd) => {
      writeFileSync(join(cwd, 'file'), '');
      return 'file/reports';
    },
    says: /file\/reports is not a folder/,
  },
  {
    name: 'a link, even to a folder that could be written',
    prepare: (cwd) => {
      mkdirSync(join(cwd, 'real'));
      symlinkSync('real', join(cwd, 'link'));
      return 'link';
    },
    says: /link is a link, which is not followed\. Choose a folder .*, for example --out \/.*\/real\./,
  },
  {
    name: 'below a device',
    prepare: () => '/dev/null/reports',
    says: /\/dev\/null\/reports is not a folder/,
  },
  {
    name: 'with a folder where a report has to be',
    prepare: (cwd) => {
      mkdirSync(join(cwd, 'taken/report.json'), { recursive: true });
      return 'taken';
    },
    says: /holds .*taken\/report\.json, a folder, where a file has to be written/,
  },
];

/** Linux has a file system that takes no folders. */
const onLinux: readonly Unusable[] = [
  {
    name: 'where nobody may make one',
    prepare: () => '/proc/reports',
    says: /\/proc\/reports cannot be written to \(ENOENT\)/,
  },
];

test.concurrent.each([...unusable, ...(existsSync('/proc/self') ? onLinux : [])])(
  'a folder for reports, found before anything is sent: $name',
  async ({ prepare, says }) => {
    const cwd = temporaryFolder();
    const { code, stdout, stderr, calls } = await runIn(cwd, ['--out', prepare(cwd)]);
    expect({ code, stdout, calls }).toEqual({ code: 2, stdout: '', calls: [] });
    expect(stderr).toMatch(/^conformance: CONFORMANCE_OUT \(--out\)/);
    expect(stderr).toMatch(says);
    expect(stderr).toMatch(/for example --out \S+/);
  },
);

/** Mounts a file system of a given size, which only root may; false where that is not permitted. */
function mounted(folder: string, size: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder], { stdio: 'ignore' });
    onTestFinished(() => void execFileSync('umount', ['--lazy', folder]));
    return true;
  } catch {
    return false;
  }
}

function linesOf(journal: string): readonly Record<string, unknown>[] {
  return readFileSync(journal, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as Record<string, unknown>];
      } catch {
        return [];
      }
    });
}

describe('a file system', () => {
  test('that is filled while a run goes on: exit 4, the file named, nothing sent that the journal lacks', async ({
    skip,
  }) => {
    const cwd = temporaryFolder();
    if (!mounted(cwd, '3m')) skip('mounting is not permitted here');
    const large: Script = (_, prepared, response) =>
      sendPrepared({ ...prepared, body: `${prepared.body}${' '.repeat(1_000_000)}` }, response);
    const { code, stderr, calls, out } = await runIn(cwd, ['--serial', '--repeat', '9'], large);
    expect(code).toBe(4);
    const [, name = ''] =
      /(exchanges\.[0-9a-f]{12}\.ndjson) cannot be written \(ENOSPC\); it holds what was sent before/.exec(
        stderr,
      ) ?? [];
    const lines = linesOf(join(out, name));
    expect(lines.filter(({ line }) => line === 'intent').length).toBeGreaterThanOrEqual(calls.length);
    expect(calls.length).toBeLessThan(14);
  });
});

/** Puts something in the place of a report once the run has begun to send. */
const inTheWay =
  (put: (path: string) => void, cwd: string): Script =>
  (_, prepared, response) => {
    const path = join(cwd, reportFolder, 'report.json');
    if (!existsSync(path)) put(path);
    sendPrepared(prepared, response);
  };

test.concurrent.each([
  { name: 'for a folder in its place', code: 'EISDIR', put: (path: string) => void mkdirSync(path) },
])(
  'a report that cannot be written at the end: $name: exit 4, named, and everything else is there',
  async ({ code, put }) => {
    const cwd = temporaryFolder();
    const ended = await runIn(cwd, [], inTheWay(put, cwd));
    expect(ended.code).toBe(4);
    expect(ended.stderr).toMatch(
      new RegExp(`^conformance: fault .*report\\.json cannot be written \\(${code}\\)$`, 'm'),
    );
    expect(ended.stdout).toMatch(/^CONFORMS \(exit 0\)/m);
    expect(ended.calls).toHaveLength(requestCount);
    const { 'exchanges.ndjson': journal, 'junit.xml': junit } = everythingOf({
      ...ended,
      files: 'exchanges.ndjson gl-code-quality.json junit.xml report.html report.md report.sarif'.split(' '),
    });
    expect(journal?.match(/^\{"line":"exchange"/gm)).toHaveLength(requestCount);
    expect(junit).toContain('</testsuites>');
  },
);
