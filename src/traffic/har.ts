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

const noMore = 'nothing after it is read';
const tooLong = `is longer than ${longestEntry} bytes, the most that is read; ${noMore}`;
const tooDeep = `is nested too deep: ${deepest} objects and arrays inside one another are the most that is read; ${noMore}`;
const tooManyTokens = `has more than ${mostTokens} JSON tokens, the most that is read of an entry; ${noMore}`;

/** The parser quotes the string or number where it stops, which may be a secret. */
const quotedToken = / \((?:".*"|[^"()]*)\)(?= in state )/s;

/**
 * Reads one JSON document entry by entry: HAR 1.2, and what else has a list of exchanges.
 * @param path of the entries @param exchangeOf makes an exchange as HAR has it of an entry
 */
export function entriesReader(taker: Taker, path: string, exchangeOf?: (entry: unknown) => unknown): Reader {
  const parser = new JSONParser({
    paths: [path],
    keepStack: false,
    stringBufferSize: stringBuffer,
    numberBufferSize: numberBuffer,
  });
  let entries = 0;
  /** Bytes, and tokens, since the end of the last entry. */
  let [pending, tokens] = [0, 0];
  /** Objects and arrays that are open, in what is skipped too. */
  let depth = 0;
  let isOver = false;
  const fail = (problem: string): void => {
    if (!isOver) taker.bad(problem, entries + 1);
    isOver = true;
  };
  parser.onValue = ({ value: entry }) => {
    [pending, tokens] = [0, 0];
    entries += 1;
    const value = exchangeOf === undefined ? entry : exchangeOf(entry);
    taker.value(value, entries, () => parseJson(JSON.stringify(value)));
  };
  /** Throws an error, which the parser ends with, for what would take too much memory. */
  parser.onToken = ({ token }) => {
    tokens += 1;
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) depth += 1;
    else if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) depth -= 1;
    if (depth <= deepest && tokens <= mostTokens) return;
    fail(depth > deepest ? tooDeep : tooManyTokens);
    throw new Error('not read further');
  };
  parser.onError = ({ message }) => fail(`is not JSON from here on (${message.replace(quotedToken, '')})`);
  return {
    write: (block) => {
      for (let start = 0; start < block.length && !isOver; start += pieceBytes) {
        const piece = block.subarray(start, start + pieceBytes);
        pending += piece.length;
        parser.write(piece);
        if (pending > longestEntry) fail(tooLong);
      }
      return !isOver;
    },
    end: () => {
      if (!isOver && !parser.isEnded)
        fail('is not complete (or an entry before it): the file ends too early');
    },
  };
}
