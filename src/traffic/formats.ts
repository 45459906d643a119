import type { LineCheck } from '../model/recording.ts';
import type { TrafficFormat } from '../model/traffic.ts';
import { harReader } from './har.ts';
import type { Reader, Taker } from './lines.ts';
import { ndjsonReader, recordingReader } from './ndjson.ts';

/** Bytes that a format is recognised by, where there are so many. */
export const headBytes = 4096;

const recordingLine = /^\s*\{\s*"line"\s*:\s*"(?:run|intent|exchange|unsent|end)"/;
/** Docker's wrapper has a text as its `log`. */
const harBegin = /^\s*\{\s*"log"\s*:\s*\{/;
/** Control characters that a text may have: white space, and ESC, with which colours begin. */
const textControls: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1b]);

function isBinary(head: Buffer): boolean {
  return head.some((byte) => byte < 0x20 && !textControls.has(byte));
}

/** The format that the first bytes of a source show, or why it cannot be read. */
export function formatOf(head: Buffer): TrafficFormat | { readonly problem: string } {
  const text = head.toString('latin1').replace(/^\u00ef\u00bb\u00bf/, '');
  if (isBinary(head)) return { problem: 'is no text: it holds bytes that no log, HAR or recording has' };
  if (harBegin.test(text)) return 'har';
  if (recordingLine.test(text)) return 'recording';
  if (/^\s*\[\s*\{/.test(text))
    return {
      problem: 'is one JSON array. Expected an exchange a line: jq -c ".[]" FILE | conformance check -',
    };
  return 'ndjson';
}

function readerFor(format: TrafficFormat, taker: Taker, check: LineCheck): Reader {
  if (format === 'har') return harReader(taker);
  return format === 'recording' ? recordingReader(taker, check) : ndjsonReader(taker);
}

/** Reads a source in the format that its first bytes show. */
export interface DetectingReader {
  readonly write: (block: Buffer) => boolean;
  /** @param problem why reading broke off; null at the end of the source */
  readonly end: (problem: string | null) => void;
  /** Null while it is not known. */
  readonly format: () => TrafficFormat | null;
}

/** @param options the named format or null, and the check for lines of a recording */
export function detected(
  taker: Taker,
  { format: named, check }: { readonly format: TrafficFormat | null; readonly check: LineCheck },
): DetectingReader {
  let head = Buffer.alloc(0);
  let format = named;
  let reader = named === null ? null : readerFor(named, taker, check);
  const recognise = (): boolean => {
    const found = formatOf(head.subarray(0, headBytes));
    if (typeof found !== 'string') {
      head = Buffer.alloc(0);
      taker.bad(found.problem, null);
      return false;
    }
    format = found;
    reader = readerFor(found, taker, check);
    return reader.write(head);
  };
  return {
    write: (block) => {
      if (reader !== null) return reader.write(block);
      head = Buffer.concat([head, block]);
      return head.length < headBytes || recognise();
    },
    end: (problem) => {
      if (reader === null && head.length > 0) recognise();
      reader?.end();
      if (problem !== null) taker.bad(problem, null);
    },
    format: () => format,
  };
}
