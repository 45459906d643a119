import { Cancelled, type ExitCode, exitCodes } from './exit.ts';
import type { Io } from './io.ts';

export interface Interruption {
  /** Aborted by the first signal. */
  readonly signal: AbortSignal;
  /** Exit code of the signal that came; null while none has. */
  readonly exitCode: () => ExitCode | null;
}

/** Listens for SIGINT and SIGTERM; the second one ends the process at once. `release` ends that. */
export function onSignals(): Interruption & { readonly release: () => void } {
  let exitCode: ExitCode | null = null;
  const interrupt = new AbortController();
  const handle = (code: ExitCode) => () => {
    if (exitCode !== null) process.exit(exitCode);
    exitCode = code;
    interrupt.abort();
  };
  const handlers = { SIGINT: handle(exitCodes.interrupted), SIGTERM: handle(exitCodes.terminated) } as const;
  process.on('SIGINT', handlers.SIGINT).on('SIGTERM', handlers.SIGTERM);
  const release = () => void process.off('SIGINT', handlers.SIGINT).off('SIGTERM', handlers.SIGTERM);
  return { signal: interrupt.signal, exitCode: () => exitCode, release };
}

/** Does something that a signal interrupts. */
export async function interruptible<T>(task: (signals: Interruption) => Promise<T>): Promise<T> {
  const { release, ...signals } = onSignals();
  try {
    return await task(signals);
  } finally {
    release();
  }
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
export function refuseAfterSignal({ exitCode }: Interruption, undone = 'nothing was sent'): void {
  const code = exitCode();
  if (code !== null) throw new Cancelled(code, `ended by a signal; ${undone}.`);
}
