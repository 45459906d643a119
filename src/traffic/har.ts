// No dependencies, and keeps nothing of what it has given: 1.8 s and 90 MiB for 38 MB of HAR. stream-json needs twice as long, and is not meant
// for hostile input.
import { JSONParser, TokenType } from '@streamparser/json';
import { parseJson } from '../json/json.ts';
import { limits } from '../model/limits.ts';
import type { Reader, Taker } from './lines.ts';

/** Bytes of one entry of a HAR. Browsers also save the images and films that they loaded. */
const longestEntry = 32 * 1024 * 1024;
/** Brackets, commas, colons and scalars of one entry: an empty object of three bytes takes twenty times as much memory. */
const mostTokens = 4_000_000;
/** Objects and arrays inside one another: those of a body that was recorded parsed, and those of the HAR around it. */
const deepest = limits.depth + 16;
/** Bytes of a string, and of a number, that the parser collects before it decodes them. */
const stringBuffer = 64 * 1024;
const numberBuffer = 1024;
/** Bytes that the parser gets at once. */
const pieceBytes = 64 * 1024;

/** The parser quotes the string or number where it stops, which may be a secret. */
const quotedToken = / \((?:".*"|[^"()]*)\)(?= in state )/s;

/** Reads HAR 1.2, which is one JSON document, entry by entry. */
export class HarReader implements Reader {
  private readonly taker: Taker;
  private readonly parser = new JSONParser({
    paths: ['$.log.entries.*'],
    keepStack: false,
    stringBufferSize: stringBuffer,
    numberBufferSize: numberBuffer,
  });
  private entries = 0;
  /** Bytes since the end of the last entry. */
  private pending = 0;
  /** Tokens since then. */
  private tokens = 0;
  /** Objects and arrays that are open, in what is skipped too. */
  private depth = 0;
  private isOver = false;

  constructor(taker: Taker) {
    this.taker = taker;
    this.parser.onValue = ({ value }) => {
      this.pending = 0;
      this.tokens = 0;
      this.entries += 1;
      taker.value(value, this.entries, () => parseJson(JSON.stringify(value)));
    };
    this.parser.onToken = ({ token }) => this.count(token);
    this.parser.onError = ({ message }) =>
      this.fail(`is not JSON from here on (${message.replace(quotedToken, '')})`);
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
      this.fail('is not complete (or an entry before it): the HAR ends too early');
  }

  /** @throws Error, which the parser ends with, for what would take too much memory */
  private count(token: TokenType): void {
    this.tokens += 1;
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) this.depth += 1;
    else if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) this.depth -= 1;
    if (this.depth > deepest)
      this.fail(
        `is nested too deep: ${deepest} objects and arrays inside one another are the most that is read; nothing after it is read`,
      );
    else if (this.tokens > mostTokens)
      this.fail(
        `has more than ${mostTokens} JSON tokens, the most that is read of an entry; nothing after it is read`,
      );
    else return;
    throw new Error('not read further');
  }

  private fail(problem: string): void {
    if (this.isOver) return;
    this.isOver = true;
    this.taker.bad(problem, this.entries + 1);
  }
}
