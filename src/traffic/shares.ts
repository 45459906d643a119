import { compressionOf } from './blocks.ts';
import { formatOf, type TrafficFormat } from './formats.ts';
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
  const format = compressionOf(head) === undefined ? (named ?? formatOf(head)) : null;
  return format === 'ndjson' || format === 'recording' ? format : null;
}

/**
 * The pieces of one source: a large file is cut between its lines.
 * @param most bytes of a piece, but for the rest of its last line
 */
async function piecesOf(whole: Piece, most: number): Promise<readonly Piece[]> {
  const { file, bytes, open } = whole.source;
  if (file === null || (bytes ?? 0) <= most) return [whole];
  const pieces: Piece[] = [];
  let { format } = whole;
  /** Where the piece that is begun starts, lines before it, and lines that have ended. */
  let [start, before, lines] = [0, 0, 0];
  let offset = 0;
  const cut = (end: number): void => {
    pieces.push({ ...whole, format, range: { start, end, lines: before } });
    [start, before] = [end, lines];
  };
  try {
    for await (const block of open()) {
      if (offset === 0) format = formatOfLines(block, format);
      if (format === null || streamNames.some((name) => block.includes(name))) return [whole];
      for (let at = block.indexOf(lineFeed); at !== -1; at = block.indexOf(lineFeed, at + 1)) {
        lines += 1;
        if (offset + at + 1 - start >= most) cut(offset + at + 1);
      }
      offset += block.length;
    }
  } catch {
    // Whoever reads the file says why it cannot be read.
    return [whole];
  }
  if (offset > start) cut(offset);
  return offset === 0 ? [whole] : pieces;
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
