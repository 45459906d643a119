import { type ReferenceOptions, type ReferenceService, startReference } from '../../../reference/service.ts';
import { contract } from '../../operations/index.ts';
import { type ExitCode, exitCodes, UsageError } from '../../output/exit.ts';
import type { Io } from '../../output/io.ts';
import { settingsOf } from '../../settings/definitions.ts';
import { wholeNumber } from '../options/flag-values.ts';
import { faultList, faultsAskedFor } from './faults.ts';
import { logLines } from './serve-log.ts';

const highestPort = 65_535;
const mostRules = 100_000;
const longestLatencyMs = 600_000;

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

/** @throws UsageError */
function seedRules(given: unknown): number | 'unlimited' {
  return given === 'unlimited' ? 'unlimited' : wholeNumber('--seed-rules', given, mostRules, 3);
}

/** The token and the entity that the service accepts, if flags give them. @throws UsageError */
function ownIdentity({
  token,
  entityId,
}: Record<string, unknown>): Pick<ReferenceOptions, 'token' | 'entityId'> {
  if (token !== undefined && !/^[\x21-\x7e]{8,}$/.test(String(token)))
    throw new UsageError(
      '--token must be 8 visible ASCII characters or more, for example --token a-token-for-tests.',
    );
  if (entityId !== undefined && !/^[0-9a-f]{32}$/.test(String(entityId)))
    throw new UsageError(
      `--entity-id must be 32 lower-case hexadecimal characters, for example --entity-id ${'0123456789abcdef'.repeat(2)}.`,
    );
  return {
    ...(token === undefined ? {} : { token: String(token) }),
    ...(entityId === undefined ? {} : { entityId: String(entityId) }),
  };
}

async function listen(
  port: number,
  options: Record<string, unknown>,
  onAnswer: NonNullable<ReferenceOptions['onAnswer']>,
): Promise<ReferenceService> {
  try {
    return await startReference({
      port,
      ...faultsAskedFor(options['fault'] as readonly string[]),
      ...ownIdentity(options),
      seedRules: seedRules(options['seedRules']),
      basePath: String(options['basePath']),
      latencyMs: wholeNumber('--latency', options['latency'], longestLatencyMs, 250),
      cors: true,
      keepsReceived: false,
      onAnswer,
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

/** Switches faults off and on with Enter or the signal SIGUSR2. */
function switching(asked: readonly string[], service: ReferenceService, io: Io): Switch {
  let active = asked;
  const toggle = () => {
    active = active.length > 0 ? [] : asked;
    service.setFaults(active.length > 0);
    const state = active.length > 0 ? `on: ${active.join(', ')}` : 'off: responses are as the document says';
    io.err(`Faults ${state}.\n`);
  };
  if (asked.length > 0) {
    process.on('SIGUSR2', toggle);
    process.stdin.on('data', toggle);
  }
  return {
    active: () => active,
    undo: () => {
      process.off('SIGUSR2', toggle);
      process.stdin.off('data', toggle).pause();
    },
  };
}

interface Switch {
  /** Names of the faults that are on. */
  readonly active: () => readonly string[];
  readonly undo: () => void;
}

/** Serves until it is interrupted. Standard output is a `.env` file for clients, standard error a log. */
export async function serve(options: Record<string, unknown>, io: Io): Promise<ExitCode> {
  if (options['listFaults'] === true) {
    io.out(`${faultList()}\n`);
    return exitCodes.conforms;
  }
  const asked = options['fault'] as readonly string[];
  let broken = () => asked;
  const port = wholeNumber('--port', options['port'], highestPort, 8080);
  const service = await listen(port, options, (answered) => io.err(logLines(answered, broken())));
  const ended = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
  const faults = switching(asked, service, io);
  broken = faults.active as typeof broken;
  io.out(envLines(service));
  const hint = asked.length === 0 ? '' : ' Enter, or the signal SIGUSR2, switches the faults off and on.';
  io.err(
    `The reference service listens on ${service.baseUrl}; Ctrl-C ends it. The lines above are a .env file for a run against it.${hint}\n`,
  );
  await ended;
  faults.undo();
  await service.close();
  return exitCodes.conforms;
}
