import { spawnSync } from 'node:child_process';

/** No step may take longer, milliseconds. */
const deadlineMs = 300_000;

/** The last lines of an output, for whoever has to find out why. */
function tail(text) {
  return text.trimEnd().split('\n').slice(-12).join('\n');
}

function mismatch({ code, stdout, stderr }, run) {
  if (run.status !== code) return `ended with ${run.status ?? run.signal ?? run.error?.message}, not ${code}`;
  if (stdout !== undefined && !stdout.test(run.stdout)) return `standard output is not like ${stdout}`;
  if (stderr !== undefined && !stderr.test(run.stderr)) return `standard error is not like ${stderr}`;
  return null;
}

/**
 * Runs a program to its end.
 * @param expected exit code, 0 by default, and what the outputs have to look like
 * @throws Error that tells what was expected and the end of both outputs
 */
export function check(command, args, options, expected = {}) {
  const run = spawnSync(command, args, {
    encoding: 'utf8',
    timeout: deadlineMs,
    maxBuffer: 1 << 26,
    ...options,
  });
  const problem = mismatch({ code: 0, ...expected }, run);
  if (problem === null) return run;
  throw new Error(
    `${[command, ...args].join(' ')}\n${problem}\n${tail(run.stdout ?? '')}\n${tail(run.stderr ?? '')}`,
  );
}
