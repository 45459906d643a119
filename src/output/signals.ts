import { Cancelled, type ExitCode, exitCodes } from './exit.ts';
import type { Io } from './io.ts';

export interface Interruption {
  /** Exit code of the signal that came; null while none has. */
  readonly exitCode: () => ExitCode | null;
  readonly release: () => void;
}

/** The first SIGINT or SIGTERM calls `interrupt`; the second ends the process at once. */
export function onSignals(interrupt: () => void): Interruption {
  let exitCode: ExitCode | null = null;
  const handle = (code: ExitCode) => () => {
    if (exitCode !== null) process.exit(exitCode);
    exitCode = code;
    interrupt();
  };
  const handlers = { SIGINT: handle(exitCodes.interrupted), SIGTERM: handle(exitCodes.terminated) } as const;
  process.on('SIGINT', handlers.SIGINT).on('SIGTERM', handlers.SIGTERM);
  const release = () => void process.off('SIGINT', handlers.SIGINT).off('SIGTERM', handlers.SIGTERM);
  return { exitCode: () => exitCode, release };
}

/**
 * The exit code of what ended with reports: that of a signal where one came, which is said, as the reports name that of
 * their verdict.
 * @param verdict the exit code of what was found
 */
export function exitCodeOf(signals: Interruption, verdict: ExitCode, { err }: Pick<Io, 'err'>): ExitCode {
  const code = signals.exitCode();
  if (code === null) return verdict;
  err(`interrupted (exit ${code}); findings so far: exit ${verdict}\n`);
  return code;
}

/**
 * @param undone what was not done yet
 * @throws Cancelled when a signal came before that
 */
export function refuseAfterSignal(
  { exitCode }: Pick<Interruption, 'exitCode'>,
  undone = 'nothing was sent',
): void {
  const code = exitCode();
  if (code !== null) throw new Cancelled(code, `ended by a signal; ${undone}.`);
}

/**
 * Does something that a signal ends.
 *
 * @throws Cancelled after a signal
 */
export async function untilSignal<T>(task: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const interrupt = new AbortController();
  const signals = onSignals(() => interrupt.abort());
  try {
    const done = await task(interrupt.signal);
    refuseAfterSignal(signals);
    return done;
  } finally {
    signals.release();
  }
}
