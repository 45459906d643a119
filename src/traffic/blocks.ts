import { addAbortSignal, Readable, type Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as zlib from 'node:zlib';

// Goes with Node.js 22.14: later ones have zstd.
const { createZstdDecompress } = zlib as typeof zlib & { readonly createZstdDecompress?: () => Transform };

/** Each with the first bytes of its files; its command has the same name. */
const compressions = [
  { name: 'gzip', magic: Buffer.from([0x1f, 0x8b]), create: () => zlib.createGunzip() },
  { name: 'zstd', magic: Buffer.from([0x28, 0xb5, 0x2f, 0xfd]), create: createZstdDecompress },
];

const longestMagic = 4;

/** Bytes of a source; each block holds them until the next one is asked for. */
export type Blocks = AsyncIterable<Buffer>;

/** Takes decompressed bytes as they come. @returns false to read no more */
type WriteBlock = (block: Buffer) => boolean;

/** The compression that the first bytes of a source show. */
export function compressionOf(first: Buffer) {
  return compressions.find(({ magic }) => first.subarray(0, magic.length).equals(magic));
}

/** The first block is long enough to recognise the compression. */
async function* counted(
  blocks: Blocks,
  progress: (bytes: number) => void,
): AsyncGenerator<Buffer, undefined> {
  let first: Buffer | null = Buffer.alloc(0);
  for await (const chunk of blocks) {
    const block = Buffer.from(chunk);
    progress(block.length);
    if (first !== null) first = Buffer.concat([first, block]);
    if (first !== null && first.length < longestMagic) continue;
    yield first ?? block;
    first = null;
  }
  if (first !== null && first.length > 0) yield first;
}

/** Bytes before a defect reach the taker. @throws Error whose message continues after the name of the source */
async function decompressed(first: Buffer, rest: Blocks, write: WriteBlock): Promise<void> {
  const all = (async function* () {
    yield first;
    yield* rest;
  })();
  const compression = compressionOf(first);
  if (compression === undefined) {
    for await (const block of all) if (!write(block)) return;
    return;
  }
  const { name, create } = compression;
  if (create === undefined)
    throw new Error(
      `is compressed with ${name}, which this Node.js (${process.versions.node}) cannot undo; Node.js 22.15 can. Or: ${name} -dc FILE | conformance check -`,
    );
  const enough = new Error('no more is wanted');
  const taking = new Writable({ write: (block, _, done) => done(write(block) ? null : enough) });
  await pipeline(Readable.from(all), create(), taking).catch((error: unknown) => {
    if (error !== enough) throw error;
  });
}

/** Why a stream broke off, as words that continue after the name of its source. */
function problemOf(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (code === 'Z_BUF_ERROR' || /unexpected end/i.test(message))
    return 'was cut: its compressed data end in the middle';
  if (/^Z(?:STD)?_/.test(code)) return `is damaged: ${message}`;
  return code === '' ? message : `cannot be read further (${code})`;
}

/**
 * Reads a source to its end, or until the taker wants no more.
 * @param progress takes the number of bytes that were read, before decompression
 * @returns what went wrong, as words that continue after the name of the source; null for nothing
 */
export async function readBlocks(
  blocks: Blocks,
  write: WriteBlock,
  progress: (bytes: number) => void,
  signal: AbortSignal | undefined,
): Promise<string | null> {
  const isStream = blocks instanceof Readable;
  // A file has its next block at once; a stream may never have one.
  if (isStream && signal !== undefined) addAbortSignal(signal, blocks);
  const rest = counted(blocks, progress);
  const wanted: WriteBlock = (block) => signal?.aborted !== true && write(block);
  try {
    const { value: first } = await rest.next();
    if (first !== undefined) await decompressed(first, rest, wanted);
    return null;
  } catch (error) {
    return signal?.aborted === true ? null : problemOf(error);
  } finally {
    if (isStream) blocks.destroy();
    // The file, which is open where nothing more of it is read.
    await rest.return(undefined);
  }
}
