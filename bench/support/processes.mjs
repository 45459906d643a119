import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs';

/** No process that is measured may take longer, milliseconds, unless its caller says so. */
const usualDeadlineMs = 30_000;

/** Each is the head of a group of its own, so that what it started ends with it. */
const running = new Set();

function end(child) {
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It ended by itself in the meantime.
  }
}

process.on('exit', () => running.forEach(end));
for (const [signal, code] of Object.entries({ SIGINT: 130, SIGTERM: 143 }))
  process.on(signal, () => process.exit(code));

/** Everyone gets the same few variables, whatever the shell has. */
function environment(own) {
  const { PATH, HOME } = process.env;
  return { PATH, HOME, ...own };
}

/** Starts Node.js; the process ends with this one at the latest. */
export function start(args, { env, cwd, stdio }) {
  const child = spawn(process.execPath, args, { env: environment(env), cwd, stdio, detached: true });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

export async function stop(child) {
  const ended = once(child, 'exit');
  end(child);
  await ended;
}

const usageModule = new URL('usage.cjs', import.meta.url).pathname;

/**
 * The same as `time`, with what the process took without those that it started: its maximum resident set in MiB, and
 * milliseconds of processor time.
 */
export async function timeAndUsage(args, { env, cwd, log, deadlineMs }) {
  const file = `${log}.usage`;
  const run = await time(['--require', usageModule, ...args], {
    env: { ...env, BENCH_USAGE: file },
    cwd,
    log,
    deadlineMs,
  });
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  rmSync(file);
  const [, kibibytes, microseconds] = lines
    .map((line) => line.split(' ').map(Number))
    .findLast(([pid]) => pid === run.pid);
  return { ...run, mebibytes: kibibytes / 1024, processor: microseconds / 1000 };
}

/**
 * Runs Node.js to its end, both outputs into a file.
 * @returns its id, wall-clock milliseconds from before the start to the exit, and the exit code (null after the deadline)
 */
export async function time(args, { env, cwd, log, deadlineMs = usualDeadlineMs }) {
  const file = openSync(log, 'w');
  const begin = performance.now();
  const child = start(args, { env, cwd, stdio: ['ignore', file, file] });
  const deadline = setTimeout(() => end(child), deadlineMs);
  const [exitCode] = await once(child, 'exit');
  const milliseconds = performance.now() - begin;
  clearTimeout(deadline);
  closeSync(file);
  return { pid: child.pid, milliseconds, exitCode, output: () => readFileSync(log, 'utf8') };
}
