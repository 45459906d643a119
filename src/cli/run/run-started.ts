import { known } from '../../model/known.ts';
import type { ExitCode } from '../../output/exit.ts';
import { interruptible, refuseAfterSignal } from '../../output/signals.ts';
import type { Secret } from '../../secrets/redaction.ts';
import { type RunInput, run } from './run.ts';

/** The service that is run against again and again, as far as it is started again. */
export interface Service {
  /** Called as soon as a file changes. @param told takes that the service restarts later than `ready` expects */
  readonly changed?: (told: (what: string) => void) => void;
  /**
   * Resolves once the service has started again, or will not.
   * @returns false where it cannot be run against, after a message
   */
  readonly ready: (signal: AbortSignal) => Promise<boolean>;
  /** Called by a run with what nothing that is printed may hold, as soon as it knows its token. */
  readonly onSecrets?: (secrets: readonly Secret[]) => void;
  readonly ran?: () => void;
  readonly close: () => Promise<void>;
}

/** One that nobody starts again, such as the embedded service. */
export const lastingService: Service = { ready: async () => true, close: async () => undefined };

/**
 * The service that is run against: what `--start` starts, or one that somebody else starts again.
 * @throws UsageError where something else is already in the place of what would be started
 */
export async function serviceOf(
  { settings, ...input }: RunInput,
  start: string | undefined,
): Promise<Service> {
  if (settings.reference) return lastingService;
  if (start === undefined) {
    const { restartingService } = await import('./restarting-service.ts');
    return restartingService(settings);
  }
  const { startedService } = await import('./started-service.ts');
  return startedService(start, settings, input);
}

/** Starts the service, runs once, and ends the service. A service that does not start is what the reports say. */
export async function runStarted(input: RunInput, start: string): Promise<ExitCode> {
  const service = await serviceOf(input, start);
  return interruptible(async (signals) => {
    try {
      await service.ready(signals.signal);
      refuseAfterSignal(signals);
      const code = await run({ ...input, ...known({ onSecrets: service.onSecrets }) });
      service.ran?.();
      return code;
    } finally {
      await service.close();
    }
  });
}
