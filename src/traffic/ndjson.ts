import { parseJson } from '../json/json.ts';
import { attempt } from '../model/attempt.ts';
import type { Exchange } from '../model/exchange.ts';
import { limits } from '../model/limits.ts';
import type { LineCheck } from '../model/recording.ts';
import { type LineTaker, lineCutter, type Reader, type Taker } from './lines.ts';
import { Joined, wrappedIn, wrappedInText } from './wrapped.ts';

/** The value of a JSON text; undefined for a text that is not JSON. */
function jsonValue(text: string): unknown {
  return attempt(() => JSON.parse(text), undefined);
}

/** Members of an exchange, in texts within texts too. */
const partOfExchange = /"(?:req(?:uest)?|res(?:ponse)?)\\*"\s*:\s*(?:\{|$)|"startedDateTime\\*"/;
const firstObject = '{"';
const notWhole = 'is not whole JSON: it was cut, joined with another line, or laid out over several';

/** Whether a text is the end of JSON whose beginning is not there: it closes more than it opens. */
function isEnd(text: string): boolean {
  if (!/"[^"]*\}\s*$/.test(text)) return false;
  return text.split('}').length > text.split('{').length;
}

/** Lines of a log, of which those of exchanges are one of several kinds. */
function logLines({ value: take, other, bad }: Taker): LineTaker {
  const joined = new Joined();
  let last = 0;
  const read = (line: string, depth: number): void => {
    const inText = wrappedInText(line);
    // The object is behind whatever a log puts before it.
    const start = line.startsWith('{') ? 0 : line.indexOf(firstObject);
    const text = start > 0 ? line.slice(start) : line;
    const value = inText !== null || start === -1 ? undefined : jsonValue(text);
    const wrapped = inText ?? wrappedIn(value);
    const whole = wrapped === null ? null : joined.add(wrapped, depth);
    if (whole !== null) read(whole, depth + 1);
    if (wrapped !== null) return;
    const before = value === undefined ? line : line.slice(0, start);
    const isBroken = before.startsWith(firstObject) || partOfExchange.test(before) || isEnd(before);
    if (isBroken) bad(notWhole, last);
    else if (value === undefined) other();
    if (value !== undefined) take(value, last, () => parseJson(text));
  };
  return {
    line: (text, number) => {
      last = number;
      read(text, 0);
    },
    bad,
    /** The rest of output that was wrapped, where the log ends in the middle of a line. */
    end: () => {
      for (const [text, depth] of joined.rest()) read(text, depth + 1);
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
