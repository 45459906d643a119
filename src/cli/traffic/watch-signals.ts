import { onSignals } from '../../output/signals.ts';

/** Signals that end `watch`, or ask for reports while it runs. */
export interface WatchSignals {
  readonly ended: Promise<void>;
  /** @param write called whenever reports are wanted */
  readonly onReport: (write: () => void) => void;
  readonly release: () => void;
}

/** SIGINT and SIGTERM end it gracefully, a second one at once; SIGUSR2 asks for reports, except on Windows, which lacks it. */
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
