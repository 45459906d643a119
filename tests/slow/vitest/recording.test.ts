import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { aimedAt, run, without } from '../../commands/targets.ts';
import { all, faulty, file, write } from '../../commands/waived-runs.ts';
import { temporaryFolder } from '../../support/cli.ts';
import { type Script, sendPrepared, startService } from '../../support/service.ts';
import { byHand, expectedStatuses, judgedByHand, withStatus } from './by-hand.ts';

/** `npx vitest run --config vitest.target.config.ts` judges a recording as the run judged that made it. */

const deviates: Script = (_, prepared, response) => {
  const body = prepared.body
    .replace('"createdAt":"2025-01-05 10:20:30","updatedAt":"2025-01-06"', '"createdAt":7,"updatedAt":"x"')
    .replace('"timezone":"Asia/Shanghai"', '"timezone":"Mars/Olympus"');
  sendPrepared({ ...prepared, body }, response);
};

interface Sample {
  readonly name: string;
  readonly script?: Script;
  readonly args: readonly string[];
  readonly waivers?: readonly object[];
  readonly drop: readonly string[];
  readonly exitCode: number;
}

const samples: readonly Sample[] = [
  {
    name: 'a run whose deviations are all waived, which vitest skips',
    script: faulty,
    args: ['--waivers', file],
    waivers: all,
    drop: [],
    exitCode: 0,
  },
  { name: 'a deviating run under --strict', script: deviates, args: ['--strict'], drop: [], exitCode: 1 },
  { name: 'an incomplete run', args: [], drop: ['CONFORMANCE_AUTOMATION_RULE_ID'], exitCode: 3 },
];

test.each(samples)(
  'a recording is judged as the run judged that made it, and nothing is sent or written: $name',
  async ({ script, args, waivers = [], drop, exitCode }) => {
    await using service = await startService(script);
    const folder = temporaryFolder();
    write(folder, waivers);
    const recorded = await run(args, { cwd: folder, env: without(aimedAt(service), ...drop) });
    expect(recorded.code, recorded.stderr).toBe(exitCode);
    const sent = service.calls.length;
    const cwd = temporaryFolder();
    const env = { CONFORMANCE_EXCHANGES: join(recorded.out, 'exchanges.ndjson') };
    const judged = await judgedByHand([], env, { cwd });
    expect(judged.statuses).toEqual(expectedStatuses(recorded.report()));
    expect(judged.code, judged.stderr).toBe(exitCode === 0 ? 0 : 1);
    expect(service.calls).toHaveLength(sent);
    expect(existsSync(join(cwd, 'conformance-report'))).toBe(false);
  },
);

test('nothing to judge: not green, told once, and both ways are named', async () => {
  const { code, stderr } = await byHand(['run'], {});
  expect(code).toBe(1);
  expect(stderr.match(/CONFORMANCE_EXCHANGES=conformance-report\/exchanges\.ndjson/g)).toHaveLength(1);
  expect(stderr).toContain('CONFORMANCE_LIVE=1');
  expect(stderr).not.toMatch(/❯ .*(?:src|chunks)\//);
});

describe("vitest's own filters and reporters", () => {
  let env: Record<string, string>;

  beforeAll(async () => {
    await using service = await startService(deviates);
    const { out } = await run(['--reporter', 'json'], { env: aimedAt(service) });
    env = { CONFORMANCE_EXCHANGES: join(out, 'exchanges.ndjson') };
  });

  test('-t delete.data.createdAt judges just those rows', async () => {
    const judged = await judgedByHand(['-t', 'delete.data.createdAt'], env);
    expect(judged.code).toBe(1);
    expect([...withStatus(judged, 'failed')].sort()).toEqual([
      'delete.data.createdAt:format',
      'delete.data.createdAt:type',
    ]);
    expect(withStatus(judged, 'passed')).toEqual(['delete.data.createdAt:presence']);
  });

  test('each reporter names a deviation with its evidence, and the line of the suite', async () => {
    const file = join(temporaryFolder(), 'vitest.xml');
    const reporters = ['--reporter=verbose', '--reporter=github-actions', '--reporter=junit'];
    const { code, stdout, stderr } = await byHand(['run', ...reporters, `--outputFile.junit=${file}`], env);
    expect(code).toBe(1);
    expect(stdout).toMatch(/✓ .*put\.data\.name:presence data\.name is present/);
    expect(stdout).toMatch(/× .*delete\.data\.createdAt:type/);
    expect(stdout).toContain('put.data.action.timezone:format: ');
    expect(stderr).toMatch(/expected: +a string\n +actual: +7/);
    expect(stderr).not.toMatch(/❯ .*(?:src|chunks)\//);
    const errors = stdout.split('\n').filter((line) => line.startsWith('::error '));
    expect(errors.join('\n')).toMatch(
      /conformance\.suite\.js.*delete\.data\.createdAt:type.*document section 2\.3.*actual: +7/,
    );
    const xml = readFileSync(file, 'utf8');
    expect(xml).toMatch(/<failure message="delete\.data\.createdAt:type: [^"]*expected: [^"]*actual: +7/);
    expect(xml).not.toMatch(/src\/vitest|chunks|node_modules/);
  });
});
