import { tryCase } from './fuzz-case.ts';
import { tryReadBack, trySettings } from './fuzz-files.ts';
import { startFuzzService } from './fuzz-service.ts';

export interface FuzzOptions {
  /** How long new cases are begun. */
  readonly seconds: number;
  /** How many cases are tried at most. */
  readonly cases: number;
  /** Of the first case; each later one has the next. */
  readonly seed: number;
  readonly onFailure: (seed: number, problems: readonly string[]) => void;
}

export interface FuzzResult {
  readonly cases: number;
  readonly failures: number;
}

/** One case of each in turn: answers of a service, files that are read back, files of settings. */
const triers = [tryCase, tryReadBack, trySettings] as const;

/** Cases that run at a time: more of them would keep one another from answering in time. */
const atOnce = 3;

/** Tries random hostile answers over loopback through a whole run and all formats, recordings, reports and `.env` files. */
export async function fuzz({ seconds, cases, seed, onFailure }: FuzzOptions): Promise<FuzzResult> {
  const service = await startFuzzService();
  const deadline = performance.now() + 1_000 * seconds;
  let begun = 0;
  let failures = 0;
  const fail = (at: number, problems: readonly string[]): void => {
    failures += 1;
    onFailure(at, problems);
  };
  /** Nothing may go wrong outside the promises of a session either; the case is one of those that ran. */
  const stray = (error: unknown): void => fail(seed + begun - 1, [`nobody caught ${String(error)}`]);
  process.on('uncaughtException', stray).on('unhandledRejection', stray);
  async function tryMore(): Promise<void> {
    while (begun < cases && performance.now() < deadline) {
      const next = seed + begun;
      begun += 1;
      const problems = await triers[next % triers.length]?.(next, service);
      if (problems !== undefined && problems.length > 0) fail(next, problems);
    }
  }
  await Promise.all(Array.from({ length: atOnce }, tryMore));
  await service.close();
  process.off('uncaughtException', stray).off('unhandledRejection', stray);
  return { cases: begun, failures };
}
