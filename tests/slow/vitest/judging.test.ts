import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { aimedAt, deviating, reportFolder, run, without } from '../../commands/targets.ts';
import { finished, root, temporaryFolder } from '../../support/cli.ts';
import { requestCount } from '../../support/conforming.ts';
import { requirements } from '../../support/engine.ts';
import { goodToken, replacing, startService } from '../../support/service.ts';

/** vitest with the target's own configuration judges as a run does, and sends only when it is told to. */

const deviates = replacing('"priority":1', '"priority":"1"');

const config = join(root, 'dist/vitest.target.config.js');
const live = { CONFORMANCE_LIVE: '1' };

interface JsonReport {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly title: string; readonly status: string }[];
  }[];
}

/** Status of each test, by the requirement's id. */
async function judged(args: readonly string[], env: Readonly<Record<string, string>>) {
  const cwd = temporaryFolder();
  const file = join(temporaryFolder(), 'vitest.json');
  const flags = [
    '--config',
    config,
    ...args,
    '--reporter=verbose',
    '--reporter=json',
    `--outputFile=${file}`,
  ];
  const given = { cwd, env: { NO_COLOR: '1', ...env } };
  const end = await finished(join(root, 'node_modules/vitest/vitest.mjs'), ['run', ...flags], given);
  const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as JsonReport;
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const statuses = Object.fromEntries(tests.map(({ title, status }) => [title.split(' ')[0] ?? '', status]));
  return { ...end, cwd, statuses };
}

const withStatus = (statuses: Readonly<Record<string, string>>, status: string) =>
  requirements.map(({ id }) => id).filter((id) => statuses[id] === status);

test.each([
  { name: 'a deviating run', script: deviates, drop: [], code: 1 },
  { name: 'an incomplete run', drop: ['CONFORMANCE_AUTOMATION_RULE_ID'], code: 3 },
])('a recording is judged as the run judged that made it, and nothing is sent: $name', async (sample) => {
  await using service = await startService(sample.script);
  const recorded = await run([], { env: without(aimedAt(service), ...sample.drop) });
  expect(recorded.code, recorded.stderr).toBe(sample.code);
  const sent = service.calls.length;
  const recording = { CONFORMANCE_EXCHANGES: join(recorded.out, 'exchanges.ndjson') };
  const { code, statuses, stderr, cwd } = await judged([], recording);
  const report = recorded.report();
  expect(code, stderr).toBe(1);
  expect(withStatus(statuses, 'failed')).toEqual(expect.arrayContaining([...deviating(report)]));
  const conforming = report.requirements.filter(({ verdict }) => verdict === 'conforms').map(({ id }) => id);
  expect(withStatus(statuses, 'passed')).toEqual(conforming);
  expect(service.calls).toHaveLength(sent);
  expect(readdirSync(cwd)).toEqual([]);
  expect(stderr).not.toMatch(/❯ .*(?:src|chunks)\//);
});

test('-t judges just those rows, with their evidence', async () => {
  await using service = await startService(deviates);
  const { out } = await run(['--reporter', 'json'], { env: aimedAt(service) });
  const recording = { CONFORMANCE_EXCHANGES: join(out, 'exchanges.ndjson') };
  const { code, statuses, stdout, stderr } = await judged(['-t', 'delete.data.priority'], recording);
  expect(code).toBe(1);
  expect(withStatus(statuses, 'failed')).toEqual(['delete.data.priority:type']);
  expect(withStatus(statuses, 'passed')).toEqual(['delete.data.priority:presence']);
  expect(stdout + stderr).toMatch(/expected: +an integer\n +actual: +"1"/);
});

test('with CONFORMANCE_LIVE=1 it sends what a run sends, keeps a recording, and shows no token', async () => {
  await using service = await startService(deviates);
  const { code, statuses, stdout, stderr, cwd } = await judged([], { ...aimedAt(service), ...live });
  expect(code).toBe(1);
  expect(withStatus(statuses, 'failed')).toEqual(['delete.data.priority:type']);
  expect(service.calls).toHaveLength(requestCount);
  expect(readdirSync(join(cwd, reportFolder))).toEqual([
    expect.stringMatching(/^exchanges-\d+-\d+\.ndjson$/),
  ]);
  expect(stdout + stderr).not.toContain(goodToken);
});

test('without it, nothing is sent, though all is configured: not green, and both ways are named', async () => {
  await using service = await startService();
  const { code, stderr } = await judged([], aimedAt(service));
  expect({ code, calls: service.calls }).toEqual({ code: 1, calls: [] });
  expect(stderr).toContain('CONFORMANCE_EXCHANGES=conformance-report/exchanges.ndjson');
  expect(stderr).toContain('CONFORMANCE_LIVE=1');
});
