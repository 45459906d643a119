import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { attempt } from '../model/attempt.ts';

const windows = process.platform === 'win32';

/** Bytes of output that a command may print; an id or a token needs far fewer. */
const outputLimit = 64 * 1024;

/** After so many milliseconds a command and all it started are ended. */
const deadlineMs = 60_000;

/** What a command printed, or why that cannot be used; continues its name. */
export type CommandResult = { readonly output: string } | { readonly problem: string };

interface CommandOptions {
  readonly environment: NodeJS.ProcessEnv;
  /** What it reads from its standard input; nothing without it. */
  readonly input?: string;
  /** Takes the lines of its standard error, which go straight to ours without it. */
  readonly onErrorLine?: (line: string) => void;
  /** Ends the command and all it started at once. */
  readonly signal?: AbortSignal | undefined;
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

/**
 * Runs one of the operator's own commands in a shell, which leads a process group of its own, except on Windows; its standard
 * output is the result. It is ended when it takes too long, prints too much, or is not wanted any more. Never rejects.
 */
export function runCommand(
  command: string,
  { environment, input, onErrorLine, signal }: CommandOptions,
): Promise<CommandResult> {
  const running = new Promise<CommandResult>((resolve) => {
    // Throws for a command that is too long.
    const child = spawn(command, {
      shell: true,
      env: environment,
      detached: !windows,
      stdio: [
        input === undefined ? 'ignore' : 'pipe',
        'pipe',
        onErrorLine === undefined ? 'inherit' : 'pipe',
      ],
    });
    const chunks: Buffer[] = [];
    let bytes = 0;
    let problem: string | null = null;
    const stop = (why: string) => {
      problem ??= why;
      end(child);
    };
    const deadline = setTimeout(() => stop(`did not end within ${deadlineMs} ms`), deadlineMs);
    const abort = () => stop('was ended, as the run was interrupted');
    signal?.addEventListener('abort', abort);
    // A second signal ends this process at once, and a group of its own would go on without it.
    const exit = () => end(child);
    process.once('exit', exit);
    const settle = (result: CommandResult) => {
      clearTimeout(deadline);
      signal?.removeEventListener('abort', abort);
      process.off('exit', exit);
      resolve(problem === null ? result : { problem });
    };
    // A command need not read it.
    child.stdin?.on('error', () => undefined).end(input);
    child.stdout?.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > outputLimit) stop(`printed more than ${outputLimit} bytes`);
      else chunks.push(chunk);
    });
    if (child.stderr !== null && onErrorLine !== undefined)
      createInterface({ input: child.stderr }).on('line', onErrorLine);
    // A command that could not be started is not always closed as well.
    child.on('error', ({ message }) => settle({ problem: `could not be started: ${message}` }));
    child.on('close', (code, endedBy) => {
      const failed = { problem: `ended with ${endedBy ?? `exit code ${code}`}` };
      settle(code === 0 ? { output: Buffer.concat(chunks).toString('utf8') } : failed);
    });
    if (signal?.aborted === true) abort();
  });
  return running.catch(({ message }: Error) => ({ problem: `could not be started: ${message}` }));
}
