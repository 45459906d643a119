import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { finished, folderWith, root } from '../support/cli.ts';
import { conformingExchanges, recordingOf, requestCount } from '../support/conforming.ts';
import { startService } from '../support/service.ts';
import type { Report } from '../support/subject.ts';
import { recordingText } from '../support/traffic.ts';
import { aimedAt, reportFolder } from './targets.ts';

/** What tests are given as their report, in processes as vitest has them: of a recording, or of requests that are sent once in a start. */

const name = 'recording.ndjson';
const whole = recordingText(recordingOf(conformingExchanges()));
const lines = whole.split(/(?<=\n)/);
const imported = (file: string) => JSON.stringify(join(root, 'dist', file));

/** A worker of vitest that asks. */
const ask = `import { conformanceReport } from ${imported('src/vitest.js')};
try { process.stdout.write(JSON.stringify(await conformanceReport())); }
catch (error) { process.stderr.write(error.stack); process.exitCode = 9; }`;

/** The process that vitest is started as, with some workers; its last line is how each of them ends. */
const start = `import { fork } from 'node:child_process';
import Reporter from ${imported('reporters/vitest.js')};
const reporter = new Reporter();
reporter.onInit({ config: JSON.parse(process.argv[2]) });
reporter.onTestRunStart();
const ended = await Promise.all(Array.from({ length: Number(process.argv[3]) }, () => new Promise((resolve) => {
  const worker = fork('ask.mjs', { silent: true });
  const text = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr']) worker[name].on('data', (chunk) => { text[name] += chunk; });
  worker.on('close', (code) => resolve({ code, ...text }));
})));
await reporter.onTestRunEnd([]);
process.stdout.write('\\n' + JSON.stringify(ended));`;

interface Worker {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const waiver = { id: 'put.data.name:type', reason: 'agreed', owner: 'us', expires: '2999-12-31' };
const waivers = (more: object) => JSON.stringify({ waivers: [{ ...waiver, ...more }] });

interface Row {
  readonly files?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly config?: object;
  /** That of the report, or what is said in its place. */
  readonly ends: Report['summary']['exitCode'] | RegExp;
  readonly sent?: number;
}

const recording = (text: string) => ({ [name]: text });
const judging = { CONFORMANCE_EXCHANGES: name };
const wrong = { CONFORMANCE_ENTITY_ID: '..', CONFORMANCE_REPEAT: 'x' };
const waived = { ...judging, CONFORMANCE_WAIVERS_FILE: 'w.json' };
const sharded = { shard: { index: 1, count: 2 } };

const rows: Readonly<Record<string, Row>> = {
  'a recording': { files: recording(whole), env: judging, ends: 0 },
  'a recording in watch mode and in a shard': {
    files: recording(whole),
    env: judging,
    config: { watch: true, ...sharded },
    ends: 0,
  },
  'one that is cut short': {
    files: recording(`${lines.slice(0, 4).join('')}{"line":"intent","pro`),
    env: judging,
    ends: 3,
  },
  'none there': { env: judging, ends: /recording\.ndjson cannot be judged: does not exist/ },
  'an empty one': {
    files: recording(''),
    env: judging,
    ends: /the first line is not the header of a run, format version 1/,
  },
  'something else': {
    files: recording('{"a":1}\n'),
    env: judging,
    ends: /line 1: \/line must be one of run/,
  },
  'no JSON': { files: recording('hello\n'), env: judging, ends: /line 1 is not JSON/ },
  'with a waiver': { files: { ...recording(whole), 'w.json': waivers({}) }, env: waived, ends: 1 },
  'with a waiver of nobody': {
    files: { ...recording(whole), 'w.json': waivers({ owner: '' }) },
    env: waived,
    ends: /CONFORMANCE_WAIVERS_FILE .* \/waivers\/0\/owner must be text that says something/,
  },
  'sent once for all who ask': { ends: 0, sent: requestCount },
  'settings that are wrong': { env: wrong, ends: /CONFORMANCE_ENTITY_ID.*CONFORMANCE_REPEAT/s },
  'watch mode': { config: { watch: true }, ends: /nothing was sent: watch mode would send at each change/ },
  'a shard': { config: sharded, ends: /nothing was sent: each shard would send/ },
  'some tests by their names': { config: { testNamePattern: {} }, ends: /nothing was sent: .* leave out -t/ },
};

test.each(Object.entries(rows))('%s', async (_, { files = {}, env = {}, config = {}, ends, sent = 0 }) => {
  await using service = await startService();
  const cwd = folderWith({ ...files, 'ask.mjs': ask, 'start.mjs': start });
  const given = { cwd, env: { ...aimedAt(service), ...env, TMPDIR: cwd } };
  const count = sent > 0 ? 3 : 1;
  const { code, stdout, stderr } = await finished(
    join(cwd, 'start.mjs'),
    [JSON.stringify(config), String(count)],
    given,
  );
  const workers = JSON.parse(stdout.split('\n').at(-1) || '[]') as readonly Worker[];
  expect(workers, stderr).toHaveLength(count);
  for (const worker of workers) {
    expect(worker.code, worker.stderr).toBe(typeof ends === 'number' ? 0 : 9);
    if (typeof ends === 'number') expect(JSON.parse(worker.stdout).summary.exitCode).toBe(ends);
    // What somebody has set is wrong: no stack leads into the package.
    else
      expect(worker.stderr).toMatch(new RegExp(`^UsageError: .*${ends.source}[^]*$(?<!\\n    at [^]*)`, 's'));
  }
  expect(code).toBe(typeof ends === 'number' ? ends : 2);
  expect(/\(exit (\d)\)/.exec(stdout)?.[1]).toBe(typeof ends === 'number' ? String(ends) : undefined);
  expect(new Set(workers.map((worker) => worker.stdout)).size).toBe(1);
  expect(service.calls).toHaveLength(sent);
  const left = readdirSync(cwd).filter((file) => !(file in files) && !/^(?:ask|start)\.mjs$/.test(file));
  const written = sent > 0 ? [reportFolder] : ['junit.xml', 'report.html', 'report.json', 'report.md'];
  expect(left.sort()).toEqual(typeof ends === 'number' ? written : []);
});

test('without the reporter, which gives all workers one place, nothing is sent', async () => {
  await using service = await startService();
  const cwd = folderWith({ 'ask.mjs': ask });
  const { code, stderr } = await finished(join(cwd, 'ask.mjs'), [], { cwd, env: aimedAt(service) });
  expect({ code, sent: service.calls.length }).toEqual({ code: 9, sent: 0 });
  expect(stderr).toMatch(
    /^UsageError: nothing was sent: without its reporter.*entity-config-conformance\/reporter/,
  );
});

test('where the worker that was sending is gone, the others end, and nothing is sent again', async () => {
  await using service = await startService();
  const cwd = folderWith({ 'ask.mjs': ask });
  const path = join(cwd, 'report.json');
  writeFileSync(`${path}.claim`, '');
  utimesSync(`${path}.claim`, new Date(0), new Date(0));
  const env = {
    ...aimedAt(service),
    ENTITY_CONFIG_CONFORMANCE_START: JSON.stringify({ path, refusal: null }),
  };
  const { code, stderr } = await finished(join(cwd, 'ask.mjs'), [], { cwd, env });
  expect({ code, sent: service.calls.length }).toEqual({ code: 9, sent: 0 });
  expect(stderr).toContain('the worker of vitest that was sending ended before it had a report');
});
