/** Why nothing can be said of a requirement. */
export interface Skipped {
  readonly reason: string;
  /** Id of the requirement whose deviation is the cause. */
  readonly because?: string;
  /** Present where an unauthorised request was neither refused nor served; the reason is what came of it. */
  readonly unclear?: true;
  /** One of few: reasons that differ only in what a message holds have the same. */
  readonly kind?: string;
}

/** @param reason one of those of the suite, without anything of a message */
export function skipped(reason: string, because?: string): Skipped {
  return because === undefined ? { reason, kind: reason } : { reason, because };
}

export const maskedThere = skipped('its value contained a secret, which was masked, so it was not judged');
export const bytesNotRecorded = skipped(
  'the body was recorded in another form than it was sent, so its bytes are not known',
);
