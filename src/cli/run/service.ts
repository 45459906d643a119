import type { Secret } from '../../secrets/redaction.ts';

/** The service that is run against again and again, as far as it is started again. */
export interface Service {
  /** Called as soon as a file changes. @param told takes that the service restarts later than `ready` expects */
  readonly changed: (told: (what: string) => void) => void;
  /**
   * Resolves once the service has started again, or will not.
   * @returns false where it cannot be run against, after a message
   */
  readonly ready: (signal: AbortSignal) => Promise<boolean>;
  /** Called by a run with what nothing that is printed may hold, as soon as it knows its token. */
  readonly onSecrets: (secrets: readonly Secret[]) => void;
  /** Called when a run is over. */
  readonly ran: () => void;
  /** Ends what was started. */
  readonly close: () => Promise<void>;
}

/** One that nobody starts again, such as the embedded service. */
export const lastingService: Service = {
  changed: () => undefined,
  ready: async () => true,
  onSecrets: () => undefined,
  ran: () => undefined,
  close: async () => undefined,
};
