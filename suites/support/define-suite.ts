import { describe, type TestContext, test } from '@vitest/runner';
import { type ContractRequirement, requirements } from '../../src/contract/requirements.ts';
import { findingsOf } from '../../src/judge/judge.ts';
import { type JudgedRun, readRun } from '../../src/judge/judged-run.ts';
import type { Finding } from '../../src/model/finding.ts';
import type { Recording } from '../../src/model/recording.ts';
import type { RequirementResult } from '../../src/model/report.ts';
import { waiverWords } from '../../src/model/waiver.ts';
import { resultOf } from '../../src/report/results.ts';
import { coverOf } from '../../src/report/waivers.ts';
import { visible } from '../../src/text/escape.ts';
import type { Area } from './areas.ts';
import { givenRecording } from './given-recording.ts';

declare module 'vitest' {
  interface ProvidedContext {
    recording: Recording;
  }
  interface TaskMeta {
    /** What the judge found for the requirement of this test. */
    conformance?: { readonly requirement: string; readonly findings: readonly Finding[] };
  }
}

/** A deviation, told in full. Of the stack only the suite is kept: reporters that annotate need a place. */
class DeviationError extends Error {
  override readonly name = 'Deviation';

  constructor(result: RequirementResult, suite: string) {
    super(deviationMessage(result));
    this.stack = `${this.name}: ${this.message}${suite}`;
  }
}

/** The line of a stack that names the suite file, with its line feed; empty where there is none. */
function suiteFrame(stack = ''): string {
  return /\n +at [^\n]*\.suite\.[jt]s[^\n]*/.exec(stack)?.[0] ?? '';
}

function deviationMessage({
  id,
  statement,
  section,
  counts,
  evidence,
  evidenceOmitted,
}: RequirementResult): string {
  const places = evidence.map(
    ({ exchange, pointer, expected, actual }) =>
      `  ${visible(exchange)} ${visible(pointer) || '(whole answer)'}\n    expected: ${visible(expected)}\n    actual:   ${visible(actual)}`,
  );
  const more = evidenceOmitted === 0 ? [] : [`  and ${evidenceOmitted} more`];
  const judged = counts.conforms + counts.deviates;
  return [
    `${id}: ${statement} (document section ${section}); deviates in ${counts.deviates} of ${judged} judged answers`,
    ...places,
    ...more,
  ].join('\n');
}

let readFor: Recording | undefined;
let run: JudgedRun = readRun([]);

/** The recording is read once for all suites of a worker. */
function judgedRun(recording: Recording): JudgedRun {
  if (readFor !== recording) run = readRun(recording.exchanges);
  readFor = recording;
  return run;
}

/** Judges one requirement in its test: throws for what fails, annotates what is only shown, skips what was waived or not there. */
export async function judgeInTest(
  requirement: ContractRequirement,
  recording: Recording,
  { task, skip, annotate }: Pick<TestContext, 'task' | 'skip' | 'annotate'>,
  suite = '',
): Promise<void> {
  const findings = findingsOf(requirement, judgedRun(recording));
  task.meta.conformance = { requirement: requirement.id, findings };
  const result = resultOf(requirement, findings, recording);
  if (result.verdict === 'not-exercised') skip(visible(`not exercised: ${result.reason}`));
  if (result.verdict !== 'deviates') return;
  const waivers = coverOf(requirement.id, findings, recording.header.waivers ?? []);
  if (waivers.length > 0) skip(visible(`waived: ${waivers.map(waiverWords).join('; ')}`));
  const deviation = new DeviationError(result, suite);
  if (requirement.strength === 'stated' || recording.header.options.strict) throw deviation;
  await annotate(`deviates from what is shown: ${deviation.message}`, 'warning');
}

/**
 * One vitest suite for an area of the contract: one test per requirement, named by its id and statement. Tests can be
 * listed without a recording; they cannot run without one.
 */
export function defineSuite({ title, has }: Area): void {
  const suite = suiteFrame(new Error('where the suite is defined').stack);
  describe(title, () => {
    for (const requirement of requirements.filter(has)) {
      const { id, statement } = requirement;
      test(`${id} ${statement}`, async (context) =>
        judgeInTest(requirement, await givenRecording(), context, suite));
    }
  });
}
