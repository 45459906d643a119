import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';

/**
 * Preloaded (`--import`) into a run: notes what happens when, and the run need not know. The query of its own URL names
 * the file; a line is a time in milliseconds since the epoch, a tab, and what happened.
 */
const file = new URL(import.meta.url).searchParams.get('file');
const seen = new Set();

/** Only the first of its kind. */
function note(event) {
  if (seen.has(event)) return;
  seen.add(event);
  appendFileSync(file, `${performance.timeOrigin + performance.now()}\t${event}\n`);
}

note('Node.js is up');
subscribe('net.client.socket', () => note('the first connection'));
subscribe('undici:request:headers', () => note('the first answer'));
process.once('exit', () => note('exit'));
