// No dependencies, and keeps nothing of what it has given: 1.8 s and 90 MiB for 38 MB of HAR. stream-json needs twice as long, and is not meant
// for hostile input.
import { JSONParser, TokenType } from '@streamparser/json';
import { isPlainObject } from '../json/plain.ts';
import type { Members } from '../model/json.ts';
import { limits } from '../model/limits.ts';
import type { Reader, Taker } from './lines.ts';

/** Bytes of one entry of a HAR. Browsers also save the images and films that they loaded. */
const longestEntry = 32 * 1024 * 1024;
/** Brackets, commas, colons and scalars of one entry: an empty object of three bytes takes twenty times as much memory. */
const mostTokens = 4_000_000;
/** Objects and arrays inside one another: those of a body that was recorded parsed, and those of the HAR around it. */
const deepest = limits.depth + 16;
/** Bytes of a string, and of a number, that the parser collects before it decodes them. */
const buffers = { stringBufferSize: 64 * 1024, numberBufferSize: 1024 };
/** Bytes that the parser gets at once. */
const pieceBytes = 64 * 1024;

/** The parser quotes the string or number where it stops, which may be a secret. */
const quotedToken = / \((?:".*"|[^"()]*)\)(?= in state )/s;

/** By how much a token changes how many objects and arrays are open. */
const steps: Partial<Record<TokenType, number>> = {
  [TokenType.LEFT_BRACE]: 1,
  [TokenType.LEFT_BRACKET]: 1,
  [TokenType.RIGHT_BRACE]: -1,
  [TokenType.RIGHT_BRACKET]: -1,
};

/**
 * Reads one JSON document entry by entry: HAR 1.2, and what else has a list of exchanges.
 * @param path of the entries @param exchangeOf makes an exchange as HAR has it of an entry
 */
export function entriesReader(
  taker: Taker,
  path: string,
  exchangeOf = (entry: unknown): unknown => entry,
): Reader {
  const parser = new JSONParser({ paths: [path], keepStack: false, ...buffers });
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
  const tooMuch = (problem: string) => fail(`${problem}; nothing after it is read`);
  parser.onValue = ({ value }) => {
    [pending, tokens] = [0, 0];
    entries += 1;
    taker.value(exchangeOf(value), entries, null);
  };
  /** Throws an error, which the parser ends with, for what would take too much memory. */
  parser.onToken = ({ token }) => {
    tokens += 1;
    depth += steps[token] ?? 0;
    if (depth > deepest)
      tooMuch(
        `is nested too deep: ${deepest} objects and arrays inside one another are the most that is read`,
      );
    else if (tokens > mostTokens)
      tooMuch(`has more than ${mostTokens} JSON tokens, the most that is read of an entry`);
    else return;
    throw new Error('not read further');
  };
  parser.onError = ({ message }) => fail(`is not JSON from here on (${message.replace(quotedToken, '')})`);
  return {
    write: (block) => {
      for (let start = 0; start < block.length && !isOver; start += pieceBytes) {
        const piece = block.subarray(start, start + pieceBytes);
        pending += piece.length;
        parser.write(piece);
        if (pending > longestEntry) tooMuch(`is longer than ${longestEntry} bytes, the most that is read`);
      }
      return !isOver;
    },
    end: () => {
      if (!isOver && !parser.isEnded)
        fail('is not complete (or an entry before it): the file ends too early');
    },
  };
}

function newmanUrl(url: unknown): unknown {
  if (!isPlainObject(url)) return url;
  const { protocol = 'http', host, port, path } = url;
  return `${protocol}://${[host].flat().join('.')}${port ? `:${port}` : ''}/${[path].flat().join('/')}`;
}

function newmanHeaders({ header }: Members): unknown {
  if (!Array.isArray(header)) return header;
  return header.flatMap((one) => (one?.disabled === true ? [] : [[one?.key, one?.value ?? '']]));
}

/** What a line of NDJSON has, of an execution in the report of newman's reporter `json`. */
export function newmanExchange(execution: unknown): unknown {
  if (!isPlainObject(execution) || !isPlainObject(execution['request'])) return execution;
  const { request, response } = execution;
  const { method, url, body } = request;
  const raw = isPlainObject(body) ? body['raw'] : null;
  const sent = { method, url: newmanUrl(url), headers: newmanHeaders(request), body: raw };
  if (!isPlainObject(response)) return { request: sent };
  const { code: status, stream } = response;
  return { request: sent, response: { status, headers: newmanHeaders(response), body: stream } };
}
