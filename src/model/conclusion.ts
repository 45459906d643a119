/** How grave a deviation is; the first is the gravest. Security outranks types, types outrank forms, forms what is only shown. */
export const severities = ['security', 'type', 'form', 'shown'] as const;

export type Severity = (typeof severities)[number];

/**
 * Who has to act on a report: whoever runs the service, whoever runs a client of it, whoever ran the check, the owner of
 * a waiver, or nobody.
 */
export type Actor = 'service' | 'client' | 'operator' | 'waiver-owner' | 'nobody';

/** What a report says first, the same in every format: made once, from the whole report, and only laid out by reporters. */
export interface Conclusion {
  /** One sentence with the verdict, in the words of whoever owns the service. */
  readonly verdict: string;
  /** Why: one sentence for each cause, the gravest first. */
  readonly why: readonly string[];
  /** What somebody has to act on, in the same order; absent in reports of earlier versions. */
  readonly acts?: readonly Act[];
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

/** One cause on which somebody has to act. */
export interface Act {
  readonly kind: 'deviation' | 'secret' | 'answer' | 'not-checked' | 'waiver';
  readonly sentence: string;
  /** Who has to act, in words; the owner of a waiver by name. */
  readonly owner: string;
  /** Its place among the problems of the report, from 0; null for other causes. */
  readonly problem: number | null;
}

/** Deviations that have one cause, and so one cure. */
export interface ServiceProblem {
  /** `PUT: six numbers of action are sent as text`. */
  readonly title: string;
  /** Short and permanent name of the mistake: `number-as-text`; null where no diagnosis fits. */
  readonly cause: string | null;
  readonly severity: Severity;
  /** Present for a mistake of clients in their requests. */
  readonly side?: 'request';
  /** What to change in the service, or its clients, short: `send 42, not "42"`; null where no diagnosis fits. */
  readonly cure: string | null;
  /** Ids of the requirements that deviate because of it, in document order. */
  readonly requirements: readonly string[];
  /**
   * Ids of requirements on responses that deviate in some exchanges because of it, as clients sent what is wrong; absent for
   * none. `requirements` ends with those that deviate for no other reason.
   */
  readonly follows?: readonly string[];
  /** In how many responses or requests it was seen, and how many were judged for it. */
  readonly seen: { readonly deviates: number; readonly judged: number };
  /** How many requirements could not be checked because of it. */
  readonly blocks: number;
}
