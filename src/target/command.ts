import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** Bytes of output that a command may print; an id or a token needs far fewer. */
const outputLimit = 64 * 1024;

export type CommandResult =
  | { readonly ok: true; readonly output: string }
  | { readonly ok: false; readonly problem: string };

export interface CommandOptions {
  readonly environment: NodeJS.ProcessEnv;
  /** After so many milliseconds the command and all it started are ended. */
  readonly timeoutMs: number;
  /** Takes the lines of its standard error, which go straight to ours without it. */
  readonly onErrorLine?: (line: string) => void;
}

/** Runs one of the operator's own commands in a shell; its standard output is the result. */
export function runCommand(
  command: string,
  { environment, timeoutMs, onErrorLine }: CommandOptions,
): Promise<CommandResult> {
  const windows = process.platform === 'win32';
  const child = spawn(command, {
    shell: true,
    env: environment,
    detached: !windows,
    stdio: ['ignore', 'pipe', onErrorLine === undefined ? 'inherit' : 'pipe'],
  });
  if (onErrorLine !== undefined && child.stderr !== null)
    createInterface({ input: child.stderr }).on('line', onErrorLine);
  const end = () => {
    if (windows || child.pid === undefined) child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  };
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    let problem: string | null = null;
    const fail = (words: string) => {
      problem ??= words;
      end();
    };
    const deadline = setTimeout(() => fail(`did not end within ${timeoutMs} ms`), timeoutMs);
    child.stdout?.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > outputLimit) fail(`printed more than ${outputLimit} bytes`);
      else chunks.push(chunk);
    });
    child.on('error', ({ message }) => {
      problem ??= `could not be started: ${message}`;
    });
    child.on('close', (code, signal) => {
      clearTimeout(deadline);
      const failed = code === 0 ? null : `ended with ${signal ?? `exit code ${code}`}`;
      const why = problem ?? failed;
      resolve(
        why === null
          ? { ok: true, output: Buffer.concat(chunks).toString('utf8') }
          : { ok: false, problem: why },
      );
    });
  });
}
