import { createHash } from 'node:crypto';
import { appendFileSync, copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { conformance, temporaryFolder } from '../support/cli.ts';
import { record, recorded, run } from '../support/runs.ts';
import type { Report } from '../support/subject.ts';
import { recordingText } from '../support/traffic.ts';

/** `evidence` of a report, and whether its recording gives it: `render RECORDING --verify REPORT`. */

const zeros = '0'.repeat(64);
const id = 'put.data.enabled:type';
const waivers = [{ id, reason: 'agreed', owner: 'us', expires: '2999-12-31' }];
const wrong = run(record('put', { enabled: 'yes' }));

let cwd = '';
let report: Report;

beforeAll(async () => {
  cwd = temporaryFolder();
  write('waivers.json', { waivers });
  writeFileSync(join(cwd, 'bare.ndjson'), recordingText(recorded(wrong, { runId: 'run0' })));
  writeFileSync(join(cwd, 'run.ndjson'), recordingText(recorded(wrong, { waivers })));
  report = await rendered('run.ndjson');
});

const write = (name: string, value: object) => writeFileSync(join(cwd, name), JSON.stringify(value));
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');
const render = (...args: readonly string[]) => conformance(['render', ...args], { cwd });
const reportIn = (folder: string) =>
  JSON.parse(readFileSync(join(cwd, folder, 'report.json'), 'utf8')) as Report;

/** The report of a recording, which is then in a folder of the same name. */
async function rendered(recording: string, ...args: readonly string[]): Promise<Report> {
  const folder = [recording.split('.')[0], ...args].join('');
  const made = await render(recording, '--reporter', 'json', '--out', folder, ...args);
  expect(made).toMatchObject({ code: 0, stderr: '' });
  return reportIn(folder);
}

/** Verifies a report that is like that of the run but for a member or two. */
async function verified(change: (report: Report) => object) {
  write('other.json', { ...report, ...change(report) });
  const { code, stdout } = await render('run.ndjson', '--verify', 'other.json');
  return { code, words: stdout.replaceAll(/\s+/g, ' '), wrong: stdout.match(/^✗/gm)?.length ?? 0 };
}

test('evidence has the digests of the recording, the waivers and the contract, and the versions', async () => {
  const sorted = waivers.map((one) => Object.fromEntries(Object.entries(one).sort()));
  const own = {
    contract: report.evidence?.contract,
    suite: packageJson.version,
    node: process.versions.node,
  };
  expect(own.contract).toMatch(/^[0-9a-f]{64}$/);
  const recording = sha256(readFileSync(join(cwd, 'run.ndjson')));
  // As docs/ci.md computes it, with jq.
  expect(report.evidence).toEqual({ ...own, recording, waivers: sha256(JSON.stringify(sorted)) });
  expect((await rendered('bare.ndjson')).evidence).not.toHaveProperty('waivers');
  await conformance(['check', 'bare.ndjson', '--out', 'checked', '--reporter', 'json'], { cwd });
  expect(reportIn('checked').evidence).toEqual(own);
});

describe('render --verify', () => {
  test('says that a recording gives its report, that of a run as well', async () => {
    const { code, stdout } = await render('run.ndjson', '--verify', 'run/report.json');
    expect(code).toBe(0);
    for (const one of ['recording', 'waivers'] as const)
      expect(stdout).toContain(`SHA-256 ${report.evidence?.[one]}`);
    expect(stdout).toContain('\nVERIFIED: run.ndjson gives run/report.json');
    await conformance(['run', '--reference', '--out', 'ran', '--reporter', 'json'], { cwd });
    expect((await render('ran/exchanges.ndjson', '--verify', 'ran/report.json')).code).toBe(0);
  });

  test.each<readonly [what: string, change: (report: Report) => object, at: string, lines: number]>([
    [
      'a count',
      (one) => ({ summary: { ...one.summary, observations: 99 } }),
      '/summary/observations: 99; judged again, ',
      1,
    ],
    [
      'a requirement less',
      ({ requirements }) => ({ requirements: requirements.slice(1) }),
      '/requirements/0/id: "put:byte-order-mark"; judged again, "put:json"',
      21,
    ],
    [
      'another recording',
      ({ evidence }) => ({ evidence: { ...evidence, recording: zeros } }),
      `/evidence/recording: "${zeros}"; judged again, `,
      1,
    ],
    ['no evidence', () => ({ evidence: undefined }), '/evidence: nothing; judged again, {', 1],
  ])('finds %s', async (_, change, at, lines) => {
    const { code, words, wrong: marks } = await verified(change);
    expect([code, marks]).toEqual([1, lines]);
    expect(words).toContain(at);
    expect(words.includes(' more places')).toBe(lines === 21);
    expect(words).toContain('NOT VERIFIED (exit 1)');
  });

  test('finds that the recording was changed, even by a line that changes no verdict', async () => {
    copyFileSync(join(cwd, 'run.ndjson'), join(cwd, 'changed.ndjson'));
    appendFileSync(join(cwd, 'changed.ndjson'), '\n');
    const { code, stdout } = await render('changed.ndjson', '--verify', 'run/report.json');
    expect([code, stdout]).toEqual([1, expect.stringContaining('/evidence/recording')]);
  });

  test('versions and what changed since an earlier run may differ, and are named', async () => {
    const { code, words } = await verified(({ evidence, conclusion }) => ({
      evidence: { ...evidence, suite: '0.0.1', node: '18.0.0' },
      change: null,
      conclusion: { ...conclusion, changed: 'Better' },
    }));
    expect(code).toBe(0);
    expect(words).toContain('made by version 0.0.1 on Node.js 18.0.0, judged again by version');
    expect(words).toContain('not compared: to compare, pass the earlier report with --previous');
  });

  test('an earlier report and other waivers than those of the run are named', async () => {
    await rendered('bare.ndjson');
    await rendered('run.ndjson', '--previous', 'bare/report.json');
    await rendered('bare.ndjson', '--waivers', 'waivers.json');
    const lines = [
      ['run.ndjson --verify run--previousbare/report.json/report.json --previous bare/report.json', 0],
      ['run.ndjson --verify run--previousbare/report.json/report.json --previous run/report.json', 1],
      ['bare.ndjson --waivers waivers.json --verify bare/report.json', 1],
      ['bare.ndjson --waivers waivers.json --verify bare--waiverswaivers.json/report.json', 0],
      ['bare.ndjson --verify bare--waiverswaivers.json/report.json', 1],
    ] as const;
    for (const [line, code] of lines)
      expect([line, (await render(...line.split(' '))).code]).toEqual([line, code]);
  });

  test.each([
    ['run/report.json --verify run/report.json', 'is a report: conformance render'],
    ['run.ndjson --verify run.ndjson', 'is a recording of a run: conformance render'],
    [
      'run.ndjson --verify run/report.json --out x',
      "'--verify <file>' cannot be used with option '--out <folder>'",
    ],
    ['run.ndjson --verify gone.json', 'gone.json does not exist'],
  ])('%s is refused', async (line, says) => {
    const stderr = expect.stringContaining(says);
    expect(await render(...line.split(' '))).toEqual({ code: 2, stdout: '', stderr });
  });
});
