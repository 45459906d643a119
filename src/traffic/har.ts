import { JSONParser } from '@streamparser/json';
import { parseJson } from '../json/json.ts';
import type { Reader, Taker } from './taker.ts';

/** Bytes of one entry of a HAR. Browsers also save the images and films that they loaded. */
const longestEntry = 32 * 1024 * 1024;
/** Bytes of a string that the parser collects before it decodes them. */
const stringBuffer = 64 * 1024;
/** Bytes that the parser gets at once. */
const pieceBytes = 64 * 1024;

class HarReader implements Reader {
  private readonly taker: Taker;
  private readonly parser = new JSONParser({
    paths: ['$.log.entries.*'],
    keepStack: false,
    stringBufferSize: stringBuffer,
  });
  private entries = 0;
  /** Bytes since the end of the last entry. */
  private pending = 0;
  private isOver = false;

  constructor(taker: Taker) {
    this.taker = taker;
    this.parser.onValue = ({ value }) => {
      this.pending = 0;
      this.entries += 1;
      taker.value(value, this.entries, () => parseJson(JSON.stringify(value)));
    };
    this.parser.onError = (error) => this.fail(`is no JSON from here on (${error.message})`);
  }

  write(block: Buffer): boolean {
    for (let start = 0; start < block.length && !this.isOver; start += pieceBytes) {
      const piece = block.subarray(start, start + pieceBytes);
      this.pending += piece.length;
      this.parser.write(piece);
      if (this.pending > longestEntry)
        this.fail(`is longer than ${longestEntry} bytes, the most that is read; nothing after it is read`);
    }
    return !this.isOver;
  }

  end(): void {
    if (!this.isOver && !this.parser.isEnded)
      this.fail('was cut, or one before it was: the HAR ends in the middle');
  }

  private fail(problem: string): void {
    if (this.isOver) return;
    this.isOver = true;
    this.taker.bad(problem, this.entries + 1);
  }
}

/** Reads HAR 1.2, which is one JSON document, entry by entry. */
export function harReader(taker: Taker): Reader {
  return new HarReader(taker);
}
