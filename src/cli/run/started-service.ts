import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { UsageError } from '../../output/exit.ts';
import type { Io } from '../../output/io.ts';
import { secretsIn } from '../../run/commands.ts';
import { signalGroup, startGroup } from '../../run/process-group.ts';
import { untilReachable, whyUnreachable } from '../../run/until-reachable.ts';
import type { Secret } from '../../secrets/redaction.ts';
import { isSecretName } from '../../settings/environment.ts';
import type { TargetSettings } from '../../settings/index.ts';
import type { RunInput } from './run.ts';
import type { Service } from './run-started.ts';
import { ServiceLines } from './service-lines.ts';

/** Seconds that the service has to accept connections, where `--wait` does not say it. */
const usualSeconds = 60;
/** Milliseconds that it has to end by itself, and then after SIGKILL. */
const graceMs = 5_000;
const killedMs = 1_000;
/** How often it is looked whether it has ended, milliseconds. */
const lookMs = 20;

/** The environment without the suite's own secrets: the service has no use for them. */
function environmentFor(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const isOwn = (name: string) => name.startsWith('CONFORMANCE_') && isSecretName(name);
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !isOwn(name)));
}

/** What `--start` starts, in a process group of its own, which ends before it is started again and with the command. */
export class StartedService implements Service {
  readonly #command: string;
  readonly #settings: TargetSettings;
  readonly #environment: NodeJS.ProcessEnv;
  readonly #io: Io;
  readonly #lines: ServiceLines;
  #child: ChildProcess | null = null;
  /** How it ended by itself: `exit code 1`. */
  #end: string | null = null;

  constructor(
    command: string,
    settings: TargetSettings,
    { environment, io }: Pick<RunInput, 'environment' | 'io'>,
  ) {
    this.#command = command;
    this.#settings = settings;
    this.#environment = environmentFor(environment);
    this.#io = io;
    this.#lines = new ServiceLines((line) => {
      if (io.live) io.overwrite('');
      io.err(`service | ${line}\n`);
    });
    this.#lines.know(secretsIn(settings, settings.token.kind === 'value' ? settings.token.value : null));
    process.once('exit', this.#kill).once('SIGHUP', this.#hangUp);
  }

  /** @throws UsageError where something else accepts connections: it would be judged instead */
  static async refuseOther(settings: TargetSettings): Promise<void> {
    if ((await whyUnreachable(settings)) !== null) return;
    throw new UsageError(
      `something accepts connections at ${settings.baseUrl} already, and would be judged in place of what --start starts; nothing was sent. End it first, or leave --start out.`,
    );
  }

  readonly ready = async (signal: AbortSignal): Promise<boolean> => {
    await this.#stop();
    if (signal.aborted) return false;
    if ((await whyUnreachable(this.#settings)) === null)
      return this.#fail(
        `something at ${this.#settings.baseUrl} still accepts connections after the service was ended`,
      );
    const exited = this.#start();
    const waitSeconds = this.#settings.waitSeconds || usualSeconds;
    const isUp = await untilReachable({
      settings: { ...this.#settings, waitSeconds },
      signal: AbortSignal.any([signal, exited]),
    });
    if (this.#end !== null)
      return this.#fail(
        `the service ended with ${this.#end} before it accepted connections; --start expects a command that keeps running`,
      );
    if (isUp || signal.aborted) return isUp;
    return this.#fail(
      `the service accepted no connection within ${waitSeconds} s; --wait ${2 * waitSeconds} waits longer`,
    );
  };

  readonly onSecrets = (secrets: readonly Secret[]): void => this.#lines.know(secrets);

  readonly ran = (): void => {
    this.#lines.release();
    if (this.#end !== null) this.#fail(`the service ended with ${this.#end} during the run`);
  };

  readonly close = async (): Promise<void> => {
    await this.#stop();
    this.#lines.release();
    process.off('exit', this.#kill).off('SIGHUP', this.#hangUp);
  };

  #fail(sentence: string): false {
    this.#lines.release();
    this.#io.err(`conformance: ${sentence}.\n`);
    return false;
  }

  /** @returns what is aborted as soon as the service has ended by itself */
  #start(): AbortSignal {
    const exited = new AbortController();
    this.#io.err(`Starting the service: ${this.#command}\n`);
    if (this.#settings.token.kind === 'command') this.#lines.wait();
    const child = startGroup(this.#command, { env: this.#environment, stdio: ['ignore', 'pipe', 'pipe'] });
    const ended = (how: string) => {
      if (this.#child !== child) return;
      this.#end ??= how;
      exited.abort();
    };
    child.once('error', ({ message }) => ended(message));
    child.once('exit', (code, signal) => ended(signal ?? `exit code ${code}`));
    for (const stream of [child.stdout, child.stderr])
      if (stream !== null) createInterface({ input: stream }).on('line', this.#lines.stream());
    this.#child = child;
    this.#end = null;
    return exited.signal;
  }

  async #stop(): Promise<void> {
    const child = this.#child;
    if (child === null) return;
    signalGroup(child, 'SIGTERM');
    if (!(await hasEnded(child, graceMs))) {
      signalGroup(child, 'SIGKILL');
      await hasEnded(child, killedMs);
    }
    this.#child = null;
    // A process that left the group may hold these open for any time.
    child.stdout?.destroy();
    child.stderr?.destroy();
  }

  readonly #kill = (): void => {
    if (this.#child !== null) signalGroup(this.#child, 'SIGKILL');
  };

  /** The terminal was closed: a process group of its own would go on without it. */
  readonly #hangUp = (): void => {
    this.#kill();
    process.kill(process.pid, 'SIGHUP');
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
