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
