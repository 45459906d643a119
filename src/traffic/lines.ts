import { isUtf8 } from 'node:buffer';
import type { Exchange } from '../../schemas/types.ts';

/** An entry that is malformed; the message continues after its place. */
export class EntryProblem extends Error {
  override readonly name = 'EntryProblem';
}

/** Takes what a reader finds in a source. Numbers count lines, or entries of a HAR, from 1. */
export interface Taker {
  /** A value that may be an exchange. @param json its text; null where that is what JSON.stringify gives */
  readonly value: (value: unknown, number: number, json: string | null) => void;
  /** An exchange that a run recorded. */
  readonly exchange: (exchange: Exchange, number: number) => void;
  /** A line of a log that is no exchange. */
  readonly other: () => void;
  /** An entry that could not be read. @param problem continues after its place */
  readonly bad: (problem: string, number: number | null) => void;
}

/** Reads one source, block by block. */
export interface Reader {
  /** @returns false where no more of the source can be read */
  readonly write: (block: Buffer) => boolean;
  readonly end: () => void;
}

/** Takes the lines of a source, numbered from 1. */
interface LineTaker {
  readonly line: (text: string, number: number) => void;
  /** Takes a line that cannot be read. @param problem continues after its place */
  readonly bad: (problem: string, number: number) => void;
  readonly end?: () => void;
}

const lineFeed = 0x0a;
/** Files that were put together have one in the middle, too. */
const byteOrderMark = '\ufeff';

/** Cuts blocks of bytes at line feeds. Holds one line at most. @param longest bytes of a line */
export function lineCutter({ line, bad, end }: LineTaker, longest: number): Reader {
  /** The line that is begun, unless it is too long, and its bytes. */
  let begun: Buffer[] = [];
  let length = 0;
  let number = 1;
  /** @param end of the line in a block that it began in, or goes on in, at `start` */
  const finish = (block: Buffer, start: number, end: number): void => {
    const all = length + end - start;
    const bytes = () => Buffer.concat([...begun, block.subarray(start, end)]);
    const text = all > longest ? '' : length > 0 ? bytes().toString() : block.toString('utf8', start, end);
    if (all > longest) bad(`is ${all} bytes long; the most that is read is ${longest}`, number);
    else if (text.includes('\ufffd') && !isUtf8(bytes())) bad('is not UTF-8', number);
    else if (all > 0) line(text.startsWith(byteOrderMark) ? text.slice(1) : text, number);
    [begun, length] = [[], 0];
  };
  return {
    write: (block) => {
      let start = 0;
      for (let feed = block.indexOf(lineFeed); feed !== -1; feed = block.indexOf(lineFeed, start)) {
        finish(block, start, feed);
        number += 1;
        start = feed + 1;
      }
      length += block.length - start;
      if (length > longest) begun = [];
      else if (start < block.length) begun.push(Buffer.from(block.subarray(start)));
      return true;
    },
    /** The last line may have no line feed. */
    end: () => {
      finish(Buffer.alloc(0), 0, 0);
      end?.();
    },
  };
}
