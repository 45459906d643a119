import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Io } from '../../src/output/io.ts';

/**
 * The command line: in this process, as `main` of the program runs it, and in processes of its own, where a process is what
 * is tested (signals, streams, memory, the environment, operators' commands in the working directory).
 */

export const root = fileURLToPath(new URL('../..', import.meta.url));
const program = join(root, 'dist/src/cli/main.js');

/** How many commands of one test file run at a time. */
const atOnce = 2;

/** Only there to end what hangs, milliseconds: a busy machine takes many times what an idle one does. */
const hangsAfterMs = 240_000;

export interface Finished {
  /** Null when a signal ended the process. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Started {
  readonly pid: number;
  readonly ended: Promise<Finished>;
  readonly signal: (name: NodeJS.Signals) => void;
  /** Types on its standard input, where `typed` says so. */
  readonly type: (text: string) => void;
  /** Resolves as soon as a stream holds the text; rejects when the process ends without it. */
  readonly printed: (stream: 'stdout' | 'stderr', text: string | RegExp) => Promise<string>;
}

export interface StartOptions {
  /** Whether something will be typed; there is no standard input otherwise. */
  readonly typed?: boolean;
  /** All there is of CONFORMANCE_*, proxies and colour; nothing is inherited. */
  readonly env?: Readonly<Record<string, string>>;
  /** A new empty folder by default. */
  readonly cwd?: string;
  /** The Node.js that runs it; this one by default. */
  readonly node?: string;
  /** What stands on standard input, of a command in this process. */
  readonly input?: string | Buffer;
  /** How streams of a command in this process differ from some that are no terminal. */
  readonly io?: Partial<Io>;
  /** What Node.js would run, of a command in this process. */
  readonly script?: string;
  /** After so many milliseconds the process is killed and the promise rejects. */
  readonly deadlineMs?: number;
}

const folders: string[] = [];
const living = new Set<Started>();

/** Ends what a test file left running, and removes its folders. */
export async function endAll(): Promise<void> {
  const ended = [...living].map((started) => started.ended);
  for (const started of living) started.signal('SIGKILL');
  await Promise.all(ended);
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** A new empty folder, removed after the file's tests. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'folder-'));
  folders.push(folder);
  return folder;
}

/** A folder of its own with these files, removed after the file's tests. */
export function folderWith(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = temporaryFolder();
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}

/** An operator's command runs in the folder of this process: what it leaves, it leaves in `$TEST_FOLDER`. */
function environment(extra: Readonly<Record<string, string>>, cwd: string): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], HOME: tmpdir(), TEST_FOLDER: cwd, ...extra };
}

function isIn(text: string, wanted: string | RegExp): boolean {
  return typeof wanted === 'string' ? text.includes(wanted) : wanted.test(text);
}

/** Starts a program of Node; the caller sees to its end. */
export function start(file: string, args: readonly string[], options: StartOptions = {}): Started {
  const { env = {}, cwd = temporaryFolder(), node = process.execPath, typed = false } = options;
  const child = spawn(node, ['--', file, ...args], {
    env: environment(env, cwd),
    cwd,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  if (!typed) child.stdin.end();
  const text = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].setEncoding('utf8').on('data', (chunk: string) => {
      text[stream] += chunk;
    });
  const ended = new Promise<Finished>((resolve, reject) => {
    child.once('error', reject).once('close', (code) => resolve({ code, ...text }));
  });
  const printed: Started['printed'] = (stream, wanted) =>
    new Promise((resolve, reject) => {
      const look = () => {
        if (isIn(text[stream], wanted)) resolve(text[stream]);
      };
      look();
      child[stream].on('data', look);
      child.once('close', () => reject(new Error(`ended without printing ${wanted}: ${text.stderr}`)));
    });
  const started = {
    pid: child.pid ?? 0,
    ended,
    signal: (name: NodeJS.Signals) => void child.kill(name),
    type: (text: string) => void child.stdin.write(text),
    printed,
  };
  living.add(started);
  void ended.finally(() => living.delete(started)).catch(() => undefined);
  return started;
}

const waiting: (() => void)[] = [];
let running = 0;

async function inTurn<T>(task: () => Promise<T>): Promise<T> {
  if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await task();
  } finally {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}

/** Runs a program of Node to its end. @throws Error when it had to be killed */
export function finished(
  file: string,
  args: readonly string[],
  options: StartOptions = {},
): Promise<Finished> {
  const { deadlineMs = hangsAfterMs } = options;
  return inTurn(async () => {
    const started = start(file, args, options);
    let late = false;
    const deadline = setTimeout(() => {
      late = true;
      started.signal('SIGKILL');
    }, deadlineMs);
    const end = await started.ended;
    clearTimeout(deadline);
    if (late) throw new Error(`killed after ${deadlineMs} ms: ${args.join(' ')}\n${end.stderr}`);
    return end;
  });
}

const noTerminal = { isTTY: false } as const;

/** Starts a command line of `conformance` in this process, with streams that are no terminal. Signals and what is typed are this process's. */
export async function startHere(args: readonly string[], options: StartOptions = {}): Promise<Started> {
  const { env = {}, cwd = temporaryFolder(), input, io: changes = {} } = options;
  const { main } = await import('../../src/cli/program.ts');
  const { ioOver } = await import('../../src/output/io.ts');
  const { commandName } = await import('../../src/cli/options/command-line.ts');
  const text = { stdout: '', stderr: '' };
  const waiting = new Set<() => void>();
  const stream = (name: 'stdout' | 'stderr') => ({
    ...noTerminal,
    write: (chunk: string | Uint8Array) => {
      text[name] += chunk.toString();
      for (const look of waiting) look();
      return true;
    },
  });
  const own = environment(env, cwd);
  const io = ioOver({ stdin: noTerminal, stdout: stream('stdout'), stderr: stream('stderr') }, own);
  const command = commandName({ environment: own, cwd, script: options.script ?? '' });
  const standardInput = input === undefined ? {} : { input: () => Readable.from([Buffer.from(input)]) };
  const invocation = { args, environment: own, cwd, command, io: { ...io, ...changes }, ...standardInput };
  const ended = main(invocation).then((code) => ({ code, ...text }));
  const printed: Started['printed'] = (name, wanted) =>
    new Promise((resolve, reject) => {
      const look = () => {
        if (isIn(text[name], wanted)) resolve(text[name]);
      };
      waiting.add(look);
      look();
      void ended.then(() => reject(new Error(`ended without printing ${wanted}: ${text.stderr}`)));
    });
  return {
    pid: process.pid,
    ended,
    signal: (name) => void process.emit(name),
    type: (typed) => void process.stdin.emit('data', typed),
    printed,
  };
}

/** Runs a command line of `conformance` to its end in this process. */
export async function conformance(args: readonly string[], options: StartOptions = {}): Promise<Finished> {
  return (await startHere(args, options)).ended;
}

/** Runs `conformance` to its end in a process of its own. */
export function conformanceProcess(args: readonly string[], options: StartOptions = {}): Promise<Finished> {
  return finished(program, args, options);
}

/** Starts `conformance` and leaves it running. */
export function startConformance(args: readonly string[], options: StartOptions = {}): Started {
  return start(program, args, options);
}
