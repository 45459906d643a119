import { parseJson } from '../json/json.ts';
import { isPlainObject } from '../json/plain.ts';
import { attempt } from '../model/attempt.ts';
import type { Exchange } from '../model/exchange.ts';
import { limits } from '../model/limits.ts';
import type { LineCheck } from '../model/recording.ts';
import { type LineTaker, lineCutter, type Reader, type Taker } from './lines.ts';

/** The value of a JSON text; undefined for a text that is not JSON. */
function jsonValue(text: string): unknown {
  return attempt(() => JSON.parse(text), undefined);
}

/** How the line of an exchange begins, should it be cut. */
const beginsLikeAnExchange = /^\{.{0,2000}?"(?:request|req)"\s*:\s*\{/s;
const firstObject = '{"';

/** Where the JSON object of a line begins: behind whatever a log puts before it; -1 for none. */
function objectStart(line: string): number {
  return line.startsWith('{') ? 0 : line.indexOf(firstObject);
}

/** A line of output that was begun; its pieces are joined once, however many there are. */
function lineBuffer() {
  let pieces: string[] = [];
  let length = 0;
  const taken = (): string => {
    const text = pieces.join('');
    [pieces, length] = [[], 0];
    return text;
  };
  /** @returns the line, where the piece completes it or it is longer than any that is read; null while it goes on */
  const add = (piece: string): string | null => {
    if (piece !== '') pieces.push(piece);
    length += piece.length;
    return piece.endsWith('\n') || length > limits.lineBytes ? taken().trimEnd() : null;
  };
  return { add, taken };
}

/** Docker and Kubernetes keep each line of output in an object, a long one in several. */
function wrapping() {
  const begun = { stdout: lineBuffer(), stderr: lineBuffer() };
  /** @returns the line of output that is complete; null while it goes on; undefined for a value that wraps none */
  const unwrapped = (value: unknown): string | null | undefined => {
    if (!isPlainObject(value)) return undefined;
    const { log, stream, time } = value;
    if (typeof log !== 'string' || (typeof stream !== 'string' && typeof time !== 'string')) return undefined;
    return begun[stream === 'stderr' ? 'stderr' : 'stdout'].add(log);
  };
  /** What was begun and did not go on. */
  const rest = () => [begun.stdout.taken(), begun.stderr.taken()].filter((text) => text !== '');
  return { unwrapped, rest };
}

/** Lines of a log, of which those of exchanges are one of several kinds. */
function logLines({ value: take, other, bad }: Taker): LineTaker {
  const { unwrapped, rest } = wrapping();
  let last = 0;
  const noJson = (text: string): void => {
    if (beginsLikeAnExchange.test(text)) bad('begins like an exchange and is not JSON: it was cut', last);
    else other();
  };
  const read = (line: string, isWrapped: boolean): void => {
    const start = objectStart(line);
    const text = start > 0 ? line.slice(start) : line;
    const value = start === -1 ? undefined : jsonValue(text);
    const inner = isWrapped ? undefined : unwrapped(value);
    if (value === undefined) noJson(text);
    else if (inner === undefined) take(value, last, () => parseJson(text));
    else if (inner !== null) read(inner, true);
  };
  return {
    line: (text, number) => {
      last = number;
      read(text, false);
    },
    bad,
    /** The rest of output that was wrapped, where the log ends in the middle of a line. */
    end: () => {
      for (const line of rest()) read(line, true);
    },
  };
}

/** One exchange a line; lines that are none are those of a log. */
export function ndjsonReader(taker: Taker): Reader {
  return lineCutter(logLines(taker), limits.lineBytes);
}

interface RecordedLine {
  readonly line: string;
  readonly exchange: Exchange;
}

/** Reads what a run of this suite wrote. Each line is checked against its schema, as anybody may have written it. */
export function recordingReader({ bad, exchange }: Taker, check: LineCheck): Reader {
  const line = (text: string, number: number): void => {
    const value = jsonValue(text);
    const problem = value === undefined ? null : check(value);
    if (value === undefined) bad('is not JSON: it was cut', number);
    else if (problem !== null) bad(`is not a line of a recording: ${problem}`, number);
    else if ((value as RecordedLine).line === 'exchange') exchange((value as RecordedLine).exchange, number);
  };
  return lineCutter({ line, bad }, limits.lineBytes);
}
