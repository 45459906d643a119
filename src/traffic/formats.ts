import type { LineCheck } from '../model/recording.ts';
import type { TrafficFormat } from '../model/traffic.ts';
import { entriesReader } from './har.ts';
import type { Reader, Taker } from './lines.ts';
import { ndjsonReader, recordingReader } from './ndjson.ts';
import { newmanExchange } from './newman.ts';

/** Bytes that a format is recognised by, where there are so many. */
export const headBytes = 4096;

const recordingLine = /^\s*\{\s*"line"\s*:\s*"(?:run|intent|exchange|unsent|end)"/;
/** Other members may be before the log. What shippers of logs write may have a `log`, too: a text, or an object with other members. */
const harBegin =
  /^\s*\{(?:.*?,)?\s*"log"\s*:\s*\{\s*(?:\}|"(?:version|creator|browser|pages|entries|comment|_[^"]*)")/s;
const newmanBegin = /^\s*\{\s*"collection"\s*:\s*\{/;
/** A byte order mark, or the zero byte beside the first bracket. */
const utf16Begin = /^(?:\u00ff\u00fe|\u00fe\u00ff|[{[]\0|\0[{[])/;
/** Control characters that a text may have: white space, and ESC, with which colours begin. */
const textControls: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1b]);

function isBinary(head: Buffer): boolean {
  return head.some((byte) => byte < 0x20 && !textControls.has(byte));
}

/** The format that the first bytes of a source show, or why it cannot be read. */
export function formatOf(head: Buffer): TrafficFormat | { readonly problem: string } {
  const text = head.toString('latin1').replace(/^\u00ef\u00bb\u00bf/, '');
  if (utf16Begin.test(text))
    return {
      problem: 'is text in UTF-16. Expected UTF-8: iconv -f UTF-16 -t UTF-8 FILE | conformance check -',
    };
  if (isBinary(head)) return { problem: 'is not text: it holds bytes that no log, HAR or recording has' };
  if (harBegin.test(text)) return 'har';
  if (newmanBegin.test(text)) return 'newman';
  if (recordingLine.test(text)) return 'recording';
  if (/^\s*\{\s*"partial"\s*:/.test(text))
    return {
      problem: 'is a part that check --partial wrote. Expected parts in files: conformance check FILE',
    };
  if (/^\s*\[\s*\{/.test(text))
    return {
      problem: 'is one JSON array. Expected an exchange a line: jq -c ".[]" FILE | conformance check -',
    };
  return 'ndjson';
}

function readerFor(format: TrafficFormat, taker: Taker, check: LineCheck): Reader {
  if (format === 'har') return entriesReader(taker, '$.log.entries.*');
  if (format === 'newman') return entriesReader(taker, '$.run.executions.*', newmanExchange);
  return format === 'recording' ? recordingReader(taker, check) : ndjsonReader(taker);
}

/** Reads a source in a format; `format` is null while it is not known. */
export interface FormatReader extends Reader {
  readonly format: TrafficFormat | null;
}

/**
 * Reads a source in the format that its first bytes show.
 * @param named the format; null to recognise it
 * @param check for lines of a recording
 */
export function detectingReader(taker: Taker, named: TrafficFormat | null, check: LineCheck): FormatReader {
  let format = named;
  let reader = named === null ? null : readerFor(named, taker, check);
  let head = Buffer.alloc(0);
  const recognise = (): boolean => {
    const [begun, found] = [head, formatOf(head.subarray(0, headBytes))];
    head = Buffer.alloc(0);
    if (typeof found === 'string') {
      format = found;
      reader = readerFor(found, taker, check);
      return reader.write(begun);
    }
    taker.bad(found.problem, null);
    return false;
  };
  return {
    get format() {
      return format;
    },
    write: (block) => {
      if (reader !== null) return reader.write(block);
      head = Buffer.concat([head, block]);
      return head.length < headBytes || recognise();
    },
    end: () => {
      if (reader === null && head.length > 0) recognise();
      reader?.end();
    },
  };
}
