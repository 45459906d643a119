import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { requirements } from '../support/engine.ts';
import { type Script, sendPrepared, startService } from '../support/service.ts';
import { byHand, judgedByHand, withStatus } from './by-hand.ts';
import { temporaryFolder } from './cli.ts';
import { aimedAt, run } from './targets.ts';

/** vitest's own filters and reporters on recordings; a filtered run is never green. */

const total = requirements.length;

const deviates: Script = (_, prepared, response) =>
  sendPrepared(
    {
      ...prepared,
      body: prepared.body
        .replace(
          '"createdAt":"2025-01-05 10:20:30","updatedAt":"2025-01-06"',
          '"createdAt":7,"updatedAt":"x"',
        )
        .replace('"timezone":"Asia/Shanghai"', '"timezone":"Mars/Olympus"'),
    },
    response,
  );

const recordings = { conforming: '', deviating: '' };

async function recordingOf(script?: Script): Promise<string> {
  const service = await startService(script);
  const { out } = await run(['--reporter', 'json'], { env: aimedAt(service) });
  await service.close();
  return join(out, 'exchanges.ndjson');
}

beforeAll(async () => {
  recordings.conforming = await recordingOf();
  recordings.deviating = await recordingOf(deviates);
});

const on = (name: keyof typeof recordings) => ({ CONFORMANCE_EXCHANGES: recordings[name] });

describe.concurrent('a filter', () => {
  test('-t delete.data.createdAt judges just those rows: exit 3, and says how many it left out', async () => {
    const judged = await judgedByHand(['-t', 'delete.data.createdAt'], on('conforming'));
    const rows = requirements.filter(({ id }) => id.startsWith('delete.data.createdAt:')).map(({ id }) => id);
    expect(rows).toHaveLength(3);
    expect([...withStatus(judged, 'passed')].sort()).toEqual([...rows].sort());
    expect(judged.code).toBe(3);
    expect(judged.conclusion).toBe(
      `incomplete (exit 3): ${total - 3} of ${total} requirements were filtered out and not judged`,
    );
  });

  test('a deviation among the rows that are left: exit 1', async () => {
    const judged = await judgedByHand(['-t', 'delete.data.createdAt'], on('deviating'));
    expect(judged.code).toBe(1);
    expect(withStatus(judged, 'failed')).toEqual(['delete.data.createdAt:type']);
    expect(judged.conclusion).toMatch(/^deviates \(exit 1\): .*delete\.data\.createdAt:type/);
  });

  test('a deviation that was filtered out does not count, and nor is it green', async () => {
    const judged = await judgedByHand(['-t', 'put.data.name:'], on('deviating'));
    expect(judged.code).toBe(3);
    expect(withStatus(judged, 'failed')).toEqual([]);
  });

  test.each([
    { name: 'a name that no test has', args: ['-t', 'no-such-requirement'] },
    { name: 'a file that there is not', args: ['no-such-suite'] },
    { name: 'one suite alone', args: ['envelope'] },
    {
      name: 'a file that there is not, and leave to pass without tests',
      args: ['none', '--passWithNoTests'],
    },
    { name: 'half of the suites', args: ['--shard=1/2'] },
  ])('$name: not green', async ({ args }) => {
    const { code, conclusion } = await byHand(['run', ...args], on('conforming'));
    expect(code).toBe(3);
    expect(conclusion).toMatch(
      /^incomplete \(exit 3\): (?:\d+ of \d+ requirements were filtered out|no suite was left to run)/,
    );
  });
});

describe.concurrent("vitest's own reporters", () => {
  test('junit', async () => {
    const file = join(temporaryFolder(), 'vitest.xml');
    const { code } = await byHand(['run', '--reporter=junit', `--outputFile=${file}`], on('deviating'));
    const xml = readFileSync(file, 'utf8');
    expect(code).toBe(1);
    expect(xml).toMatch(new RegExp(`<testsuites [^>]*tests="${total}" failures="1" errors="0"`));
    expect(xml.match(/<failure /g)).toHaveLength(1);
    expect(xml).toMatch(/<failure message="delete\.data\.createdAt:type: [^"]*expected: [^"]*actual: +7/);
    expect(xml).not.toMatch(/define-suite|node_modules/);
  });

  test('github-actions', async () => {
    const { code, stdout } = await byHand(['run', '--reporter=github-actions'], on('deviating'));
    expect(code).toBe(1);
    const errors = stdout.split('\n').filter((line) => line.startsWith('::error '));
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(/delete\.data\.createdAt:type.*document section 2\.3.*actual: +7/);
  });

  test('verbose', async () => {
    const { code, stdout, stderr } = await byHand(['run', '--reporter=verbose'], on('deviating'));
    expect(code).toBe(1);
    expect(stdout).toMatch(/✓ .*put\.data\.name:presence data\.name is present/);
    expect(stdout).toMatch(/× .*delete\.data\.createdAt:type/);
    expect(stdout).toMatch(/↓ .*delete\.data\.createdAt:format .*\[not exercised: /);
    expect(stdout).toContain('↳ deviates from what is shown: put.data.action.timezone:format: ');
    expect(stderr).toContain('Deviation: delete.data.createdAt:type');
    expect(stderr).not.toMatch(/❯ .*define-suite\.ts/);
  });

  test('the default one names each deviation with its evidence', async () => {
    const { code, stderr } = await byHand(['run'], on('deviating'));
    expect(code).toBe(1);
    expect(stderr).toMatch(/expected: +a string\n +actual: +7/);
  });

  test('a conforming recording is green in all of them', async () => {
    const args = [
      'run',
      '--reporter=default',
      '--reporter=junit',
      '--reporter=json',
      '--reporter=github-actions',
    ];
    const { code, conclusion, stdout } = await byHand(args, on('conforming'));
    expect(code).toBe(0);
    expect(conclusion).toMatch(/^conforms \(exit 0\)/);
    expect(stdout).not.toContain('::error');
  });
});
