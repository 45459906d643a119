import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The command in a process of its own, where its memory, and how V8 ends, are seen. */

const program = fileURLToPath(new URL('../../../dist/src/cli/main.js', import.meta.url));

/** Writes the most memory that the process had, in kilobytes, to a pipe as it ends. */
const telling = `import fs from 'node:fs';
process.on('exit', () => fs.writeSync(3, String(process.resourceUsage().maxRSS)));`;

export interface ChildEnd {
  /** Null where a signal ended it. */
  readonly code: number | null;
  readonly signal: string | null;
  readonly printed: string;
  /** Null where it did not come to its end. */
  readonly peakBytes: number | null;
}

export interface ChildOptions {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  /** After so many milliseconds it is killed. */
  readonly deadlineMs: number;
}

export function runChild({ args, cwd, environment, deadlineMs }: ChildOptions): Promise<ChildEnd> {
  const preload = `data:text/javascript,${encodeURIComponent(telling)}`;
  const child = spawn(process.execPath, ['--import', preload, program, ...args], {
    cwd,
    env: { PATH: process.env['PATH'], HOME: join(cwd, '..'), ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const streams: string[] = ['', '', '', ''];
  for (const at of [1, 2, 3])
    child.stdio[at]?.on('data', (chunk: Buffer) => {
      streams[at] += chunk.toString('utf8');
    });
  const timer = setTimeout(() => child.kill('SIGKILL'), deadlineMs);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      const kilobytes = Number(streams[3]);
      const peakBytes = streams[3] === '' ? null : kilobytes * 1024;
      resolve({ code, signal, printed: `${streams[1]}${streams[2]}`, peakBytes });
    });
  });
}
