import { tryCase } from './fuzz-case.ts';
import { type Tried, tryFile } from './fuzz-files.ts';
import { type FuzzService, startFuzzService } from './fuzz-service.ts';
import { watchdog } from './fuzz-watchdog.ts';

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
  readonly perKind: ReadonlyMap<string, number>;
  /** Of the largest process that ran a command of its own. */
  readonly peakBytes: number;
  /** Of this process, in which most commands run. */
  readonly ownPeakBytes: number;
  readonly slowest: { readonly seed: number; readonly kind: string; readonly ms: number };
}

/** One case of so many is a service; the others are files that are read back. */
const servicesOneOf = 5;

async function tryService(seed: number, service: FuzzService): Promise<Tried> {
  const began = performance.now();
  const problems = await tryCase(seed, service);
  return { kind: 'service', problems, ms: performance.now() - began, peakBytes: 0 };
}

async function tryOne(seed: number, service: FuzzService): Promise<Tried> {
  try {
    return await (seed % servicesOneOf === 0 ? tryService(seed, service) : tryFile(seed));
  } catch (error) {
    return { kind: 'fault', problems: [`it threw ${(error as Error).stack}`], ms: 0, peakBytes: 0 };
  }
}

/** Cases that run at a time: more of them would keep one another from answering in time. */
const atOnce = 3;

class Tally {
  readonly perKind = new Map<string, number>();
  peakBytes = 0;
  slowest = { seed: 0, kind: '', ms: 0 };

  add(seed: number, { kind, ms, peakBytes }: Tried): void {
    this.perKind.set(kind, (this.perKind.get(kind) ?? 0) + 1);
    this.peakBytes = Math.max(this.peakBytes, peakBytes);
    if (ms > this.slowest.ms) this.slowest = { seed, kind, ms };
  }
}

/**
 * Tries random hostile answers over loopback through a whole run and all formats, and files of every kind that is read
 * back, changed at random, through the commands that read them.
 */
export async function fuzz({ seconds, cases, seed, onFailure }: FuzzOptions): Promise<FuzzResult> {
  const service = await startFuzzService();
  const watch = watchdog();
  const deadline = performance.now() + 1_000 * seconds;
  const tally = new Tally();
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
      watch.begin(next);
      const tried = await tryOne(next, service);
      tally.add(next, tried);
      if (tried.problems.length > 0) fail(next, tried.problems);
    }
  }
  await Promise.all(Array.from({ length: atOnce }, tryMore));
  await Promise.all([service.close(), watch.end()]);
  process.off('uncaughtException', stray).off('unhandledRejection', stray);
  const { perKind, peakBytes, slowest } = tally;
  const ownPeakBytes = process.resourceUsage().maxRSS * 1024;
  return { cases: begun, failures, perKind, peakBytes, ownPeakBytes, slowest };
}
