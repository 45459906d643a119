import type { TrafficFormat } from '../model/traffic.ts';
import { compressionOf } from './blocks.ts';
import { formatOf } from './formats.ts';
import { streamNames } from './log.ts';
import type { LineRange, TrafficSource } from './sources.ts';

/**
 * `--jobs` divides large files between their lines and puts small ones together. A range knows the number of lines
 * before it, so keys and ids are those of the whole file, and reports are the same as without threads. What has to be
 * read from its beginning is one share: compressed data, a HAR, standard input, lines that Docker or Kubernetes wrapped.
 */

/** A source that is read from its beginning to its end, or a range of its lines. */
export interface Piece {
  readonly source: TrafficSource;
  /** Of the source among all. */
  readonly index: number;
  readonly range: LineRange | null;
  /** Null: recognised by content. */
  readonly format: TrafficFormat | null;
}

/** What is read by one worker in one go: in order. */
export type Share = readonly Piece[];

/** Bytes of a share: from about a second of work on. Each looks anew for the evidence that reports want. */
const leastBytes = 16 * 1024 * 1024;
const mostBytes = 256 * 1024 * 1024;
/** Shares of a thread, so that none waits long for the others at the end. */
const sharesOfThread = 3;
/** Sources of a share: no more than are listed one by one. */
const mostPieces = 500;
const lineFeed = 0x0a;

/** The format of a file that may be read from the middle of it on; null for one that may not. */
function formatOfLines(head: Buffer, named: TrafficFormat | null): TrafficFormat | null {
  const format = compressionOf(head) === null ? (named ?? formatOf(head)) : null;
  return format === 'ndjson' || format === 'recording' ? format : null;
}

/** Cuts a file between its lines as its blocks come. @param most bytes of a range, but for the rest of its last line */
function divider(most: number) {
  const ranges: LineRange[] = [];
  let start = 0;
  /** Lines before the range that is begun, and those that have ended. */
  let [before, lines] = [0, 0];
  let offset = 0;
  const cut = (end: number): void => {
    ranges.push({ start, end, lines: before });
    [start, before] = [end, lines];
  };
  return {
    add: (block: Buffer): void => {
      for (let at = block.indexOf(lineFeed); at !== -1; at = block.indexOf(lineFeed, at + 1)) {
        lines += 1;
        if (offset + at + 1 - start >= most) cut(offset + at + 1);
      }
      offset += block.length;
    },
    end: (): readonly LineRange[] => {
      if (offset > start) cut(offset);
      return ranges;
    },
  };
}

/** The pieces of a large file that is cut between its lines; null for one that is read in one go. @throws Error of the file system */
async function divided(whole: Piece, most: number): Promise<readonly Piece[] | null> {
  const { add, end } = divider(most);
  let { format } = whole;
  let isFirst = true;
  for await (const block of whole.source.open()) {
    if (isFirst) format = formatOfLines(block, format);
    isFirst = false;
    if (format === null || streamNames.some((name) => block.includes(name))) return null;
    add(block);
  }
  return isFirst ? null : end().map((range) => ({ ...whole, format, range }));
}

/** The pieces of one source. */
async function piecesOf(whole: Piece, most: number): Promise<readonly Piece[]> {
  const { file, bytes } = whole.source;
  const isLarge = file !== null && (bytes ?? 0) > most;
  // Whoever reads a file says why it cannot be read.
  const found = isLarge ? await divided(whole, most).catch(() => null) : null;
  return found ?? [whole];
}

/** Bytes of each share of these sources, for so many threads. */
export function bytesOfShare(sources: readonly TrafficSource[], threads: number): number {
  const all = sources.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0);
  return Math.min(mostBytes, Math.max(leastBytes, Math.ceil(all / (threads * sharesOfThread))));
}

/**
 * Divides sources into shares of about the same size. The lines of large files are counted for it, which takes a
 * hundredth of the time of judging them.
 * @param sources from their beginnings to their ends
 * @param most bytes of a share; what cannot be divided may be larger
 */
export async function sharesOf(sources: readonly Piece[], most: number): Promise<readonly Share[]> {
  const shares: Piece[][] = [];
  let room = 0;
  for (const source of sources)
    for (const piece of await piecesOf(source, most)) {
      const { range } = piece;
      const bytes = range === null ? (piece.source.bytes ?? most) : range.end - range.start;
      if (shares.length === 0 || bytes > room || shares.at(-1)?.length === mostPieces) {
        shares.push([]);
        room = most;
      }
      shares.at(-1)?.push(piece);
      room -= bytes;
    }
  return shares;
}
