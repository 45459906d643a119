import { isPlainObject } from '../json/plain.ts';
import { limits } from '../model/limits.ts';

/** A line of output, or a part of one, as a runtime or a shipper of logs keeps it. */
export interface Wrapped {
  readonly text: string;
  /** Where it was written to; `stderr`, or anything else. */
  readonly stream: unknown;
  /** Whether the rest of the line is in a later one. */
  readonly goesOn: boolean;
}

/** Every wrapper of a part of a line names its stream. A file without these may be read from the middle of it on. */
export const streamNames = ['stdout', 'stderr'] as const;

/** Kubernetes (CRI): a time, the stream, `P` for a part or `F`, and the text. */
const criLine = /^\S+ (stdout|stderr) ([PF])\S* (.*)$/s;

const textMembers = ['log', 'message', 'msg', 'MESSAGE', 'textPayload'] as const;
const ofDocker: ReadonlySet<string> = new Set(['log', 'stream', 'time', 'attrs']);

/** Docker's own wrapper keeps the line feed that ends a line. */
function isDocker(value: object): value is { readonly log: string } {
  return (
    ['log', 'stream', 'time'].every((name) => name in value) &&
    Object.keys(value).every((name) => ofDocker.has(name))
  );
}

/** Null for a line that wraps none, or is JSON. */
export function wrappedInText(line: string): Wrapped | null {
  const [, stream, tag, text = ''] = line.startsWith('{') ? [] : (criLine.exec(line) ?? []);
  return stream === undefined ? null : { text, stream, goesOn: tag === 'P' };
}

/** Null for a value that wraps none, and for an exchange. */
export function wrappedIn(value: unknown): Wrapped | null {
  if (!isPlainObject(value) || isPlainObject(value['request'] ?? value['req'])) return null;
  const text = textMembers.map((name) => value[name]).find((one) => typeof one === 'string');
  if (typeof text !== 'string') return null;
  const { stream, source, logtag, _p, partial_message, partial_last } = value;
  const tag =
    logtag ?? _p ?? (partial_message !== undefined && (String(partial_last) === 'true' ? 'F' : 'P'));
  const goesOn = isDocker(value) ? !text.endsWith('\n') : tag === 'P';
  return { text, stream: stream ?? source, goesOn };
}

/** A line of output that was begun; its pieces are joined once, however many there are. */
class BegunLine {
  private pieces: string[] = [];
  private length = 0;

  take(): string {
    const text = this.pieces.join('');
    [this.pieces, this.length] = [[], 0];
    return text;
  }

  /** @returns the line, where the piece completes it or it is longer than any that is read; null while it goes on */
  add({ text, goesOn }: Wrapped): string | null {
    this.pieces.push(text);
    this.length += text.length;
    return goesOn && this.length <= limits.lineBytes ? null : this.take().trimEnd();
  }
}

/** Joins lines of output that were kept in several parts: one line at a time for each stream, and wrapper in a wrapper. */
export class Joined {
  private readonly begun: BegunLine[] = [];

  /** @param depth wrappers around it @returns the whole line; null while it goes on */
  add(wrapped: Wrapped, depth: number): string | null {
    const at = 2 * depth + (wrapped.stream === 'stderr' ? 1 : 0);
    this.begun[at] ??= new BegunLine();
    return this.begun[at].add(wrapped);
  }

  /** Takes what was begun and did not go on, the outermost first. */
  *rest(): Generator<readonly [text: string, depth: number]> {
    for (let at = 0; at < this.begun.length; at += 1) {
      const text = this.begun[at]?.take() ?? '';
      if (text !== '') yield [text, Math.floor(at / 2)];
    }
  }
}
