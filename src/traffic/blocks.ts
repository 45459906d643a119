import { Readable, type Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as zlib from 'node:zlib';

// Goes with Node.js 22.14: later ones have zstd.
const { createZstdDecompress } = zlib as typeof zlib & { readonly createZstdDecompress?: () => Transform };

interface Compression {
  readonly name: string;
  /** First bytes of a file. */
  readonly magic: Buffer;
  readonly command: string;
  readonly create: (() => Transform) | undefined;
}

const compressions: readonly Compression[] = [
  { name: 'gzip', magic: Buffer.from([0x1f, 0x8b]), command: 'gzip -dc', create: () => zlib.createGunzip() },
  {
    name: 'zstd',
    magic: Buffer.from([0x28, 0xb5, 0x2f, 0xfd]),
    command: 'zstd -dc',
    create: createZstdDecompress,
  },
];

const longestMagic = 4;

/** Bytes of a source; each block holds them until the next one is asked for. */
export type Blocks = AsyncIterable<Buffer>;

/** Takes the bytes of a source. */
export interface BlockTaker {
  /** Takes decompressed bytes as they come. @returns false to read no more */
  readonly write: (block: Buffer) => boolean;
  /** Takes the number of bytes that were read, before decompression. */
  readonly progress?: (bytes: number) => void;
  readonly signal?: AbortSignal;
}

/** The compression that the first bytes of a source show; null for none. */
export function compressionOf(first: Buffer): Compression | null {
  return compressions.find(({ magic }) => first.subarray(0, magic.length).equals(magic)) ?? null;
}

/** Counts what is read. The first block is long enough to recognise the compression. */
async function* counted(blocks: Blocks, { progress, signal }: BlockTaker): AsyncGenerator<Buffer, undefined> {
  let first: Buffer | null = Buffer.alloc(0);
  for await (const chunk of blocks as AsyncIterable<Buffer | string>) {
    if (signal?.aborted === true) return;
    const block = Buffer.from(chunk as Buffer);
    progress?.(block.length);
    if (first !== null) first = Buffer.concat([first, block]);
    if (first !== null && first.length < longestMagic) continue;
    yield first ?? block;
    first = null;
  }
  if (first !== null && first.length > 0) yield first;
}

/** Decompresses. Bytes before a defect reach the taker. @throws Error whose message continues after the name of the source */
async function undo(
  { name, create, command }: Compression,
  blocks: Blocks,
  write: BlockTaker['write'],
): Promise<void> {
  if (create === undefined)
    throw new Error(
      `is compressed with ${name}, which this Node.js (${process.versions.node}) cannot undo; Node.js 22.15 can. Or: ${command} FILE | conformance check -`,
    );
  const enough = new Error('no more is wanted');
  const taking = new Writable({ write: (block, _, done) => done(write(block) ? null : enough) });
  await pipeline(Readable.from(blocks), create(), taking).catch((error: unknown) => {
    if (error !== enough) throw error;
  });
}

async function feed(blocks: Blocks, taker: BlockTaker): Promise<void> {
  const rest = counted(blocks, taker);
  try {
    const { value: first } = await rest.next();
    if (first === undefined) return;
    const all = (async function* () {
      yield first;
      yield* rest;
    })();
    const compression = compressionOf(first);
    if (compression !== null) return await undo(compression, all, taker.write);
    for await (const block of all) if (!taker.write(block)) return;
  } finally {
    // The file, which is open where nothing more of it is read.
    await rest.return(undefined);
  }
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
 * @returns what went wrong, as words that continue after the name of the source; null for nothing
 */
export async function readBlocks(blocks: Blocks, taker: BlockTaker): Promise<string | null> {
  const { signal } = taker;
  /** A file has its next block at once; a stream may never have one. */
  const stop = () => {
    if (blocks instanceof Readable) blocks.destroy();
  };
  signal?.addEventListener('abort', stop, { once: true });
  try {
    if (signal?.aborted !== true) await feed(blocks, taker);
    return null;
  } catch (error) {
    return signal?.aborted === true ? null : problemOf(error);
  } finally {
    signal?.removeEventListener('abort', stop);
    stop();
  }
}
