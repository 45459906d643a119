import type { TrafficFormat } from '../model/traffic.ts';
import { compressionOf } from './blocks.ts';
import { formatOf, headBytes } from './formats.ts';
import type { LineRange, TrafficSource } from './sources.ts';
import { streamNames } from './wrapped.ts';

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

/** Line feeds of a block in a range of it. */
function feedsIn(block: Buffer, from: number, to: number): number {
  let count = 0;
  for (let at = block.indexOf(lineFeed, from); at !== -1 && at < to; at = block.indexOf(lineFeed, at + 1))
    count += 1;
  return count;
}

/** The format of a file that may be read from the middle of it on; null for one that may not. */
function formatOfLines(head: Buffer, named: TrafficFormat | null): TrafficFormat | null {
  if (compressionOf(head) !== null) return null;
  const format = named ?? formatOf(head.subarray(0, headBytes));
  return format === 'ndjson' || format === 'recording' ? format : null;
}

/** Cuts a file between its lines as its blocks come. */
class Divider {
  private readonly most: number;
  private readonly ranges: LineRange[] = [];
  private start = 0;
  /** Lines before the range that is begun, and those of it that have ended. */
  private lines = 0;
  private ended = 0;
  private offset = 0;

  /** @param most bytes of a range, but for the rest of its last line */
  constructor(most: number) {
    this.most = most;
  }

  add(block: Buffer): void {
    const { offset } = this;
    let from = 0;
    for (;;) {
      const full = Math.max(from, this.start + this.most - 1 - offset);
      const feed = full < block.length ? block.indexOf(lineFeed, full) : -1;
      this.ended += feedsIn(block, from, feed === -1 ? block.length : feed + 1);
      if (feed === -1) break;
      from = feed + 1;
      this.cut(offset + from);
    }
    this.offset += block.length;
  }

  private cut(end: number): void {
    this.ranges.push({ start: this.start, end, lines: this.lines });
    this.start = end;
    this.lines += this.ended;
    this.ended = 0;
  }

  end(): readonly LineRange[] {
    if (this.offset > this.start) this.cut(this.offset);
    return this.ranges;
  }
}

/** Where the lines of a file are divided; null for one that is read in one go. */
async function divided(
  { open }: TrafficSource,
  named: TrafficFormat | null,
  most: number,
): Promise<{ readonly format: TrafficFormat; readonly ranges: readonly LineRange[] } | null> {
  const divider = new Divider(most);
  let format: TrafficFormat | null = null;
  for await (const block of open()) {
    format ??= formatOfLines(block, named);
    if (format === null || streamNames.some((name) => block.includes(name))) return null;
    divider.add(block);
  }
  return format === null ? null : { format, ranges: divider.end() };
}

/** The pieces of one source. A large file is cut between its lines; all else is read in one go. */
async function piecesOf(whole: Piece, most: number): Promise<readonly Piece[]> {
  const { source, format } = whole;
  const isLarge = source.file !== null && (source.bytes ?? 0) > most;
  // Whoever reads a file says why it cannot be read.
  const found = isLarge ? await divided(source, format, most).catch(() => null) : null;
  if (found === null) return [whole];
  return found.ranges.map((range) => ({ ...whole, range, format: found.format }));
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
