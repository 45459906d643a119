import * as zlib from 'node:zlib';
import { JsonTooComplexError } from '../json/json.ts';
import { readBody } from '../json/text.ts';
import { attempt } from '../model/attempt.ts';
import { type Header, valuesOf } from '../model/exchange.ts';
import { limits } from '../model/limits.ts';
import { type Cause, codeOf, ExchangeError } from './failure.ts';

/**
 * JSON is judged even where a content coding cannot be undone: gateways write `utf-8` or `none` into
 * Content-Encoding. The header is then an observation (`question.response.content-coding`).
 */

type Undo = (bytes: Buffer, options: { maxOutputLength: number }) => Buffer;

// Goes with Node.js 22.14: later ones have zstd.
const { zstdDecompressSync } = zlib as typeof zlib & { readonly zstdDecompressSync?: Undo };

/** RFC 9110 section 8.4.1.2 means the zlib format; some services send raw deflate, which begins differently. */
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

/** The codings that a header lists, in the order in which they were applied, spelt as in the header. */
function listed(headers: readonly Header[], header: string): readonly string[] {
  return valuesOf(headers, header)
    .flatMap((value) => value.split(','))
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '');
}

/** The content codings of a body, outermost last; `identity` is none. */
export function contentCodings(headers: readonly Header[]): readonly string[] {
  return listed(headers, 'content-encoding').filter((coding) => coding.toLowerCase() !== 'identity');
}

/** The transfer codings of a body where undoing chunks, as any client does, does not undo them all; else none. */
function unaskedTransfer(headers: readonly Header[]): readonly string[] {
  const applied = listed(headers, 'transfer-encoding');
  const isPlain = (plain: string) => applied.every((coding) => coding.toLowerCase() === plain);
  return isPlain('chunked') || isPlain('identity') ? [] : applied;
}

function undoingOf(coding: string): Undo | undefined {
  return codings.get(coding.toLowerCase());
}

/** @param most bytes; fewer than usual once the responses of a run are many */
export function tooLarge(what: string, most: number): Cause {
  const why =
    most < limits.bodyBytes
      ? `the most that is left of ${limits.runBytes} for all of a run`
      : 'the most that is read';
  return { kind: 'too-large', message: `${what} is larger than ${most} bytes, ${why}` };
}

/** The code of zlib for a body of which the rest is missing. */
const endsEarly = 'Z_BUF_ERROR';

function undoCoding(bytes: Buffer, coding: string, most: number): Buffer {
  try {
    return undoingOf(coding)?.(bytes, { maxOutputLength: most }) ?? bytes;
  } catch (error) {
    if (codeOf(error) === 'ERR_BUFFER_TOO_LARGE')
      throw new ExchangeError(tooLarge(`the body, once ${coding} is undone,`, most));
    const message =
      codeOf(error) === endsEarly
        ? `the ${coding} body ends early: its last bytes are missing`
        : `Content-Encoding names ${coding}, but the body is not valid ${coding} (${(error as Error).message})`;
    throw new ExchangeError({ kind: 'encoding', message });
  }
}

export interface DecodedBody {
  readonly bytes: Buffer;
  /** Codings that were undone, in the order they had been applied: outermost last. */
  readonly codings: readonly string[];
}

function isJson(bytes: Buffer): boolean {
  try {
    readBody(readUtf8(bytes)?.replace(/^\ufeff/, '') ?? '');
    return true;
  } catch (error) {
    return error instanceof JsonTooComplexError;
  }
}

/** A coding that cannot be undone is ignored where the body is JSON anyway: then the header was wrong. */
function checkPassedOver(bytes: Buffer, layer: 'content' | 'transfer', passedOver: readonly string[]): void {
  if (passedOver.length === 0 || isJson(bytes)) return;
  const message = `the body has the ${layer} coding ${passedOver.join(', ')}, which was not asked for and cannot be undone here`;
  throw new ExchangeError({ kind: 'encoding', message });
}

/**
 * Undoes the content codings of a body. An empty body is empty whatever its header says, and JSON is JSON also where
 * the header names what is not a coding (`utf-8`, `none`) or an unknown one.
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
  if (bytes.length > 0) checkPassedOver(bytes, 'transfer', unaskedTransfer(headers));
  const undone = applied.toReversed().reduce((inner, coding) => undoCoding(inner, coding, most), bytes);
  const isKnown = (coding: string) => undoingOf(coding) !== undefined;
  checkPassedOver(
    undone,
    'content',
    applied.filter((coding) => !isKnown(coding)),
  );
  return { bytes: undone, codings: applied.filter(isKnown).map((coding) => coding.toLowerCase()) };
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text of bytes in UTF-8, a byte order mark included; null where they are not UTF-8. */
export function readUtf8(bytes: Buffer): string | null {
  return attempt(() => strictUtf8.decode(bytes), null);
}
