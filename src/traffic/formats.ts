import type { Exchange, TrafficSourceInfo } from '../../schemas/types.ts';
import { isPlainObject } from '../json/plain.ts';
import { attempt } from '../model/attempt.ts';
import { limits } from '../model/limits.ts';
import type { LineCheck } from '../model/recording.ts';
import { entriesReader, newmanExchange } from './har.ts';
import { lineCutter, type Reader, type Taker } from './lines.ts';
import { logReader } from './log.ts';

/** HAR 1.2, NDJSON with one exchange a line, newman's JSON report, or a recording of a run. */
export type TrafficFormat = NonNullable<TrafficSourceInfo['format']>;

/** Bytes that a format is recognised by, where there are so many. */
export const headBytes = 4096;

/**
 * How sources begin, each byte a character, and their formats, or why they cannot be read. Of several the first one; NDJSON
 * begins in any way.
 */
const beginnings: readonly (readonly [begin: RegExp, TrafficFormat | { readonly problem: string }])[] = [
  [
    // A byte order mark, or the zero byte beside the first bracket.
    /^(?:\u00ff\u00fe|\u00fe\u00ff|[{[]\0|\0[{[])/,
    { problem: 'is text in UTF-16. Expected UTF-8: iconv -f UTF-16 -t UTF-8 FILE | conformance check -' },
  ],
  [/[^\s -\u00ff]/, { problem: 'is not text: it holds bytes that no log, HAR or recording has' }],
  [
    // Other members may be before the log. What shippers of logs write may have a `log`, too: a text, or an object with other members.
    /^\s*\{(?:.*?,)?\s*"log"\s*:\s*\{\s*(?:\}|"(?:version|creator|browser|pages|entries|comment|_[^"]*)")/s,
    'har',
  ],
  [/^\s*\{\s*"collection"\s*:\s*\{/, 'newman'],
  [/^\s*\{\s*"line"\s*:\s*"(?:run|intent|exchange|unsent|end)"/, 'recording'],
  [
    /^\s*\{\s*"partial"\s*:/,
    { problem: 'is a part that check --partial wrote. Expected parts in files: conformance check FILE' },
  ],
  [
    /^\s*\[\s*\{/,
    { problem: 'is one JSON array. Expected an exchange a line: jq -c ".[]" FILE | conformance check -' },
  ],
];

/** The format that the first bytes of a source show, or why it cannot be read. */
export function formatOf(head: Buffer): TrafficFormat | { readonly problem: string } {
  // Colours of a terminal begin with ESC, the one control character of logs that is no white space.
  const text = head
    .toString('latin1', 0, headBytes)
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .replaceAll('\u001b', '');
  return beginnings.find(([begin]) => begin.test(text))?.[1] ?? 'ndjson';
}

/** @param line of a recording */
function isExchange(line: unknown): line is { readonly exchange: Exchange } {
  return isPlainObject(line) && line['line'] === 'exchange';
}

/** Reads what a run of this suite wrote. Each line is checked against its schema, as anybody may have written it. */
function recordingReader({ bad, exchange }: Taker, check: LineCheck): Reader {
  const line = (text: string, number: number): void => {
    const value: unknown = attempt(() => JSON.parse(text), undefined);
    const problem = value === undefined ? null : check(value);
    if (value === undefined) bad('is not JSON: it was cut', number);
    else if (problem !== null) bad(`is not a line of a recording: ${problem}`, number);
    else if (isExchange(value)) exchange(value.exchange, number);
  };
  return lineCutter({ line, bad }, limits.lineBytes);
}

const readers: Readonly<Record<TrafficFormat, (taker: Taker, check: LineCheck) => Reader>> = {
  har: (taker) => entriesReader(taker, '$.log.entries.*'),
  newman: (taker) => entriesReader(taker, '$.run.executions.*', newmanExchange),
  ndjson: logReader,
  recording: recordingReader,
};

/**
 * Reads a source in the format that its first bytes show.
 * @param named the format; null to recognise it
 * @param check for lines of a recording
 */
export function detectingReader(taker: Taker, named: TrafficFormat | null, check: LineCheck) {
  let format = named;
  let reader = named && readers[named](taker, check);
  let head = Buffer.alloc(0);
  const recognise = (): boolean => {
    const [begun, found] = [head, formatOf(head)];
    head = Buffer.alloc(0);
    if (typeof found !== 'string') {
      taker.bad(found.problem, null);
      return false;
    }
    format = found;
    reader = readers[found](taker, check);
    return reader.write(begun);
  };
  return {
    /** Null while it is not known. */
    format: () => format,
    write: (block: Buffer): boolean => {
      if (reader !== null) return reader.write(block);
      head = Buffer.concat([head, block]);
      return head.length < headBytes || recognise();
    },
    end: (): void => {
      if (head.length > 0) recognise();
      reader?.end();
    },
  };
}
