import { Readable, type Transform } from 'node:stream';
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

/** Takes blocks of a source as they are. */
interface Sink {
  /** @returns false to read no more */
  readonly write: (block: Buffer) => Promise<boolean>;
  readonly end: () => Promise<void>;
}

function plain({ write }: BlockTaker): Sink {
  return { write: async (block) => write(block), end: async () => undefined };
}

/** Decompresses. Bytes before a defect reach the taker. */
function undone(stream: Transform, { write }: BlockTaker): Sink {
  let goesOn = true;
  let isOver = false;
  let wake = (): void => undefined;
  stream.on('data', (block: Buffer) => {
    goesOn &&= write(block);
  });
  const over = new Promise<void>((resolve, reject) => {
    stream.once('end', resolve).once('error', reject);
  });
  const told = () => {
    isOver = true;
    wake();
  };
  over.then(told, told);
  return {
    write: async (block) => {
      // A block with a defect is never taken.
      await new Promise<void>((resolve) => {
        wake = resolve;
        stream.write(block, () => resolve());
      });
      if (isOver) await over;
      return goesOn;
    },
    end: async () => {
      stream.end();
      await over;
    },
  };
}

/** The compression that the first bytes of a source show; null for none. */
export function compressionOf(first: Buffer): Compression | null {
  return compressions.find(({ magic }) => first.subarray(0, magic.length).equals(magic)) ?? null;
}

/** @throws Error whose message continues after the name of the source */
function sinkFor(first: Buffer, taker: BlockTaker): Sink {
  const found = compressionOf(first);
  if (found === null) return plain(taker);
  const { name, create, command } = found;
  if (create !== undefined) return undone(create(), taker);
  throw new Error(
    `is compressed with ${name}, which this Node.js (${process.versions.node}) cannot undo; Node.js 22.15 can. Or: ${command} FILE | conformance check -`,
  );
}

/** The first block is long enough to recognise the compression. */
async function* recognisable(blocks: Blocks): Blocks {
  let first: Buffer | null = Buffer.alloc(0);
  for await (const chunk of blocks as AsyncIterable<Buffer | string>) {
    const block = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    if (first === null) yield block;
    else {
      first = Buffer.concat([first, block]);
      if (first.length < longestMagic) continue;
      yield first;
      first = null;
    }
  }
  if (first !== null && first.length > 0) yield first;
}

async function feed(blocks: Blocks, taker: BlockTaker): Promise<void> {
  let sink: Sink | null = null;
  for await (const block of recognisable(blocks)) {
    if (taker.signal?.aborted === true) return;
    sink ??= sinkFor(block, taker);
    taker.progress?.(block.length);
    if (!(await sink.write(block))) return;
  }
  await sink?.end();
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
