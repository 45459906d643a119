import { isPlainObject } from '../json/plain.ts';
import { attempt } from '../model/attempt.ts';
import { limits } from '../model/limits.ts';
import { lineCutter, type Reader, type Taker } from './lines.ts';

/** A line of output, or a part of one, as a runtime or a shipper of logs keeps it. */
interface Wrapped {
  readonly text: string;
  /** Where it was written to; `stderr`, or anything else. */
  readonly stream: unknown;
  /** Whether the rest of the line is in a later one. */
  readonly goesOn: boolean;
}

/** Every wrapper of a part of a line names its stream. A file without these may be read from the middle of it on. */
export const streamNames = ['stdout', 'stderr'] as const;

/** Wrappers around a line: a shipper around a runtime, and some more. */
const mostWrappers = 16;

/** Kubernetes (CRI): a time, the stream, `P` for a part or `F`, and the text. */
const criLine = /^\S+ (stdout|stderr) ([PF])\S* (.*)$/s;

const textMembers = ['log', 'message', 'msg', 'MESSAGE', 'textPayload'] as const;

/** What a line wraps that is no JSON; null for nothing. */
function wrappedInText(line: string): Wrapped | null {
  const [, stream, tag, text = ''] = line.startsWith('{') ? [] : (criLine.exec(line) ?? []);
  return stream === undefined ? null : { text, stream, goesOn: tag === 'P' };
}

/** Null for a value that wraps none, and for an exchange. */
function wrappedIn(value: unknown): Wrapped | null {
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

/** Members of an exchange, in texts within texts too. */
const partOfExchange = /"(?:req(?:uest)?|res(?:ponse)?)\\*"\s*:\s*(?:\{|$)|"startedDateTime\\*"/;
const firstObject = '{"';
const notWhole = 'is not whole JSON: it was cut, joined with another line, or laid out over several';

/** Whether a text is the end of JSON whose beginning is not there: it closes more than it opens. */
function isEnd(text: string): boolean {
  return /"[^"]*\}\s*$/.test(text) && text.split('}').length > text.split('{').length;
}

/** Reads NDJSON with one exchange a line, among lines of a log that are none, and within lines that wrap others. */
export function logReader({ value: take, other, bad }: Taker): Reader {
  /** Lines that are kept in parts, one at a time for each stream, and for wrappers in wrappers. */
  const begun: string[] = [];
  let last = 0;
  /** @param depth wrappers around it */
  const read = (line: string, depth: number): void => {
    const inText = wrappedInText(line);
    // The object is behind whatever a log puts before it.
    const start = line.startsWith('{') ? 0 : line.indexOf(firstObject);
    const text = start > 0 ? line.slice(start) : line;
    const isJson = inText === null && start !== -1;
    const value: unknown = isJson ? attempt(() => JSON.parse(text), undefined) : undefined;
    const wrapped = inText ?? wrappedIn(value);
    if (wrapped !== null && depth < mostWrappers) {
      unwrap(wrapped, depth);
      return;
    }
    const before = value === undefined ? line : line.slice(0, start);
    const isBroken = before.startsWith(firstObject) || partOfExchange.test(before) || isEnd(before);
    if (isBroken) bad(notWhole, last);
    else if (value === undefined) other();
    if (value !== undefined) take(value, last, text);
  };
  /** Reads a line once it is whole, or longer than any that is read. */
  const unwrap = ({ text, stream, goesOn }: Wrapped, depth: number): void => {
    const at = 2 * depth + (stream === 'stderr' ? 1 : 0);
    const line = (begun[at] ?? '') + text;
    const isHeld = goesOn && line.length <= limits.lineBytes;
    begun[at] = isHeld ? line : '';
    if (!isHeld) read(line.trimEnd(), depth + 1);
  };
  return lineCutter(
    {
      line: (text, number) => {
        last = number;
        read(text, 0);
      },
      bad,
      /** What was begun and did not go on, the outermost first. */
      end: () => {
        for (let at = 0; at < begun.length; at += 1)
          if (begun[at]) read(begun[at] ?? '', Math.floor(at / 2) + 1);
      },
    },
    limits.lineBytes,
  );
}
