import type { Vitest } from 'vitest/node';
import { FindingsAdapter, type SuiteRun } from '../../reporters/vitest-adapter.ts';
import { suiteOptions } from '../../suites/support/vitest-options.ts';
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
  readonly close: () => Promise<void>;
}

/** Silence is never green: every requirement must have been judged, and every module loaded. */
function checked({ findings, judged, faults }: SuiteRun): readonly Finding[] {
  const [fault] = faults;
  if (fault !== undefined) throw new JudgingError(fault);
  const missing = requirements.filter(({ id }) => !judged.has(id));
  if (missing.length > 0)
    throw new JudgingError(`the suites did not judge ${missing.map(({ id }) => id).join(', ')}`);
  return findings;
}

const ends: readonly (string | symbol)[] = ['SIGINT', 'SIGTERM', 'unhandledRejection'];

/**
 * vitest would end the process a millisecond after a signal, and with 1, which says that the target deviates, after a
 * rejection that nobody handled. A run ends in good order, with its reports, or as a fault of ours.
 */
async function withoutItsEnds<T>(create: () => Promise<T>): Promise<T> {
  const drop = (event: string | symbol, listener: () => void) => {
    if (ends.includes(event)) queueMicrotask(() => process.off(event, listener));
  };
  process.on('newListener', drop);
  try {
    return await create();
  } finally {
    process.off('newListener', drop);
  }
}

/** Loads vitest and prepares the suites; what they judge is given later. */
export async function prepareJudging(): Promise<Judging> {
  const { createVitest } = await import('vitest/node');
  let ended: SuiteRun | undefined;
  const adapter = new FindingsAdapter((run) => {
    ended = run;
  });
  const vitest: Vitest = await withoutItsEnds(() =>
    createVitest(
      'test',
      { ...suiteOptions, config: false, reporters: [adapter] },
      {},
      { stdout: process.stderr, stderr: process.stderr },
    ),
  );
  return {
    judge: async (recording) => {
      vitest.provide('recording', recording);
      await vitest.start();
      if (ended === undefined) throw new JudgingError('the suites did not run to their end');
      return checked(ended);
    },
    close: () => vitest.close(),
  };
}
