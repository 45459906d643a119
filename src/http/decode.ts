import * as zlib from 'node:zlib';
import type { Body, Header } from '../../schemas/types.ts';
import { JsonTooComplexError } from '../json/json.ts';
import { readBody } from '../json/text.ts';
import { attempt } from '../model/attempt.ts';
import { valuesOf } from '../model/exchange.ts';
import { limits } from '../model/limits.ts';
import { codeOf, ExchangeError, tooLarge } from './failure.ts';

/**
 * JSON is judged even where a content coding is unknown: gateways write `utf-8` or `none` into
 * Content-Encoding. The header is then an observation (`question.response.content-coding`).
 */

type Undo = (bytes: Buffer, options: { maxOutputLength: number }) => Buffer;

// Goes with Node.js 22.14: later ones have zstd.
const { zstdDecompressSync } = zlib as typeof zlib & { readonly zstdDecompressSync?: Undo };

/** RFC 9110 section 8.4.1.2 means the zlib format; some services send raw deflate, which begins differently. */
const undoDeflate: Undo = (bytes, options) => {
  const isZlib = (bytes.readUInt8(0) & 0x0f) === 8 && bytes.length > 1 && bytes.readUInt16BE(0) % 31 === 0;
  return isZlib ? zlib.inflateSync(bytes, options) : zlib.inflateRawSync(bytes, options);
};

const undoing = new Map<string, Undo | undefined>([
  ['gzip', zlib.gunzipSync],
  ['x-gzip', zlib.gunzipSync],
  ['deflate', undoDeflate],
  ['br', zlib.brotliDecompressSync],
  ['zstd', zstdDecompressSync],
]);

/** The codings that a header lists, in the order in which they were applied, spelt as in the header. */
function listed(headers: readonly Header[], header: string): readonly string[] {
  const codings = valuesOf(headers, header).flatMap((value) => value.split(','));
  return codings.map((coding) => coding.trim()).filter((coding) => coding !== '');
}

/** The content codings of a body, outermost last; `identity` is none. */
export function contentCodings(headers: readonly Header[]): readonly string[] {
  return listed(headers, 'content-encoding').filter((coding) => coding.toLowerCase() !== 'identity');
}

function refused(message: string): ExchangeError {
  return new ExchangeError({ kind: 'encoding', message });
}

function undone(bytes: Buffer, coding: string, undo: Undo, most: number): Buffer {
  try {
    return undo(bytes, { maxOutputLength: most });
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ERR_BUFFER_TOO_LARGE')
      throw new ExchangeError(tooLarge(`the body, once ${coding} is undone,`, most));
    if (code === 'Z_BUF_ERROR') throw refused(`the ${coding} body ends early: its last bytes are missing`);
    const { message } = error as Error;
    throw refused(`Content-Encoding names ${coding}, but the body is not valid ${coding} (${message})`);
  }
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
function checkKept(bytes: Buffer, layer: 'content' | 'transfer', kept: readonly string[]): void {
  if (kept.length === 0 || isJson(bytes)) return;
  const codings = `the ${layer} coding ${kept.join(', ')}`;
  throw refused(`the body has ${codings}, which was not asked for and cannot be undone here`);
}

/**
 * Undoes the content codings of a body. An empty body is empty whatever its header says, and JSON is JSON also where
 * the header names what is not a coding (`utf-8`, `none`) or an unknown one.
 * @param most bytes of the body at any stage
 * @returns the codings that were undone, too: in lower case, in the order they had been applied, outermost last
 * @throws ExchangeError of kind `encoding` or `too-large`
 */
export function decodeBody(given: Buffer, headers: readonly Header[], most: number = limits.bodyBytes) {
  if (given.length === 0) return { bytes: given, codings: [] };
  const applied = contentCodings(headers);
  if (applied.length > limits.codings)
    throw refused(
      `the body has ${applied.length} content codings around it; at most ${limits.codings} are undone`,
    );
  const transfer = listed(headers, 'transfer-encoding');
  // Chunks are undone by any client.
  const isUndone = ['chunked', 'identity'].some((one) =>
    transfer.every((coding) => coding.toLowerCase() === one),
  );
  checkKept(given, 'transfer', isUndone ? [] : transfer);
  const undoOf = (coding: string) => undoing.get(coding.toLowerCase());
  let bytes = given;
  for (const coding of applied.toReversed()) {
    const undo = undoOf(coding);
    if (undo !== undefined) bytes = undone(bytes, coding, undo, most);
  }
  const isKept = (coding: string) => undoOf(coding) === undefined;
  checkKept(bytes, 'content', applied.filter(isKept));
  const codings = applied.filter((coding) => !isKept(coding)).map((coding) => coding.toLowerCase());
  return { bytes, codings };
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text of bytes in UTF-8, a byte order mark included; null where they are not UTF-8. */
export function readUtf8(bytes: Buffer): string | null {
  return attempt(() => strictUtf8.decode(bytes), null);
}

export function bodyOfBytes(bytes: Buffer): Body {
  const text = readUtf8(bytes);
  return text === null
    ? { encoding: 'base64', text: bytes.toString('base64'), bytes: bytes.length }
    : { encoding: 'utf8', text, bytes: bytes.length };
}
