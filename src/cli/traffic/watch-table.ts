import type { Io } from '../../output/io.ts';
import { padded, truncated, widthOf } from '../../text/layout.ts';
import { andMore } from '../../text/more.ts';
import type { Snapshot, Watched } from '../../traffic/watch/watched.ts';

/** Lines that the rest of the table takes. */
const otherLines = 9;
const usualColumns = 80;
/** Milliseconds between two drawings of the table. */
const drawnEveryMs = 500;

/** `01:02:03`: hours, minutes and seconds. */
export function clock(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

/** The local time of day of an instant in ISO 8601. */
export function timeOfDay(instant: string): string {
  return new Date(instant).toTimeString().slice(0, 8);
}

/** Columns as wide as their widest cells; the first one aligned left, the others right. */
function columns(rows: readonly (readonly (string | number)[])[]): readonly string[] {
  const texts = rows.map((row) => row.map(String));
  const widths = (texts[0] ?? []).map((_, at) => Math.max(...texts.map((row) => widthOf(row[at] ?? ''))));
  return texts.map((row) =>
    row
      .map((text, at) => {
        const width = widths[at] ?? 0;
        return at === 0 ? padded(text, width) : ' '.repeat(width - widthOf(text)) + text;
      })
      .join('   ')
      .trimEnd(),
  );
}

function operationLines({ operations }: Snapshot): readonly string[] {
  return columns([
    ['', 'exchanges', 'success', 'refused', 'other'],
    ...operations.map(({ operation, exchanges, successes, refusals }) => [
      operation.toUpperCase(),
      exchanges,
      successes,
      refusals,
      exchanges - successes - refusals,
    ]),
  ]);
}

function deviatingLines({ deviating }: Snapshot, room: number): readonly string[] {
  if (deviating.length === 0) return ['Nothing deviates so far.'];
  const shown = deviating.slice(0, room);
  const more = deviating.length - shown.length;
  return [
    ...columns([
      ['deviates', 'since', 'exchanges'],
      ...shown.map(({ id, since, count }) => [id, timeOfDay(since), count]),
    ]),
    ...(more === 0 ? [] : [andMore(more)]),
  ];
}

/** Counts of exchanges that were not judged or not completed, where there are any. */
export function asides(snapshot: Snapshot): string {
  const told = [
    ['other', 'of no operation of the document'],
    ['waiting', 'waiting to be judged'],
    ['unjudged', 'passed unjudged: too many waited, or long headers'],
    ['cut', 'with a body too long to be judged'],
    ['clientsLeft', 'ended by the client'],
    ['dropped', 'dropped by the service'],
    ['unreachable', 'that the service could not be reached for'],
    ['misdirected', 'refused, as they were for another host'],
  ] as const;
  const counted = told.filter(([what]) => snapshot[what] > 0);
  return counted.map(([what, words]) => `${snapshot[what]} ${words}`).join('; ');
}

/** The table as lines that fit a terminal. */
export function tableLines(
  snapshot: Snapshot,
  { title, runningMs, hint }: { readonly title: string; readonly runningMs: number; readonly hint: string },
  terminal: { readonly columns?: number | undefined; readonly rows: number },
): readonly string[] {
  const room = Math.max(1, terminal.rows - otherLines - snapshot.operations.length);
  const aside = asides(snapshot);
  const lines = [
    `${title}   ${clock(runningMs)}`,
    '',
    ...operationLines(snapshot),
    '',
    ...deviatingLines(snapshot, room),
    ...(aside === '' ? [] : ['', aside]),
    '',
    hint,
  ];
  // A line that wraps or scrolls away could not be overwritten.
  const widest = (terminal.columns ?? usualColumns) - 1;
  return lines.slice(0, Math.max(1, terminal.rows - 1)).map((line) => truncated(line, widest));
}

/** Draws the table until it is ended; only on a terminal. */
export function drawing(io: Io, watched: Watched, title: string): { readonly end: () => void } {
  if (!io.live) return { end: () => undefined };
  const begin = performance.now();
  const hint = `Ctrl-C ends it and writes the reports; kill -USR2 ${process.pid} writes them now.`;
  const draw = () => {
    const terminal = { columns: io.liveColumns, rows: io.liveRows?.() ?? 24 };
    io.redraw(
      tableLines(watched.snapshot(), { title, runningMs: performance.now() - begin, hint }, terminal),
    );
  };
  draw();
  const timer = setInterval(draw, drawnEveryMs);
  return {
    end: () => {
      clearInterval(timer);
      io.redraw([]);
    },
  };
}
