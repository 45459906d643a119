import * as zlib from 'node:zlib';
import type { Header } from '../model/exchange.ts';
import { type Cause, codeOf, ExchangeError } from './failure.ts';
import { limits } from './limits.ts';

type Undo = (bytes: Buffer, options: { maxOutputLength: number }) => Buffer;

/** Node.js has it from 22.15 on. */
const { zstdDecompressSync } = zlib as typeof zlib & { readonly zstdDecompressSync?: Undo };

/** RFC 9110 section 8.4.1.2 means the zlib format; some services send the bare one, which begins otherwise. */
function undoDeflate(bytes: Buffer, options: { maxOutputLength: number }): Buffer {
  const first = bytes.readUInt8(0);
  const isZlib = (first & 0x0f) === 8 && bytes.length > 1 && bytes.readUInt16BE(0) % 31 === 0;
  return isZlib ? zlib.inflateSync(bytes, options) : zlib.inflateRawSync(bytes, options);
}

const codings = new Map<string, Undo>([
  ['gzip', zlib.gunzipSync],
  ['x-gzip', zlib.gunzipSync],
  ['deflate', undoDeflate],
  ['br', zlib.brotliDecompressSync],
  ...(zstdDecompressSync === undefined ? [] : [['zstd', zstdDecompressSync] as const]),
]);

/** The codings of a body in the order they were applied, spelt as the service does; `identity` is none. */
export function contentCodings(headers: readonly Header[]): readonly string[] {
  return headers
    .filter(([name]) => name.toLowerCase() === 'content-encoding')
    .flatMap(([, value]) => value.split(','))
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding.toLowerCase() !== 'identity');
}

/** @param most bytes; fewer than usual once the answers of a run are many */
export function tooLarge(what: string, most: number): Cause {
  const why =
    most < limits.bodyBytes
      ? `the most that is left of ${limits.runBytes} for all of a run`
      : 'the most that is read';
  return { kind: 'too-large', message: `${what} is larger than ${most} bytes, ${why}` };
}

function undoCoding(bytes: Buffer, coding: string, most: number): Buffer {
  const undo = codings.get(coding.toLowerCase());
  if (undo === undefined) {
    const message = `the body has the content coding ${coding}, which was not asked for and cannot be undone here`;
    throw new ExchangeError({ kind: 'encoding', message });
  }
  try {
    return undo(bytes, { maxOutputLength: most });
  } catch (error) {
    if (codeOf(error) === 'ERR_BUFFER_TOO_LARGE')
      throw new ExchangeError(tooLarge(`the body, once ${coding} is undone,`, most));
    const message = `the body has the content coding ${coding} by its header, but is not encoded so`;
    throw new ExchangeError({ kind: 'encoding', message: `${message} (${(error as Error).message})` });
  }
}

export interface DecodedBody {
  readonly bytes: Buffer;
  /** Codings that were undone, in the order they had been applied: outermost last. */
  readonly codings: readonly string[];
}

/**
 * Undoes the content codings of a body. An empty body is empty whatever its header says.
 * @param most bytes of the body at any stage
 * @throws ExchangeError of kind `encoding` or `too-large`
 */
export function decodeBody(
  bytes: Buffer,
  headers: readonly Header[],
  most: number = limits.bodyBytes,
): DecodedBody {
  const applied = bytes.length === 0 ? [] : contentCodings(headers);
  if (applied.length > limits.codings) {
    const message = `the body has ${applied.length} content codings around it; at most ${limits.codings} are undone`;
    throw new ExchangeError({ kind: 'encoding', message });
  }
  return {
    bytes: applied.toReversed().reduce((inner, coding) => undoCoding(inner, coding, most), bytes),
    codings: applied.map((coding) => coding.toLowerCase()),
  };
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text of bytes in UTF-8, a byte order mark included; null where they are no UTF-8. */
export function readUtf8(bytes: Buffer): string | null {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    return null;
  }
}
