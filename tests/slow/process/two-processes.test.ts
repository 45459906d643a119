import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { runProcess as run, serve } from '../../commands/targets.ts';
import { temporaryFolder } from '../../support/cli.ts';
import { requestCount } from '../../support/conforming.ts';

/** `conformance serve` in one process, `conformance run` with what it printed as `.env` in another. */

async function aimedByDotenv(...args: readonly string[]) {
  const service = await serve();
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, '.env'), service.dotenv);
  const end = await run(args, { cwd });
  return { ...end, baseUrl: service.env['CONFORMANCE_BASE_URL'], serving: await service.stop() };
}

let ordinary: Awaited<ReturnType<typeof aimedByDotenv>>;

beforeAll(async () => {
  ordinary = await aimedByDotenv();
});

describe('two processes', () => {
  test('a conforming service: exit 0, the fields and the verdict', () => {
    const { code, stdout, stderr, baseUrl, serving } = ordinary;
    expect(code, stderr).toBe(0);
    expect(stdout).toMatch(new RegExp(`^target {4}${baseUrl}\n`));
    expect(stdout).toMatch(
      /^PUT derivative fact transformer \(section 4\.1\): \d+ of 91 requirements conform$/m,
    );
    expect(stdout).toMatch(/^DELETE automation rule \(section 4\.2\): 57 of 57 requirements conform$/m);
    expect(stdout).toMatch(/enableAutomationJournalApproved, enabled, createdAt,\s+updatedAt, deletedAt$/m);
    expect(stdout.trimEnd().split('\n').at(-1)).toBe('CONFORMS (exit 0): The service conforms');
    expect(serving.code).toBe(0);
  });

  test('progress goes to standard error, one line for each response, and nothing else does', () => {
    const { stdout, stderr } = ordinary;
    const lines = stderr.trimEnd().split('\n');
    expect(lines).toHaveLength(requestCount);
    for (const [at, line] of lines.entries())
      expect(line).toMatch(
        new RegExp(`^\\[${at + 1}/${requestCount}\\] [a-z]+-[a-z-]+: \\d+ \\(\\d+ ms\\)$`),
      );
    expect(stdout).not.toMatch(/^\[/m);
  });

  test('all reports, for this user alone, and the folder let go', () => {
    const { out, files } = ordinary;
    expect(files).toEqual(['exchanges.ndjson', 'junit.xml', 'report.html', 'report.json', 'report.md']);
    for (const name of files ?? []) {
      const { mode, size } = statSync(join(out, name));
      expect((mode & 0o777).toString(8), name).toBe('600');
      if (name !== 'gl-code-quality.json') expect(size, name).toBeGreaterThan(1000);
    }
  });

  test('the report tells of a run against a service that is not the embedded one', () => {
    const { report, baseUrl } = ordinary;
    expect(report().target).toEqual({ baseUrl, reference: false });
    expect(report().summary).toMatchObject({ outcome: 'conforms', exitCode: 0 });
    expect(report().effects.map(({ operation, state }) => `${operation} ${state}`)).toEqual([
      'put confirmed',
      'delete confirmed',
    ]);
  });

  test('without the terminal reporter standard output is empty', async () => {
    const { code, stdout, files } = await aimedByDotenv('--reporter', 'json,markdown');
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(files).toEqual(['exchanges.ndjson', 'report.json', 'report.md']);
  });

  test('what the recording says of the run is what the report says', () => {
    const { out, report } = ordinary;
    const lines = readFileSync(join(out, 'exchanges.ndjson'), 'utf8').trimEnd().split('\n');
    const kinds = lines.map((line) => (JSON.parse(line) as { line: string }).line);
    expect(kinds[0]).toBe('run');
    expect(kinds.at(-1)).toBe('end');
    expect(kinds.filter((kind) => kind === 'exchange')).toHaveLength(report().exchanges.length);
  });

  test('the embedded service needs no settings and ignores those that lie around', async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, '.env'), 'CONFORMANCE_BASE_URL=https://staging.example.test\n');
    const { code, stdout, report } = await run(['--reference'], {
      cwd,
      env: { CONFORMANCE_ACCESS_TOKEN: 'token-of-a-real-service', CONFORMANCE_RULE_COMMAND: 'touch made' },
    });
    expect(code).toBe(0);
    expect(stdout).toContain('(the embedded reference service)');
    expect(report().target.reference).toBe(true);
  });
});
