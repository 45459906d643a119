import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { conformance } from '../support/cli.ts';
import { startService } from '../support/service.ts';
import type { Report } from '../support/subject.ts';
import { reportFolder } from './targets.ts';
import { all, faulty, file, recorded, recording } from './waived-runs.ts';

/** `evidence` of a report, and whether its recording gives it: `render RECORDING --verify REPORT`. */

const recordingName = join(reportFolder, 'exchanges.ndjson');
const reportName = join(reportFolder, 'report.json');
const zeros = '0'.repeat(64);

let cwd = '';
let unwaived = '';
let report: Report;

beforeAll(async () => {
  await using service = await startService(faulty);
  unwaived = await recorded(service, null);
  cwd = await recorded(service, all);
  report = reportIn(cwd, reportName);
});

const reportIn = (folder: string, name: string): Report =>
  JSON.parse(readFileSync(join(folder, name), 'utf8'));
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');
const rendered = (...args: readonly string[]) => conformance(['render', ...args], { cwd });

/** Verifies a report that is like that of the run but for a member or two. */
async function verified(change: (report: Report) => object) {
  writeFileSync(join(cwd, 'other.json'), JSON.stringify({ ...report, ...change(report) }));
  const { code, stdout } = await rendered(recordingName, '--verify', 'other.json');
  return { code, stdout, words: stdout.replaceAll(/\s+/g, ' '), wrong: stdout.match(/^✗/gm)?.length ?? 0 };
}

test('evidence has the digests of the recording, the waivers and the contract, and the versions', async () => {
  const own = {
    contract: report.evidence?.contract,
    suite: packageJson.version,
    node: process.versions.node,
  };
  expect(report.evidence).toEqual({
    ...own,
    recording: sha256(readFileSync(recording(cwd))),
    // What docs/ci.md says to compute them with.
    waivers: sha256(execFileSync('jq', ['-cjS', '.waivers', file], { cwd })),
    contract: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(reportIn(unwaived, reportName).evidence).not.toHaveProperty('waivers');
  await rendered(recordingName, '--out', 'again', '--reporter', 'json');
  expect(reportIn(cwd, 'again/report.json')).toEqual(report);
  await conformance(['check', recording(cwd), '--out', 'checked', '--reporter', 'json'], { cwd });
  expect(reportIn(cwd, 'checked/report.json').evidence).toEqual(own);
});

describe('render --verify', () => {
  test('says that a recording gives its report', async () => {
    const { code, stdout } = await rendered(recordingName, '--verify', reportName);
    expect(code).toBe(0);
    for (const one of ['recording', 'waivers'] as const)
      expect(stdout).toContain(`SHA-256 ${report.evidence?.[one]}`);
    expect(stdout).toContain(`\nVERIFIED: ${recordingName} gives ${reportName}`);
  });

  test.each<readonly [what: string, change: (report: Report) => object, at: string, lines: number]>([
    [
      'a count',
      ({ summary }) => ({ summary: { ...summary, observations: 99 } }),
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
    [
      'another contract',
      ({ evidence }) => ({ evidence: { ...evidence, contract: zeros } }),
      '/evidence/contract: ',
      1,
    ],
    ['no evidence', () => ({ evidence: undefined }), '/evidence: nothing; judged again, {', 1],
    [
      'many differences',
      ({ requirements }) => ({ requirements: requirements.map((one) => ({ ...one, statement: 'x' })) }),
      ' more places',
      21,
    ],
  ])('finds %s', async (_, change, at, lines) => {
    const { code, words, wrong } = await verified(change);
    expect([code, wrong]).toEqual([1, lines]);
    expect(words).toContain(at);
    expect(words).toContain('NOT VERIFIED (exit 1)');
  });

  test('finds that the recording was changed, even by a line that changes no verdict', async () => {
    copyFileSync(recording(cwd), join(cwd, 'changed.ndjson'));
    appendFileSync(join(cwd, 'changed.ndjson'), '\n');
    const { code, stdout } = await rendered('changed.ndjson', '--verify', reportName);
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
    const before = join(unwaived, reportName);
    await rendered(recordingName, '--out', 'later', '--reporter', 'json', '--previous', before);
    const later = [recordingName, '--verify', 'later/report.json', '--previous'];
    const codes = [await rendered(...later, before), await rendered(...later, reportName)];
    const waived = [recording(unwaived), '--waivers', file];
    codes.push(await rendered(...waived, '--verify', before));
    await rendered(...waived, '--out', 'waived', '--reporter', 'json');
    codes.push(await rendered(...waived, '--verify', 'waived/report.json'));
    codes.push(await rendered(recording(unwaived), '--verify', 'waived/report.json'));
    expect(codes.map(({ code }) => code)).toEqual([0, 1, 1, 0, 1]);
  });

  test.each<readonly [args: readonly string[], says: string]>([
    [[reportName, '--verify', reportName], 'is a report: conformance render'],
    [[recordingName, '--verify', recordingName], 'is a recording of a run: conformance render'],
    [[recordingName, '--verify', reportName, '--out', 'x'], '--verify and --out contradict each other'],
    [[recordingName, '--verify', 'gone.json'], 'gone.json does not exist'],
  ])('%s is refused', async (args, says) =>
    expect(await rendered(...args)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining(says),
    }),
  );
});
