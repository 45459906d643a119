import { type ReferenceService, startReference } from '../../reference/service.ts';
import { contract } from '../operations/index.ts';
import { settingsOf } from '../settings/definitions.ts';
import { type ExitCode, exitCodes, UsageError } from './exit.ts';
import { faultList, faultsAskedFor } from './faults.ts';
import { wholeNumber } from './flag-values.ts';
import type { Io } from './io.ts';

const highestPort = 65_535;
const mostRules = 100_000;

/** What another process needs to send to the service, as lines of `.env`. */
function envLines({ baseUrl, token, entityId, settings }: ReferenceService): string {
  const { wording } = settingsOf(contract);
  return [
    `CONFORMANCE_BASE_URL=${baseUrl}`,
    `CONFORMANCE_ACCESS_TOKEN=${token}`,
    `CONFORMANCE_ENTITY_ID=${entityId}`,
    ...Object.entries(settings).map(([key, value]) => `${wording.name(key)}=${value}`),
    '',
  ].join('\n');
}

async function listen(port: number, options: Record<string, unknown>): Promise<ReferenceService> {
  try {
    return await startReference({
      port,
      ...faultsAskedFor(options['fault'] as readonly string[]),
      seedRules: wholeNumber('--seed-rules', options['seedRules'], mostRules, 3),
      basePath: String(options['basePath']),
    });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (error instanceof UsageError) throw error;
    const hint =
      code === 'EADDRINUSE'
        ? `port ${port} is taken. Choose another, or any free one with --port 0.`
        : message;
    throw new UsageError(hint);
  }
}

/** Serves until it is interrupted. Standard output is a `.env` file for whoever sends to it. */
export async function serve(options: Record<string, unknown>, io: Io): Promise<ExitCode> {
  if (options['listFaults'] === true) {
    io.out(`${faultList()}\n`);
    return exitCodes.conforms;
  }
  const service = await listen(wholeNumber('--port', options['port'], highestPort, 8080), options);
  const ended = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
  io.out(envLines(service));
  io.err(
    `The reference service listens on ${service.baseUrl}; Ctrl-C ends it. The lines above are a .env file for a run against it.\n`,
  );
  await ended;
  await service.close();
  return exitCodes.conforms;
}
