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

/** Null for a line that wraps none, or is JSON. */
export function wrappedInText(line: string): Wrapped | null {
  const [, stream, tag, text = ''] = line.startsWith('{') ? [] : (criLine.exec(line) ?? []);
  return stream === undefined ? null : { text, stream, goesOn: tag === 'P' };
}

/** Null for a value that wraps none, and for an exchange. */
export function wrappedIn(value: unknown): Wrapped | null {
  if (!isPlainObject(value) || isPlainObject(value['request'] ?? value['req'])) return null;
  const name = textMembers.find((one) => typeof value[one] === 'string');
  const text = name === undefined ? '' : String(value[name]);
  const { log, stream, time, attrs, source, logtag, _p, partial_message, partial_last } = value;
  // Most lines of logs are whole, and hold no JSON.
  const isPlain = (stream ?? source ?? logtag ?? _p ?? partial_message) === undefined && !text.includes('"');
  if (name === undefined || isPlain) return null;
  // Docker's own has nothing else, and keeps the line feed that ends a line.
  const members = Object.keys(value).length - (attrs === undefined ? 0 : 1);
  const isDocker = members === 3 && text === log && stream !== undefined && time !== undefined;
  const isPart = partial_message === undefined ? (logtag ?? _p) === 'P' : String(partial_last) !== 'true';
  return { text, stream: stream ?? source, goesOn: isDocker ? !text.endsWith('\n') : isPart };
}

/** Joins lines of output that were kept in parts: one line at a time for each stream, and for wrappers in wrappers. */
export class Joined {
  private readonly begun: { pieces: string[]; length: number }[] = [];

  /** @param depth wrappers around it @returns the line, once it is whole or longer than any that is read */
  add({ text, stream, goesOn }: Wrapped, depth: number): string | null {
    const at = 2 * depth + (stream === 'stderr' ? 1 : 0);
    const { pieces, length } = this.begun[at] ?? { pieces: [], length: 0 };
    pieces.push(text);
    const isHeld = goesOn && length + text.length <= limits.lineBytes;
    this.begun[at] = isHeld ? { pieces, length: length + text.length } : { pieces: [], length: 0 };
    return isHeld ? null : pieces.join('').trimEnd();
  }

  /** What was begun and did not go on, the outermost first. */
  *rest(): Generator<readonly [text: string, depth: number]> {
    for (let at = 0; at < this.begun.length; at += 1) {
      const text = this.begun[at]?.pieces.join('') ?? '';
      if (text !== '') yield [text, Math.floor(at / 2)];
    }
  }
}
