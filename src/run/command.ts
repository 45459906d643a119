import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { attempt } from '../model/attempt.ts';

const windows = process.platform === 'win32';

/** Bytes of output that a command may print; an id or a token needs far fewer. */
const outputLimit = 64 * 1024;

/** After so many milliseconds a command and all it started are ended. */
export const commandDeadlineMs = 60_000;

export type CommandResult =
  | { readonly ok: true; readonly output: string }
  | { readonly ok: false; readonly problem: string };

interface CommandOptions {
  readonly environment: NodeJS.ProcessEnv;
  /** What it reads from its standard input; nothing without it. */
  readonly input?: string;
  /** Takes the lines of its standard error, which go straight to ours without it. */
  readonly onErrorLine?: (line: string) => void;
  /** Ends the command and all it started at once. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Starts a command in a shell; it leads a process group of its own, except on Windows.
 * @throws Error of the system, for example for a command that is too long
 */
function started(command: string, { environment, onErrorLine, input }: CommandOptions): ChildProcess {
  const child = spawn(command, {
    shell: true,
    env: environment,
    detached: !windows,
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', onErrorLine === undefined ? 'inherit' : 'pipe'],
  });
  // A command need not read it.
  child.stdin?.on('error', () => undefined).end(input);
  if (onErrorLine !== undefined && child.stderr)
    createInterface({ input: child.stderr }).on('line', onErrorLine);
  return child;
}

/** Ends a command and all it started. */
function end(child: ChildProcess): void {
  const { pid } = child;
  attempt(
    () => (windows || pid === undefined ? child.kill('SIGKILL') : process.kill(-pid, 'SIGKILL')),
    false,
  );
  // A process that left the group may hold these open for any time.
  child.stdout?.destroy();
  child.stderr?.destroy();
}

/** What a command printed, or how it failed; ends it when it takes too long, prints too much, or is not wanted any more. */
function resultOf(child: ChildProcess, signal: AbortSignal | undefined): Promise<CommandResult> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    let problem: string | null = null;
    const fail = (words: string) => {
      problem ??= words;
      end(child);
    };
    const deadline = setTimeout(() => fail(`did not end within ${commandDeadlineMs} ms`), commandDeadlineMs);
    const abort = () => fail('was ended, as the run was interrupted');
    signal?.addEventListener('abort', abort);
    // A second signal ends this process at once, and a group of its own would go on without it.
    const exit = () => end(child);
    process.once('exit', exit);
    if (signal?.aborted === true) abort();
    const settle = (why: string | null) => {
      clearTimeout(deadline);
      signal?.removeEventListener('abort', abort);
      process.off('exit', exit);
      const output = Buffer.concat(chunks).toString('utf8');
      resolve(why === null ? { ok: true, output } : { ok: false, problem: why });
    };
    child.stdout?.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > outputLimit) fail(`printed more than ${outputLimit} bytes`);
      else chunks.push(chunk);
    });
    // A command that could not be started is not always closed as well.
    child.on('error', ({ message }) => settle(problem ?? `could not be started: ${message}`));
    child.on('close', (code, endedBy) =>
      settle(problem ?? (code === 0 ? null : `ended with ${endedBy ?? `exit code ${code}`}`)),
    );
  });
}

/** Runs one of the operator's own commands in a shell; its standard output is the result. Never rejects. */
export async function runCommand(command: string, options: CommandOptions): Promise<CommandResult> {
  try {
    return await resultOf(started(command, options), options.signal);
  } catch (error) {
    return { ok: false, problem: `could not be started: ${(error as Error).message}` };
  }
}
