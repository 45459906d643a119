import { parseJson } from '../json/json.ts';
import { limits } from '../model/limits.ts';
import { jsonValue } from './json-text.ts';
import { LineCutter } from './lines.ts';
import { isObject } from './message.ts';
import type { Reader, Taker } from './taker.ts';

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
    if (!isObject(value)) return undefined;
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

class Lines {
  private readonly taker: Taker;
  private readonly wrapped = new Wrapped();

  constructor(taker: Taker) {
    this.taker = taker;
  }

  read(line: string, number: number, isWrapped = false): void {
    const start = objectStart(line);
    const text = start > 0 ? line.slice(start) : line;
    const value = start === -1 ? undefined : jsonValue(text);
    if (value === undefined) {
      this.noJson(text, number);
      return;
    }
    const inner = isWrapped ? undefined : this.wrapped.unwrapped(value);
    if (inner === undefined) this.taker.value(value, number, () => parseJson(text));
    else if (inner !== null) this.read(inner, number, true);
  }

  /** The rest of output that was wrapped, where the log ends in the middle of a line. */
  end(number: number): void {
    for (const line of this.wrapped.rest()) this.read(line, number, true);
  }

  private noJson(text: string, number: number): void {
    if (beginsLikeAnExchange.test(text))
      this.taker.bad('begins like an exchange and is no JSON: it was cut', number);
    else this.taker.other();
  }
}

/** One exchange a line; lines that are none are those of a log. */
export function ndjsonReader(taker: Taker): Reader {
  const lines = new Lines(taker);
  let last = 0;
  const cutter = new LineCutter(
    {
      line: (text, number) => {
        last = number;
        lines.read(text, number);
      },
      bad: taker.bad,
    },
    limits.lineBytes,
  );
  return {
    write: (block) => {
      cutter.write(block);
      return true;
    },
    end: () => {
      cutter.end();
      lines.end(last);
    },
  };
}
