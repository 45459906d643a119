import { Cancelled, type ExitCode, exitCodes } from './exit.ts';

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

/** @throws Cancelled when a signal came before anything was sent */
export function refuseAfterSignal({ exitCode }: Pick<Interruption, 'exitCode'>): void {
  const code = exitCode();
  if (code !== null) throw new Cancelled(code, 'ended by a signal; nothing was sent.');
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
