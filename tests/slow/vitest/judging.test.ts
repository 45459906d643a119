import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { aimedAt, type Run, reportFolder, reportIn, run, without } from '../../commands/targets.ts';
import { finished, root, temporaryFolder } from '../../support/cli.ts';
import { requirements } from '../../support/engine.ts';
import { goodToken, replacing, type Script, startService } from '../../support/service.ts';
import type { Report } from '../../support/subject.ts';

/** vitest, with the suite of this repository and its reporter, says what the command says: verdicts, exit code, reports, requests. */

const ruleVariable = 'CONFORMANCE_AUTOMATION_RULE_ID';
const waiver = { id: 'put.data.name:type', reason: 'agreed', owner: 'us', expires: '2999-12-31' };
const deviates = replacing('"priority":1', '"priority":"1"');
interface Situation {
  readonly script?: Script;
  readonly env?: Readonly<Record<string, string>>;
  /** Variables that are not set. */
  readonly drop?: readonly string[];
  readonly code: number;
  /** Tests of no requirement that fail: of a file, or of the run; none without it. */
  readonly whole?: number;
}

const situations: Readonly<Record<string, Situation>> = {
  conforms: { code: 0 },
  'a value deviates, beside a stale waiver, in GitHub Actions': {
    script: deviates,
    env: { GITHUB_ACTIONS: 'true', CONFORMANCE_WAIVERS_FILE: 'w.json' },
    code: 1,
  },
  'no rule is set': { drop: [ruleVariable], code: 3, whole: 4 },
  'a setting is wrong': { env: { CONFORMANCE_ENTITY_ID: '..' }, code: 2 },
};

interface JsonReport {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly title: string; readonly status: string }[];
  }[];
}

const ids = new Set(requirements.map(({ id }) => id));

const folder = () => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'w.json'), JSON.stringify({ waivers: [waiver] }));
  return cwd;
};

/** `npm run suite` in a folder of its own: how it ends, and the status of each test by the requirement's id. */
async function suite(args: readonly string[], env: Readonly<Record<string, string>>) {
  const cwd = folder();
  const file = join(cwd, 'vitest.json');
  const reporters = ['default', 'json', join(root, 'reporters/vitest.ts')].map(
    (name) => `--reporter=${name}`,
  );
  const line = ['run', '--root', root, '--project', 'suite', ...args, ...reporters, `--outputFile=${file}`];
  const end = await finished(join(root, 'node_modules/vitest/vitest.mjs'), line, {
    cwd,
    env: { NO_COLOR: '1', ...env },
  });
  const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as JsonReport;
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const statuses = new Map(tests.map(({ title, status }) => [title.split(' ')[0] ?? '', status]));
  const isOfRequirement = ({ title }: { readonly title: string }) => ids.has(title.split(' ')[0] ?? '');
  const whole = tests.filter((one) => one.status === 'failed' && !isOfRequirement(one)).length;
  const out = join(cwd, reportFolder);
  return { ...end, cwd, out, statuses, whole, files: existsSync(out) ? readdirSync(out).sort() : null };
}

/** What both ways have to agree in; ids and times of a run are its own. */
function comparable({ summary, conclusion, problems, requirements, unanswered, waivers }: Report): object {
  const next = conclusion.next.replace('npm run suite', 'conformance run');
  const own = requirements.map(({ evidence: _, ...row }) => row);
  return { summary, conclusion: { ...conclusion, next }, problems, requirements: own, unanswered, waivers };
}

const ended: Readonly<Record<string, readonly string[]>> = {
  conforms: ['passed'],
  waived: ['skipped'],
  'not-exercised': ['skipped'],
};

test.each(Object.entries(situations))('%s', async (_, { script, env = {}, drop = [], code, whole = 0 }) => {
  await using first = await startService(script);
  await using second = await startService(script);
  const set = (service: typeof first) => ({ ...without(aimedAt(service), ...drop), ...env });
  const command: Run = await run([], {
    cwd: folder(),
    env: { ...set(first), CONFORMANCE_REPORTER: 'terminal,html,json,junit,markdown' },
  });
  const vitest = await suite([], set(second));
  expect({ command: command.code, vitest: vitest.code }, vitest.stderr).toEqual({
    command: code,
    vitest: code,
  });
  expect(second.calls.map((call) => [call.operation, call.credentials])).toEqual(
    first.calls.map((call) => [call.operation, call.credentials]),
  );
  expect(vitest.files).toEqual(command.files);
  expect(vitest.stdout + vitest.stderr).not.toContain(goodToken);
  if (code === 2) return;
  const report = reportIn(vitest.out);
  const of = (text: string) => text.replaceAll(/127\.0\.0\.1:\d+/g, 'HOST');
  expect(JSON.parse(of(JSON.stringify(comparable(report))))).toEqual(
    JSON.parse(of(JSON.stringify(comparable(command.report())))),
  );
  const unlike = requirements.filter(({ id }) => {
    const verdict = report.requirements.find((row) => row.id === id)?.verdict ?? '';
    return !(ended[verdict] ?? ['failed', 'passed']).includes(vitest.statuses.get(id) ?? '');
  });
  expect(unlike).toEqual([]);
  expect(vitest.whole).toBe(whole);
  const annotations = (text: string) => text.split('\n').filter((line) => /^::(?:error|warning) /.test(line));
  expect(annotations(command.stderr).length > 0).toBe('GITHUB_ACTIONS' in env);
  expect(annotations(vitest.stderr)).toEqual(expect.arrayContaining([...annotations(command.stderr)]));
  const last = (text: string) => text.trimEnd().split('\n').at(-1);
  expect(last(vitest.stdout)).toBe(last(command.stdout));
  // A failing test leads to the line of a suite, not into this package.
  expect(vitest.stderr).not.toMatch(/❯ .*(?:src|chunks)\//);
});

test('where no test of the suite ran, the reporter sends, says and writes nothing', async () => {
  await using service = await startService(deviates);
  const { code, files, stdout } = await suite(['-t', 'no such test'], aimedAt(service));
  expect({ code, files, sent: service.calls.length }).toEqual({ code: 0, files: null, sent: 0 });
  expect(stdout).not.toContain('conform');
});
