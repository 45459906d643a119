import { onSignals } from './signals.ts';

/** What ends it, and what asks for a report meanwhile. */
export interface WatchSignals {
  readonly ended: Promise<void>;
  /** @param write is called whenever a report is wanted */
  readonly onReport: (write: () => void) => void;
  readonly release: () => void;
}

/** SIGINT and SIGTERM end it in good order, the second one at once; SIGUSR2 asks for a report, where there is such a signal. */
export function processSignals(): WatchSignals {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const signals = onSignals(end);
  const handlers: (() => void)[] = [];
  const handle = () => {
    for (const handler of handlers) handler();
  };
  const isThere = process.platform !== 'win32';
  if (isThere) process.on('SIGUSR2', handle);
  return {
    ended,
    onReport: (handler) => void handlers.push(handler),
    release: () => {
      signals.release();
      if (isThere) process.off('SIGUSR2', handle);
    },
  };
}
