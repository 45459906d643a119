import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { conformance, temporaryFolder } from '../support/cli.ts';
import { startService } from '../support/service.ts';
import type { Report } from '../support/subject.ts';
import { reportFolder } from './targets.ts';
import { all, faulty, file, recorded, recording } from './waived-runs.ts';

/** `evidence` of a report, and whether its recording gives it: `render RECORDING --verify REPORT`. */

const recordingName = join(reportFolder, 'exchanges.ndjson');
const reportName = join(reportFolder, 'report.json');

let cwd = '';
let unwaived = '';
let report: Report;

beforeAll(async () => {
  await using service = await startService(faulty);
  unwaived = await recorded(service, null);
  cwd = await recorded(service, all);

  report = reportIn(cwd, reportName);
});

function reportIn(folder: string, name: string): Report {
  return JSON.parse(readFileSync(join(folder, name), 'utf8')) as Report;
}

/** Writes a report that is like that of the run but for a member or two. */
function written(name: string, change: (report: Report) => object): string {
  writeFileSync(join(cwd, name), JSON.stringify({ ...report, ...change(report) }));
  return name;
}

async function verified(args: readonly string[], folder = cwd) {
  const { code, stdout, stderr } = await conformance(['render', ...args], { cwd: folder });
  return { code, stdout, stderr };
}

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');

describe('evidence', () => {
  test('has the digests of the recording, the waivers and the contract, and the versions', () => {
    expect(report.evidence).toEqual({
      recording: sha256(readFileSync(recording(cwd))),
      // What docs/ci.md says to compute them with.
      waivers: sha256(execFileSync('jq', ['-cjS', '.waivers', file], { cwd })),
      contract: expect.stringMatching(/^[0-9a-f]{64}$/),
      suite: packageJson.version,
      node: process.versions.node,
    });
    expect(reportIn(unwaived, reportName).evidence).not.toHaveProperty('waivers');
  });

  test('is the same in the report of a recording that is judged again', async () => {
    await verified([recordingName, '--out', 'again', '--reporter', 'json']);
    expect(reportIn(cwd, 'again/report.json')).toEqual(report);
  });
});

describe('render --verify', () => {
  test('says that a recording gives its report', async () => {
    const { code, stdout, stderr } = await verified([recordingName, '--verify', reportName]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(`✓ recording           SHA-256 ${report.evidence?.recording}`);
    expect(stdout).toContain(`✓ waivers             SHA-256 ${report.evidence?.waivers}`);
    expect(stdout.trimEnd().split('\n').at(-1)).toBe(`VERIFIED: ${recordingName} gives ${reportName}`);
  });

  test.each<readonly [name: string, change: (report: Report) => object, at: string]>([
    [
      'count',
      ({ summary }) => ({ summary: { ...summary, observations: 99 } }),
      '/summary/observations: 99; judged again, ',
    ],
    [
      'requirement',
      ({ requirements }) => ({ requirements: requirements.slice(1) }),
      '/requirements/0/id: "put:byte-order-mark"; judged again, "put:json"',
    ],
    [
      'digest of the recording',
      ({ evidence }) => ({ evidence: { ...evidence, recording: '0'.repeat(64) } }),
      `/evidence/recording: "${'0'.repeat(64)}"; judged again, `,
    ],
    [
      'digest of the contract',
      ({ evidence }) => ({ evidence: { ...evidence, contract: '0'.repeat(64) } }),
      '/evidence/contract: ',
    ],
    ['evidence', () => ({ evidence: undefined }), '/evidence: nothing; judged again, {'],
  ])('finds that the report has another %s', async (name, change, at) => {
    const path = written(`other-${name}.json`, change);
    const { code, stdout } = await verified([recordingName, '--verify', path]);
    expect(code).toBe(1);
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(at);
    expect(stdout).toContain(`NOT VERIFIED (exit 1): ${recordingName} does not give ${path}`);
  });

  test('finds that the recording was changed, even by a line that changes no verdict', async () => {
    copyFileSync(recording(cwd), join(cwd, 'changed.ndjson'));
    appendFileSync(join(cwd, 'changed.ndjson'), '\n');
    const { code, stdout } = await verified(['changed.ndjson', '--verify', reportName]);
    expect(code).toBe(1);
    expect(stdout.match(/^✗/gm)).toHaveLength(1);
    expect(stdout).toContain('/evidence/recording');
  });

  test('lists so many differences, and counts the others', async () => {
    const path = written('many.json', ({ requirements }) => ({
      requirements: requirements.map((one) => ({ ...one, statement: 'x' })),
    }));
    const { code, stdout } = await verified([recordingName, '--verify', path]);
    expect(code).toBe(1);
    expect(stdout.match(/^✗/gm)).toHaveLength(21);
    expect(stdout).toContain(`and ${report.requirements.length - 20} more places`);
  });

  test('versions and what changed since an earlier run may differ, and are named', async () => {
    const path = written('other-versions.json', ({ evidence, conclusion }) => ({
      evidence: { ...evidence, suite: '0.0.1', node: '18.0.0' },
      change: null,
      conclusion: { ...conclusion, changed: 'Better' },
    }));
    const { code, stdout } = await verified([recordingName, '--verify', path]);
    expect(code).toBe(0);
    expect(stdout).toContain('made by version 0.0.1 on Node.js 18.0.0, judged again by version');
    expect(stdout).toContain('not compared: to compare, pass the earlier report with --previous');
  });

  test('a report that looks back to an earlier one is compared with --previous', async () => {
    const previous = join(unwaived, reportName);
    await verified([recordingName, '--out', 'later', '--reporter', 'json', '--previous', previous]);
    const args = [recordingName, '--verify', 'later/report.json', '--previous'];
    expect((await verified([...args, previous])).code).toBe(0);
    const { code, stdout } = await verified([...args, reportName]);
    expect(code).toBe(1);
    expect(stdout).toContain('/change/');
  });

  test('other waivers than those of the run are named with --waivers', async () => {
    const waived = [recording(unwaived), '--waivers', join(cwd, file)];
    const { code, stdout } = await verified([...waived, '--verify', join(unwaived, reportName)]);
    expect(code).toBe(1);
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain('/evidence/waivers: nothing; judged again, "');
    await verified([...waived, '--out', 'waived', '--reporter', 'json']);
    expect((await verified([...waived, '--verify', 'waived/report.json'])).code).toBe(0);
    expect((await verified([recording(unwaived), '--verify', 'waived/report.json'])).code).toBe(1);
  });

  test.each<readonly [args: readonly string[], says: string]>([
    [[reportName, '--verify', reportName], 'is a report: conformance render'],
    [[recordingName, '--verify', recordingName], 'is a recording of a run: conformance render'],
    [[recordingName, '--verify', reportName, '--out', 'x'], '--verify and --out contradict each other'],
    [[recordingName, '--verify', reportName, '--json'], '--verify and --json contradict each other'],
    [[recordingName, '--verify', 'gone.json'], 'gone.json does not exist'],
  ])('%s is refused', async (args, says) => {
    const { code, stdout, stderr } = await verified(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(says);
  });
});

test('recorded traffic has no recording of its own, and a version all the same', async () => {
  const folder = temporaryFolder();
  await conformance(['check', recording(cwd), '--out', folder, '--reporter', 'json'], { cwd });
  expect(reportIn(folder, 'report.json').evidence).toEqual({
    contract: report.evidence?.contract,
    suite: packageJson.version,
    node: process.versions.node,
  });
});
