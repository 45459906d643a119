/** Why nothing can be said of a requirement. */
export interface Silence {
  readonly reason: string;
  /** Id of the requirement whose deviation is the cause. */
  readonly because?: string;
}

export function silence(reason: string, because?: string): Silence {
  return because === undefined ? { reason } : { reason, because };
}

export const maskedThere = silence('a secret stood there and was masked');
export const bytesNotRecorded = silence('the body was recorded as a value, not as it was written');
