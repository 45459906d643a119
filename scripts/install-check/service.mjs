import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Reads what `conformance serve` prints until its last line of settings. */
function settingsFrom(child) {
  let text = '';
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`conformance serve ended: ${text}`)));
    child.stderr.on('data', (chunk) => {
      text += chunk;
    });
    child.stdout.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
      if (!/^CONFORMANCE_AUTOMATION_RULE_ID=.*\n/m.test(text)) return;
      resolve(
        Object.fromEntries(
          [...text.matchAll(/^(CONFORMANCE_\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
        ),
      );
    });
  });
}

/** Lets the reference service of an installation answer while a task runs; the task gets the settings it prints. */
export async function withService(program, { env, cwd }, task, args = []) {
  const child = spawn('node', [program, 'serve', '--port', '0', ...args], {
    env,
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit').catch(() => undefined);
  try {
    return await task(await settingsFrom(child));
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}
