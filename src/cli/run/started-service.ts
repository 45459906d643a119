import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { UsageError } from '../../output/exit.ts';
import { secretsIn } from '../../run/commands.ts';
import { signalGroup, startGroup } from '../../run/process-group.ts';
import { untilReachable, whyUnreachable } from '../../run/until-reachable.ts';
import { isSecretName } from '../../settings/environment.ts';
import type { TargetSettings } from '../../settings/index.ts';
import type { RunInput } from './run.ts';
import type { Service } from './run-started.ts';
import { serviceLines } from './service-lines.ts';

/** Seconds that the service has to accept connections, where `--wait` does not say it. */
const usualSeconds = 60;
/** Milliseconds that it has to end by itself, and then after SIGKILL. */
const graceMs = 5_000;
const killedMs = 1_000;
/** How often it is looked whether it has ended, milliseconds. */
const lookMs = 20;

/** @throws UsageError where something else accepts connections: it would be judged in place of what `--start` starts */
async function refuseOther(settings: TargetSettings): Promise<void> {
  if ((await whyUnreachable(settings)) !== null) return;
  throw new UsageError(
    `another program already accepts connections at ${settings.baseUrl}, and would be judged in place of the service that --start starts; nothing was sent. End it first, or leave --start out.`,
  );
}

/**
 * What `--start` starts, in a process group of its own, which ends before it is started again and with the command.
 * @throws UsageError where something else is in its place already
 */
export async function startedService(
  command: string,
  settings: TargetSettings,
  { environment, io }: Pick<RunInput, 'environment' | 'io'>,
): Promise<Service> {
  await refuseOther(settings);
  // The service has no use for the suite's own secrets.
  const isOwn = (name: string) => name.startsWith('CONFORMANCE_') && isSecretName(name);
  const env = Object.fromEntries(Object.entries(environment).filter(([name]) => !isOwn(name)));
  const lines = serviceLines((line) => {
    if (io.live) io.overwrite('');
    io.err(`service | ${line}\n`);
  });
  lines.know(secretsIn(settings, settings.token.kind === 'value' ? settings.token.value : null));
  let current: ChildProcess | null = null;
  /** How it ended by itself: `exit code 1`. */
  let end: string | null = null;

  const fail = (sentence: string): false => {
    lines.release();
    io.err(`conformance: ${sentence}.\n`);
    return false;
  };
  /** @returns what is aborted as soon as the service has ended by itself */
  const start = (): AbortSignal => {
    const exited = new AbortController();
    io.err(`Starting the service: ${command}\n`);
    if (settings.token.kind === 'command') lines.wait();
    const child = startGroup(command, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const ended = (how: string) => {
      if (current !== child) return;
      end ??= how;
      exited.abort();
    };
    child.once('error', ({ message }) => ended(message));
    child.once('exit', (code, signal) => ended(signal ?? `exit code ${code}`));
    for (const stream of [child.stdout, child.stderr])
      if (stream !== null) createInterface({ input: stream }).on('line', lines.stream());
    current = child;
    end = null;
    return exited.signal;
  };
  const stop = async (): Promise<void> => {
    const child = current;
    if (child === null) return;
    signalGroup(child, 'SIGTERM');
    if (!(await hasEnded(child, graceMs))) {
      signalGroup(child, 'SIGKILL');
      await hasEnded(child, killedMs);
    }
    current = null;
    // A process that left the group may hold these open for any time.
    child.stdout?.destroy();
    child.stderr?.destroy();
  };
  const kill = () => {
    if (current !== null) signalGroup(current, 'SIGKILL');
  };
  /** The terminal was closed: a process group of its own would go on without it. */
  const hangUp = () => {
    kill();
    process.kill(process.pid, 'SIGHUP');
  };
  process.once('exit', kill).once('SIGHUP', hangUp);

  return {
    ready: async (signal) => {
      await stop();
      if (signal.aborted) return false;
      if ((await whyUnreachable(settings)) === null)
        return fail(`something at ${settings.baseUrl} still accepts connections after the service was ended`);
      const exited = start();
      const waitSeconds = settings.waitSeconds || usualSeconds;
      const isUp = await untilReachable({
        settings: { ...settings, waitSeconds },
        signal: AbortSignal.any([signal, exited]),
      });
      if (end !== null)
        return fail(
          `the service ended with ${end} before it accepted connections; --start expects a command that keeps running`,
        );
      if (isUp || signal.aborted) return isUp;
      return fail(
        `the service accepted no connection within ${waitSeconds} s; --wait ${2 * waitSeconds} waits longer`,
      );
    },
    onSecrets: lines.know,
    ran: () => {
      lines.release();
      if (end !== null) fail(`the service ended with ${end} during the run`);
    },
    close: async () => {
      await stop();
      lines.release();
      process.off('exit', kill).off('SIGHUP', hangUp);
    },
  };
}

/** Waits until nothing of a process group is left. */
async function hasEnded(child: ChildProcess, mostMs: number): Promise<boolean> {
  const until = performance.now() + mostMs;
  while (signalGroup(child, 0)) {
    if (performance.now() > until) return false;
    await sleep(lookMs);
  }
  return true;
}
