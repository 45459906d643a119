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
/** Files that were put together have one in the middle, too. */
const byteOrderMark = '\ufeff';

/** Reads a source line by line. */
export interface LineCutter extends Reader {
  /** Number of the line that is held and already longer than what is read; null for none. */
  readonly tooLongLine: number | null;
}

/** Cuts blocks of bytes at line feeds. Holds one line at most. @param longest bytes of a line */
export function lineCutter(taker: LineTaker, longest: number): LineCutter {
  let begun: Buffer[] = [];
  let length = 0;
  let number = 1;
  const hold = (part: Buffer): void => {
    length += part.length;
    if (length > longest) begun = [];
    else begun.push(part);
  };
  const finish = (block: Buffer | null, start: number, end: number): void => {
    if (start === end) return;
    const isRead = block !== null && end - start <= longest;
    const text = isRead ? block.toString('utf8', start, end) : '';
    if (!isRead) taker.bad(`is ${end - start} bytes long; the most that is read is ${longest}`, number);
    else if (text.includes('\ufffd') && !isUtf8(block.subarray(start, end)))
      taker.bad('is not UTF-8', number);
    else taker.line(text.startsWith(byteOrderMark) ? text.slice(1) : text, number);
  };
  const finishHeld = (): void => {
    const [held, bytes] = [begun, length];
    [begun, length] = [[], 0];
    finish(bytes > longest ? null : Buffer.concat(held), 0, bytes);
  };
  return {
    get tooLongLine() {
      return length > longest ? number : null;
    },
    write: (block) => {
      let start = 0;
      for (let end = block.indexOf(lineFeed); end !== -1; end = block.indexOf(lineFeed, start)) {
        if (length === 0) finish(block, start, end);
        else {
          hold(block.subarray(start, end));
          finishHeld();
        }
        number += 1;
        start = end + 1;
      }
      if (start < block.length) hold(Buffer.from(block.subarray(start)));
      return true;
    },
    /** The last line may have no line feed. */
    end: () => {
      if (length > 0) finishHeld();
      taker.end?.();
    },
  };
}
