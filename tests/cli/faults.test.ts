import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Fault, faults } from '../../reference/faults/index.ts';
import { decide } from '../../src/gate.ts';
import { judge } from '../../src/judge/judge.ts';
import { readJournal } from '../../src/run/journal.ts';
import { contract } from '../support/engine.ts';
import { deviating, type Run, run, serve } from './targets.ts';

/**
 * Every fault that `conformance serve --fault NAME` offers is reported as what it is, by whole processes. A fault of
 * the PUT and one of the DELETE change different answers, so one service has both: half as many processes.
 */

interface Case {
  readonly title: string;
  readonly together: readonly Fault[];
}

function cases(strength: Fault['strength']): readonly Case[] {
  const of = (operation: Fault['operation']) =>
    faults.filter((fault) => fault.strength === strength && fault.operation === operation);
  const [puts, deletes] = [of('put'), of('delete')];
  const pairs = Array.from({ length: Math.max(puts.length, deletes.length) }, (_, at) =>
    [puts[at], deletes[at]].filter((fault) => fault !== undefined),
  );
  const all = [...pairs, ...of('both').map((fault) => [fault])];
  return all.map((together) => ({ title: together.map(({ name }) => name).join(', '), together }));
}

/** The gate over the rows of one fault alone, so that no fault hides behind its companion. */
function exitCodeOf({ trips }: Fault, { out, report }: Run): number {
  const results = report().requirements.filter(({ id }) => trips.includes(id));
  const recording = readJournal(readFileSync(join(out, 'exchanges.ndjson'), 'utf8'));
  const { unanswered } = judge(contract, recording.exchanges).results();
  return decide({ contract, recording, results, waivers: [], unanswered }).exitCode;
}

/** One run for each automation rule that the service has, each with its own further arguments. */
async function expectRuns(
  { together }: Case,
  runs: readonly { readonly args: readonly string[]; readonly exitCode: number }[],
): Promise<void> {
  const asked = together.flatMap(({ name }) => ['--fault', name]);
  const { env, stop } = await serve(...asked, '--seed-rules', String(runs.length));
  const ruleIds = (env['CONFORMANCE_AUTOMATION_RULE_ID'] ?? '').split(',');
  for (const [at, { args, exitCode }] of runs.entries()) {
    const ended = await run(['--reporter', 'json', ...args], {
      env: { ...env, CONFORMANCE_AUTOMATION_RULE_ID: ruleIds[at] ?? '' },
    });
    expect([...deviating(ended.report())].sort(), ended.stderr).toEqual(
      together.flatMap(({ trips }) => trips).sort(),
    );
    expect(ended.code).toBe(exitCode);
    expect(together.map((fault) => exitCodeOf(fault, ended))).toEqual(together.map(() => exitCode));
  }
  await stop();
}

describe.concurrent('a fault of a stated row ends with exit 1', () => {
  test.each(cases('stated'))('$title', (one) => expectRuns(one, [{ args: [], exitCode: 1 }]));
});

describe.concurrent('a fault of a shown row ends with exit 0, and with 1 under --strict', () => {
  test.each(cases('shown'))('$title', (one) =>
    expectRuns(one, [
      { args: [], exitCode: 0 },
      { args: ['--strict'], exitCode: 1 },
    ]),
  );
});
