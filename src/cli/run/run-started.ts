import type { ExitCode } from '../../output/exit.ts';
import { interruptible, refuseAfterSignal } from '../../output/signals.ts';
import { type RunInput, run } from './run.ts';
import { lastingService, type Service } from './service.ts';

/** Seconds that a service that is restarted has to accept connections again, where `--wait` names fewer. */
const restartSeconds = 30;

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
    const { RestartingService } = await import('./restarting-service.ts');
    return new RestartingService(settings);
  }
  const { StartedService } = await import('./started-service.ts');
  await StartedService.refuseOther(settings);
  return new StartedService(start, settings, input);
}

/** For a run beside somebody who restarts the service: it may be away for a moment. */
export function waitingLonger(input: RunInput): RunInput {
  const { settings } = input;
  const waitSeconds = Math.max(settings.waitSeconds, restartSeconds);
  return { ...input, settings: { ...settings, waitSeconds } };
}

/** Starts the service, runs once, and ends the service. A service that does not start is what the reports say. */
export async function runStarted(input: RunInput, start: string): Promise<ExitCode> {
  const service = await serviceOf(input, start);
  return interruptible(async (signals) => {
    try {
      await service.ready(signals.signal);
      refuseAfterSignal(signals);
      const code = await run({ ...input, onSecrets: service.onSecrets });
      service.ran();
      return code;
    } finally {
      await service.close();
    }
  });
}
