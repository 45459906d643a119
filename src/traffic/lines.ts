import { isUtf8 } from 'node:buffer';
import type { JsonDocument } from '../json/json.ts';
import type { Exchange } from '../model/exchange.ts';

/** Takes what a reader finds in a source. Numbers count lines, or entries of a HAR, from 1. */
export interface Taker {
  /** A value that may be an exchange. @param source gives its text */
  readonly value: (value: unknown, number: number, source: () => JsonDocument) => void;
  /** An exchange that a run recorded. */
  readonly exchange: (exchange: Exchange, number: number) => void;
  /** A line of a log that is no exchange. */
  readonly other: () => void;
  /** An entry that could not be read. @param problem continues after its place */
  readonly bad: (problem: string, number: number | null) => void;
}

/** Reads one source of one format, block by block. */
export interface Reader {
  /** @returns false where no more of the source can be read */
  readonly write: (block: Buffer) => boolean;
  readonly end: () => void;
}

/** Takes the lines of a source, numbered from 1. */
export interface LineTaker {
  readonly line: (text: string, number: number) => void;
  /** Takes a line that cannot be read. @param problem continues after its place */
  readonly bad: (problem: string, number: number) => void;
  readonly end?: () => void;
}

const lineFeed = 0x0a;

/** Reads a source line by line: cuts blocks of bytes at line feeds. Holds one line at most. */
export class LineCutter implements Reader {
  private readonly taker: LineTaker;
  private readonly longest: number;
  private begun: Buffer[] = [];
  private length = 0;
  private number = 1;

  /** @param longest bytes of a line */
  constructor(taker: LineTaker, longest: number) {
    this.taker = taker;
    this.longest = longest;
  }

  write(block: Buffer): boolean {
    let start = 0;
    for (let end = block.indexOf(lineFeed); end !== -1; end = block.indexOf(lineFeed, start)) {
      if (this.length === 0) this.finish(block, start, end);
      else {
        this.hold(block.subarray(start, end));
        this.finishHeld();
      }
      this.number += 1;
      start = end + 1;
    }
    if (start < block.length) this.hold(Buffer.from(block.subarray(start)));
    return true;
  }

  /** Number of the line that is held and already longer than what is read; null for none. */
  get tooLongLine(): number | null {
    return this.length > this.longest ? this.number : null;
  }

  /** The last line may have no line feed. */
  end(): void {
    if (this.length > 0) this.finishHeld();
    this.taker.end?.();
  }

  private hold(part: Buffer): void {
    this.length += part.length;
    if (this.length > this.longest) this.begun = [];
    else this.begun.push(part);
  }

  private finishHeld(): void {
    const { begun, length } = this;
    this.begun = [];
    this.length = 0;
    if (length > this.longest) this.tooLong(length);
    else this.finish(Buffer.concat(begun), 0, length);
  }

  private tooLong(bytes: number): void {
    this.taker.bad(`is ${bytes} bytes long; the most that is read is ${this.longest}`, this.number);
  }

  private finish(block: Buffer, start: number, end: number): void {
    if (start === end) return;
    if (end - start > this.longest) {
      this.tooLong(end - start);
      return;
    }
    const text = block.toString('utf8', start, end);
    if (text.includes('\ufffd') && !isUtf8(block.subarray(start, end)))
      this.taker.bad('is not UTF-8', this.number);
    else this.taker.line(text, this.number);
  }
}
