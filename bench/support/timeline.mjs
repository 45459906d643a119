import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';
import { isMainThread, threadId } from 'node:worker_threads';

/**
 * Preloaded (`--import`) into a run and into every thread of it: notes what happens when, and the run need not know.
 * The query of its own URL names the file; a line is a time in milliseconds since the epoch, a tab, and what happened.
 */
const file = new URL(import.meta.url).searchParams.get('file');
const seen = new Set();

/** Only the first of its kind. */
function note(event) {
  if (seen.has(event)) return;
  seen.add(event);
  appendFileSync(file, `${performance.timeOrigin + performance.now()}\t${event}\n`);
}

if (isMainThread) {
  note('Node.js is up');
  subscribe('worker_threads', ({ worker }) => {
    const name = `thread ${worker.threadId}`;
    note(`${name} is made`);
    worker.once('exit', () => note(`${name} is gone`));
  });
  process.once('exit', () => note('exit'));
} else {
  note(`thread ${threadId} runs`);
  subscribe('net.client.socket', () => note(`thread ${threadId} connects`));
}
