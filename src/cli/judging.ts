import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type File, startTests, type Test, type VitestRunner } from '@vitest/runner';
import { getTests } from '@vitest/runner/utils';
import { type SuiteModule, type SuiteRun, suiteRunOf } from '../../reporters/support/suite-run.ts';
import { giveRecording } from '../../suites/support/given-recording.ts';
import { suiteFolder, suitePattern } from '../../suites/support/vitest-options.ts';
import { requirements } from '../contract/requirements.ts';
import type { Finding } from '../model/finding.ts';
import type { Recording } from '../model/recording.ts';

/** The suites could not judge: a fault of ours, whatever the target does. */
export class JudgingError extends Error {
  override readonly name = 'JudgingError';
}

export interface Judging {
  /** Judges a recording with the suites. @throws JudgingError when a requirement was not judged */
  readonly judge: (recording: Recording) => Promise<readonly Finding[]>;
}

/** Silence is never green: every requirement must have been judged, and every module loaded. */
export function checked({ findings, judged, faults }: SuiteRun): readonly Finding[] {
  const [fault] = faults;
  if (fault !== undefined) throw new JudgingError(fault);
  const missing = requirements.filter(({ id }) => !judged.has(id));
  if (missing.length > 0)
    throw new JudgingError(`the suites did not judge ${missing.map(({ id }) => id).join(', ')}`);
  return findings;
}

/** Judging takes tens of milliseconds; suites that take so long, milliseconds, have hung. */
const deadlineMs = 120_000;

/** The timer also keeps the process from ending while suites wait for what never comes. */
async function withinDeadline<Value>(judged: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const hung = new Promise<never>((_, reject) => {
    const error = new JudgingError(`the suites did not come to an end within ${deadlineMs / 1_000} s`);
    timer = setTimeout(() => reject(error), deadlineMs);
  });
  try {
    return await Promise.race([judged, hung]);
  } finally {
    clearTimeout(timer);
  }
}

/** Each test runs once, in the order of its file, for as long as it takes. */
const config: VitestRunner['config'] = {
  root: suiteFolder,
  name: undefined,
  setupFiles: [],
  passWithNoTests: false,
  testNamePattern: undefined,
  allowOnly: false,
  sequence: { seed: 0, hooks: 'stack', setupFiles: 'list' },
  chaiConfig: undefined,
  maxConcurrency: 1,
  testTimeout: 0,
  hookTimeout: 0,
  retry: 0,
  includeTaskLocation: false,
  tags: [],
  tagsFilter: undefined,
  strictTags: false,
};

function suiteTest({ name, result, meta }: Test): SuiteModule['tests'][number] {
  const failure = result?.state === 'fail' ? (result.errors?.[0]?.message ?? 'no message') : null;
  return { name, failure, conformance: meta.conformance };
}

function suiteModule(file: File): SuiteModule {
  return { path: file.name, errors: file.result?.errors ?? [], tests: getTests(file).map(suiteTest) };
}

/**
 * Loads the suites and prepares their tests at once; they run when there is a recording. vitest's own runner runs them,
 * in this process: of vitest's start-up nearly all is a module server that compiled suites do not need.
 */
export function prepareJudging(): Judging {
  let start = (): void => undefined;
  const started = new Promise<void>((resolve) => {
    start = resolve;
  });
  const runner: VitestRunner = {
    config,
    importFile: (path) => import(pathToFileURL(path).href),
    onBeforeRunFiles: () => started,
    onTestAnnotate: async (_, annotation) => annotation,
  };
  const paths = readdirSync(suiteFolder).filter((name) => suitePattern.test(name));
  const files = startTests(
    paths.map((name) => join(suiteFolder, name)),
    runner,
  );
  files.catch(() => undefined);
  return {
    judge: async (recording) => {
      giveRecording(recording);
      start();
      const judged = await withinDeadline(files);
      return checked(suiteRunOf(judged.map(suiteModule), []));
    },
  };
}
