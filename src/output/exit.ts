import type { SettingProblem } from '../model/setting.ts';

/** What each exit code means. */
export const exitCodes = {
  conforms: 0,
  deviates: 1,
  usage: 2,
  incomplete: 3,
  fault: 4,
  interrupted: 130,
  terminated: 143,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** A usage or configuration error: the operator reads its message, the exit code is 2, nothing was sent. */
export class UsageError extends Error {
  override readonly name: string = 'UsageError';
}

/** That another program listens there already. */
export const portTaken = (port: number) =>
  `port ${port} is taken. Choose another, or any free one with --port 0.`;

/** What a task gives, or a usage error for what it throws. @param said the message; a usage error stays as it is */
export function refusing<T>(task: () => T, said: (error: NodeJS.ErrnoException) => string): T {
  try {
    const done = task();
    return done instanceof Promise ? (done.catch(refusal(said)) as T) : done;
  } catch (error) {
    return refusal(said)(error);
  }
}

function refusal(said: (error: NodeJS.ErrnoException) => string) {
  return (error: unknown): never => {
    throw error instanceof UsageError ? error : new UsageError(said(error as NodeJS.ErrnoException));
  };
}

/** A usage error with one setting: the sentence is for an operator, the problem for whoever else names settings. */
export class SettingError extends UsageError {
  override readonly name = 'SettingError';
  readonly problem: SettingProblem;

  constructor(message: string, problem: SettingProblem) {
    super(message);
    this.problem = problem;
  }
}

/** Ended from outside before anything was done: Ctrl-C, Escape, Ctrl-D, a signal, or the terminal went away. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled';
  readonly code: ExitCode;

  constructor(code: ExitCode = exitCodes.interrupted, message = 'cancelled; nothing was written.') {
    super(message);
    this.code = code;
  }
}
