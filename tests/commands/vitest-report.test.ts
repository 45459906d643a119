import fs, { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { finished, folderWith, root } from '../support/cli.ts';
import { conformingExchanges, recordingOf, requestCount } from '../support/conforming.ts';
import { startService } from '../support/service.ts';
import { type Report, recordedOnce } from '../support/subject.ts';
import { recordingText } from '../support/traffic.ts';
import { aimedAt } from './targets.ts';

/** What a suite of tests is given as its report, in processes as vitest has them: of a recording, or of requests that are sent once. */

const name = 'recording.ndjson';
const whole = recordingText(recordingOf(conformingExchanges()));
const lines = whole.split(/(?<=\n)/);
const library = join(root, 'dist/src/vitest.js');
const asking = `import { conformanceReport } from ${JSON.stringify(library)};
try { process.stdout.write(JSON.stringify(await conformanceReport())); }
catch (error) { process.stderr.write(error.stack); process.exitCode = 9; }`;

const waiver = { id: 'put.data.name:type', reason: 'agreed', owner: 'us', expires: '2999-12-31' };
const waivers = (more: object) => JSON.stringify({ waivers: [{ ...waiver, ...more }] });

interface Row {
  readonly files?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  /** That of the report, or what is said in its place. */
  readonly ends: Report['summary']['exitCode'] | RegExp;
  readonly sent?: number;
  /** Workers that ask at a time. */
  readonly workers?: number;
}

const recording = (text: string) => ({ [name]: text });
const live = { CONFORMANCE_LIVE: '1' };
const claimed = { [`${name}.claim`]: '1\n' };
const wrong = { CONFORMANCE_ENTITY_ID: '..', CONFORMANCE_REPEAT: 'x' };
const waived = { CONFORMANCE_WAIVERS_FILE: 'w.json' };

const rows: Readonly<Record<string, Row>> = {
  'a recording': { files: recording(whole), ends: 0 },
  'one that is cut short, though it may be sent': {
    files: recording(`${lines.slice(0, 4).join('')}{"line":"intent","pro`),
    env: live,
    ends: 3,
  },
  'none there': { ends: /recording\.ndjson cannot be judged: does not exist/ },
  'none named': { env: { CONFORMANCE_EXCHANGES: '' }, ends: /there is nothing to judge.*CONFORMANCE_LIVE=1/ },
  'an empty one': {
    files: recording(''),
    ends: /the first line is not the header of a run, format version 1/,
  },
  'an empty one where it may be sent: nobody waits': {
    files: recording(''),
    env: live,
    ends: /not the header of a run/,
  },
  'something else': { files: recording('{"a":1}\n'), ends: /line 1: \/line must be one of run/ },
  'no JSON': { files: recording('hello\n'), ends: /line 1 is not JSON/ },
  'with a waiver': { files: { ...recording(whole), 'w.json': waivers({}) }, env: waived, ends: 1 },
  'with a waiver of nobody': {
    files: { ...recording(whole), 'w.json': waivers({ owner: '' }) },
    env: waived,
    ends: /CONFORMANCE_WAIVERS_FILE .* \/waivers\/0\/owner must be text that says something/,
  },
  'sent once for all who ask': { env: live, ends: 0, sent: requestCount, workers: 2 },
  'settings that are wrong': {
    env: { ...live, ...wrong },
    ends: /CONFORMANCE_ENTITY_ID.*CONFORMANCE_REPEAT/s,
  },
  'whoever was sending is gone: what was recorded is judged': {
    files: { ...recording(lines.slice(0, 2).join('')), ...claimed },
    env: live,
    ends: 3,
  },
  'whoever was about to send is gone': { files: claimed, env: live, ends: 0, sent: requestCount, workers: 2 },
  'live is no other word': { env: { CONFORMANCE_LIVE: 'true' }, ends: /does not exist/ },
};

test.each(Object.entries(rows))('%s', async (_, { files = {}, env = {}, ends, sent = 0, workers = 1 }) => {
  await using service = await startService();
  const cwd = folderWith({ ...files, 'ask.mjs': asking });
  // A claim that nobody touched for long, with an id that another process has now.
  if (`${name}.claim` in files) utimesSync(join(cwd, `${name}.claim`), new Date(0), new Date(0));
  const given = { cwd, env: { ...aimedAt(service), CONFORMANCE_EXCHANGES: name, ...env } };
  const ask = () => finished(join(cwd, 'ask.mjs'), [], given);
  const all = await Promise.all(Array.from({ length: workers }, ask));
  for (const { code, stdout, stderr } of all) {
    expect(code, stderr).toBe(typeof ends === 'number' ? 0 : 9);
    if (typeof ends === 'number') expect(JSON.parse(stdout).summary.exitCode).toBe(ends);
    // What somebody has set is wrong: no stack leads into the package.
    else expect(stderr).toMatch(new RegExp(`^UsageError: .*${ends.source}[^]*$(?<!\\n    at [^]*)`, 's'));
  }
  expect(new Set(all.map(({ stdout }) => stdout)).size).toBe(1);
  expect(service.calls).toHaveLength(sent);
  if (!(name in files)) expect(readdirSync(cwd).filter((file) => file.includes('.claim'))).toEqual([]);
  if (sent > 0) expect(readFileSync(join(cwd, name), 'utf8')).toContain('{"line":"end"');
});

const calls = [
  'lstatSync',
  'existsSync',
  'openSync',
  'closeSync',
  'renameSync',
  'linkSync',
  'rmSync',
] as const;

/** Calls `before` ahead of each step that code in this process takes on the file system. @returns how that ends */
function beforeEachStep(before: () => void): () => void {
  const spies = calls.map((call) => {
    const original = fs[call] as (...given: unknown[]) => unknown;
    return vi.spyOn(fs, call).mockImplementation((...given: unknown[]) => {
      before();
      return original(...given) as never;
    });
  });
  syncBuiltinESMExports();
  return () => {
    for (const spy of spies) spy.mockRestore();
    syncBuiltinESMExports();
  };
}

/** As if nobody had touched the files of a folder for long. */
function age(cwd: string): void {
  for (const file of readdirSync(cwd)) utimesSync(join(cwd, file), new Date(0), new Date(0));
}

/** What two do who find a void claim, where the second begins just before a step of the first. */
async function together(step: number) {
  const cwd = folderWith(claimed);
  age(cwd);
  const path = join(cwd, name);
  let sent = 0;
  const record = () =>
    recordedOnce(path, async () => {
      sent += 1;
      await new Promise(setImmediate);
      writeFileSync(path, whole);
    });
  let steps = 0;
  let second: Promise<void> | undefined;
  const end = beforeEachStep(() => {
    steps += 1;
    if (steps === step) second = record();
  });
  try {
    await record();
    await second;
  } finally {
    end();
  }
  return { sent, left: readdirSync(cwd), isBegun: second !== undefined };
}

test('of two who find that whoever was about to send is gone, one sends', async () => {
  for (let step = 1; ; step += 1) {
    const { isBegun, ...outcome } = await together(step);
    expect(outcome, `the second begins before step ${step} of the first`).toEqual({ sent: 1, left: [name] });
    if (!isBegun) break;
  }
});

test('whoever was taken for gone and fails does not remove the claim of whoever took over', async () => {
  const cwd = folderWith({});
  const path = join(cwd, name);
  const senders: string[] = [];
  const others: Promise<void>[] = [];
  const third = async () => {
    senders.push('third');
  };
  const second = async () => {
    senders.push('second');
    await expect(first).rejects.toThrow('failed');
    others.push(recordedOnce(path, third));
    writeFileSync(path, whole);
  };
  const first = recordedOnce(path, async () => {
    await new Promise(setImmediate);
    age(cwd);
    others.push(recordedOnce(path, second));
    throw new Error('failed');
  });
  await expect(first).rejects.toThrow('failed');
  await vi.waitUntil(() => others.length === 2);
  await Promise.all(others);
  expect(senders).toEqual(['second']);
  expect(readdirSync(cwd)).toEqual([name]);
});
