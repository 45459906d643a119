import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DOMParser, type Element } from '@xmldom/xmldom';
import { beforeAll, describe, expect, test } from 'vitest';
import { folderWith } from '../support/cli.ts';
import { answerTo, sentTransformer } from '../support/conforming.ts';
import { type Script, sendPrepared, startService } from '../support/service.ts';
import type { Report } from '../support/subject.ts';
import { aimedAt, deviating, type Run, run, without } from './targets.ts';

/** The files of a run, read as other programs read them. */

const asPrepared: Script = (_, prepared, response) => sendPrepared(prepared, response);

/** Two stated deviations in the PUT and a shown one in the DELETE. */
const faulty: Script = (call, prepared, response) => {
  const body = prepared.body
    .replace('"enabled":true', call.operation === 'put' ? '"enabled":"true"' : '"enabled":true')
    .replace('"amount":16', '"amount":"16"')
    .replace('"updatedAt":"2025-01-06"', '"updatedAt":"2025-01-06 10:00:00"');
  sendPrepared({ ...prepared, body }, response);
};

interface Sample {
  readonly name: string;
  readonly script: Script;
  readonly args: readonly string[];
  readonly drop: readonly string[];
  readonly exitCode: number;
}

const samples: readonly Sample[] = [
  { name: 'conforming', script: asPrepared, args: [], drop: [], exitCode: 0 },
  { name: 'deviating', script: faulty, args: [], drop: [], exitCode: 1 },
  { name: 'deviating under --strict', script: faulty, args: ['--strict'], drop: [], exitCode: 1 },
  {
    name: 'without a rule',
    script: asPrepared,
    args: [],
    drop: ['CONFORMANCE_AUTOMATION_RULE_ID'],
    exitCode: 3,
  },
  {
    name: 'every connection closed',
    script: (_call, _prepared, _response, socket) => void socket.destroy(),
    args: ['--repeat', '2'],
    drop: [],
    exitCode: 3,
  },
];

const runs = new Map<string, Run>();

function runOf({ name }: Sample): Run {
  const found = runs.get(name);
  if (found === undefined) throw new Error(`no run ${name}`);
  return found;
}

beforeAll(async () => {
  await Promise.all(
    samples.map(async ({ name, script, args, drop }) => {
      await using service = await startService(script);
      runs.set(name, await run(args, { env: without(aimedAt(service), ...drop) }));
    }),
  );
});

function junitOf({ out }: Run): Element {
  const problems: string[] = [];
  const parser = new DOMParser({ onError: (_level, message) => problems.push(message) });
  const root = parser.parseFromString(
    readFileSync(join(out, 'junit.xml'), 'utf8'),
    'text/xml',
  ).documentElement;
  if (!root || problems.length > 0) throw new Error(problems.join('\n'));
  return root;
}

const all = (root: Element, name: string) => Array.from(root.getElementsByTagName(name));

function verdicts({ requirements, run: { options } }: Report) {
  const fails = requirements.filter(
    ({ verdict, strength }) => verdict === 'deviates' && (strength === 'stated' || options.strict),
  );
  const skips = requirements.filter(({ verdict }) => verdict === 'not-exercised');
  return { tests: requirements.length, failures: fails.length, skipped: skips.length };
}

describe.each(samples)('$name', (sample) => {
  test('ends as expected, and report.json says so', () => {
    expect(runOf(sample).code).toBe(sample.exitCode);
    expect(runOf(sample).report().summary.exitCode).toBe(sample.exitCode);
  });

  test('report.json counts what it lists', () => {
    const { summary, requirements, observations } = runOf(sample).report();
    for (const strength of ['stated', 'shown'] as const) {
      const of = (verdict: string) =>
        requirements.filter((row) => row.strength === strength && row.verdict === verdict).length;
      expect(summary[strength]).toEqual({
        conforms: of('conforms'),
        deviates: of('deviates'),
        waived: 0,
        notExercised: of('not-exercised'),
      });
    }
    expect(summary.observations).toBe(observations.length);
  });

  test('junit.xml parses, and its counts are those of the report', () => {
    const root = junitOf(runOf(sample));
    const { tests, failures, skipped } = verdicts(runOf(sample).report());
    const errors = sample.exitCode === 3 ? 1 : 0;
    const counts = { tests: tests + errors, failures, errors };
    const suites = all(root, 'testsuite').map((suite) => Number(suite.getAttribute('skipped')));
    expect(suites.reduce((sum, count) => sum + count, 0)).toBe(skipped);
    for (const [name, count] of Object.entries(counts))
      expect(Number(root.getAttribute(name)), name).toBe(count);
    expect(all(root, 'testcase')).toHaveLength(counts.tests);
    expect(all(root, 'failure')).toHaveLength(failures);
    expect(all(root, 'skipped')).toHaveLength(skipped);
    expect(all(root, 'error')).toHaveLength(errors);
  });
});

/** What may differ between two runs: the run's id, times, durations, what changed since the first, the recording. */
function comparable(report: Report): unknown {
  const { conclusion, evidence } = report;
  const alone = {
    ...report,
    change: null,
    conclusion: { ...conclusion, changed: null },
    evidence: { ...evidence, recording: 'RECORDING' },
  };
  const text = JSON.stringify(alone).replaceAll(report.run.id, 'RUN');
  return JSON.parse(text, (key, value: unknown) => {
    if (['startedAt', 'durationMs', 'timings'].includes(key)) return key;
    if (Array.isArray(value) && value.length === 2 && String(value[0]).toLowerCase() === 'date')
      return 'date';
    return value;
  });
}

const fixed: Script = (call, prepared, response) => {
  const { requestId } = answerTo(call.operation);
  const body = prepared.body.replace(/"requestId":"[^"]+"/, `"requestId":"${requestId}"`);
  faulty(call, { ...prepared, body }, response, response.req.socket);
};

test('two runs against the same responses give reports that differ in ids and times only', async () => {
  await using service = await startService(fixed);
  const cwd = folderWith({ 'put.json': JSON.stringify(sentTransformer) });
  const options = { cwd, env: { ...aimedAt(service), CONFORMANCE_TRANSFORMER_FILE: 'put.json' } };
  const first = (await run([], options)).report();
  const second = (await run([], options)).report();
  expect(first.run.id).not.toBe(second.run.id);
  expect(deviating(first)).toHaveLength(3);
  expect(comparable(second)).toEqual(comparable(first));
  expect(JSON.stringify(comparable(second))).toBe(JSON.stringify(comparable(first)));
});
