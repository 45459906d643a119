import { parseJson } from '../json/json.ts';
import { isPlainObject } from '../json/plain.ts';
import { attempt } from '../model/attempt.ts';
import type { Exchange } from '../model/exchange.ts';
import { limits } from '../model/limits.ts';
import type { LineCheck } from '../model/recording.ts';
import { LineCutter, type LineTaker, type Reader, type Taker } from './lines.ts';

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
class LineBuffer {
  private pieces: string[] = [];
  private length = 0;

  /** @returns the line, where the piece completes it or it is longer than any that is read; null while it goes on */
  add(piece: string): string | null {
    if (piece !== '') this.pieces.push(piece);
    this.length += piece.length;
    const isComplete = piece.endsWith('\n') || this.length > limits.lineBytes;
    return isComplete ? this.taken().trimEnd() : null;
  }

  taken(): string {
    const text = this.pieces.join('');
    this.pieces = [];
    this.length = 0;
    return text;
  }
}

/** Docker and Kubernetes keep each line of output in an object, a long one in several. */
class Wrapped {
  private readonly begun = { stdout: new LineBuffer(), stderr: new LineBuffer() };

  /** @returns the line of output that is complete; null while it goes on; undefined for a value that wraps none */
  unwrapped(value: unknown): string | null | undefined {
    if (!isPlainObject(value)) return undefined;
    const { log, stream, time } = value;
    if (typeof log !== 'string' || (typeof stream !== 'string' && typeof time !== 'string')) return undefined;
    return this.begun[stream === 'stderr' ? 'stderr' : 'stdout'].add(log);
  }

  /** What was begun and did not go on. */
  rest(): readonly string[] {
    return [this.begun.stdout, this.begun.stderr]
      .map((output) => output.taken())
      .filter((text) => text !== '');
  }
}

/** Lines of a log, of which those of exchanges are one of several kinds. */
class LogLines implements LineTaker {
  readonly bad: LineTaker['bad'];
  private readonly taker: Taker;
  private readonly wrapped = new Wrapped();
  private last = 0;

  constructor(taker: Taker) {
    this.taker = taker;
    this.bad = taker.bad;
  }

  readonly line = (text: string, number: number): void => {
    this.last = number;
    this.read(text, false);
  };

  /** The rest of output that was wrapped, where the log ends in the middle of a line. */
  readonly end = (): void => {
    for (const line of this.wrapped.rest()) this.read(line, true);
  };

  private read(line: string, isWrapped: boolean): void {
    const start = objectStart(line);
    const text = start > 0 ? line.slice(start) : line;
    const value = start === -1 ? undefined : jsonValue(text);
    if (value === undefined) {
      this.noJson(text);
      return;
    }
    const inner = isWrapped ? undefined : this.wrapped.unwrapped(value);
    if (inner === undefined) this.taker.value(value, this.last, () => parseJson(text));
    else if (inner !== null) this.read(inner, true);
  }

  private noJson(text: string): void {
    if (beginsLikeAnExchange.test(text))
      this.bad('begins like an exchange and is not JSON: it was cut', this.last);
    else this.taker.other();
  }
}

/** One exchange a line; lines that are none are those of a log. */
export function ndjsonReader(taker: Taker): Reader {
  return new LineCutter(new LogLines(taker), limits.lineBytes);
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
  return new LineCutter({ line, bad }, limits.lineBytes);
}
