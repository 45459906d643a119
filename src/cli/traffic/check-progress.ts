import type { Io } from '../../output/io.ts';
import type { TrafficSource } from '../../traffic/sources.ts';

/** Milliseconds before the first line of progress, and between two lines. */
const quietMs = 2_000;
const stepMs = 200;

function size(bytes: number): string {
  const mebibytes = bytes / (1024 * 1024);
  return `${mebibytes < 10 ? mebibytes.toFixed(1) : Math.round(mebibytes)} MiB`;
}

/** `about 3 min left`. */
function left(seconds: number): string {
  return seconds < 90
    ? `about ${Math.max(1, Math.round(seconds))} s left`
    : `about ${Math.round(seconds / 60)} min left`;
}

/** The progress of reading, as a line. */
export function progressLine(
  read: { readonly bytes: number; readonly exchanges: number },
  all: number | null,
  ms: number,
): string {
  const { bytes, exchanges } = read;
  const of = all === null ? '' : ` of ${size(all)}`;
  const rate = Math.round((exchanges * 1000) / ms).toLocaleString('en');
  const rest = all === null || bytes === 0 ? '' : `, ${left(((all - bytes) * ms) / bytes / 1000)}`;
  return `${size(bytes)}${of}, ${exchanges.toLocaleString('en')} ${exchanges === 1 ? 'exchange' : 'exchanges'}, ${rate}/s${rest}`;
}

/** Shows progress on a terminal once reading takes long. */
export function readingProgress(
  io: Io,
  sources: readonly TrafficSource[],
  exchanges: () => number,
  now: () => number = () => performance.now(),
): { readonly read: (bytes: number) => void; readonly end: () => void } {
  const isKnown = sources.every(({ bytes }) => bytes !== null);
  const all = isKnown ? sources.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0) : null;
  const begin = now();
  let next = begin + quietMs;
  let isTold = false;
  let bytes = 0;
  return {
    read: (more) => {
      bytes += more;
      const time = now();
      if (!io.live || time < next) return;
      next = time + stepMs;
      isTold = true;
      io.overwrite(progressLine({ bytes, exchanges: exchanges() }, all, time - begin));
    },
    end: () => {
      if (isTold) io.overwrite('');
      isTold = false;
    },
  };
}
