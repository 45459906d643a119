// Written by `npm run docs` from schemas/suite.

export interface Act {
  /** What it is about. */
  readonly kind: 'deviation' | 'secret' | 'answer' | 'not-checked' | 'waiver';
  /** What is wrong, with its fix where one is known. */
  readonly sentence: string;
  /** Who has to act, in words; the owner of a waiver by name. */
  readonly owner: string;
  /** Its place among the problems, from 0; null for other causes. */
  readonly problem: number | null;
}

/** Whoever runs the service, whoever sends it requests, whoever ran the check, the owner of a waiver, or none. */
export type Actor = 'service' | 'client' | 'operator' | 'waiver-owner' | 'nobody';

/** What a report says first, the same in every format. */
export interface Conclusion {
  /** One sentence, in the words of whoever owns the service. */
  readonly verdict: string;
  /** One sentence for each cause, the most severe first. */
  readonly why: readonly string[];
  /** What somebody has to act on, in the same order. */
  readonly acts: readonly Act[];
  /** Who has to act. */
  readonly actor: Actor;
  /** Who has to act, as a sentence. */
  readonly act: string;
  /** What to do next: a command, or a sentence. */
  readonly next: string;
  /** What changed since the earlier report; null where there is none. */
  readonly changed: string | null;
  /** What was not checked, counted, and why; null where everything was. */
  readonly notChecked: string | null;
}

/** Deviations that have one cause, and so one fix. */
export interface ServiceProblem {
  /** What is wrong, in a few words. */
  readonly title: string;
  /** Short and permanent name of the mistake; null where no diagnosis fits. */
  readonly cause: string | null;
  /** How severe it is; the first is the most severe. */
  readonly severity: 'security' | 'type' | 'form' | 'shown';
  /** Whose mistake it is; absent for the service. */
  readonly side?: 'request';
  /** What to change in the service, or its clients; null where no diagnosis fits. */
  readonly cure: string | null;
  /** Requirements that deviate because of it, in document order; of a mistake of clients first those on requests. */
  readonly requirements: readonly string[];
  /** What is said of each of several fields; absent for one. */
  readonly fields?: readonly {
    /** What is wrong with it, in a few words. */
    readonly title: string;
    /** What to change; null where no diagnosis fits. */
    readonly cure: string | null;
    /** Requirements on it that deviate. */
    readonly requirements: readonly string[];
  }[];
  /** Requirements on responses that deviate in some exchanges because of it; absent for none. */
  readonly follows?: readonly string[];
  /** In how many responses it was seen, of how many that were judged for it. */
  readonly seen: {
    /** Responses that deviate. */
    readonly deviates: number;
    /** Responses that were judged. */
    readonly judged: number;
  };
  /** How many requirements could not be checked because of it. */
  readonly blocks: number;
}
