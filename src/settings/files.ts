import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import type { Kind, ParseContext, Parsed } from '../model/setting.ts';

/** Most bytes that are read of a file that a setting names; a device that never ends stops here too. */
const mostBytes = 1_048_576;

const causes: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'does not exist',
  EISDIR: 'is a folder',
  EACCES: 'may not be read by this user',
};

/** A file that could not be read. */
export class FileProblem extends Error {
  override readonly name = 'FileProblem';
  /** True when there is no file of that name. */
  readonly absent: boolean;

  /** @param problem continues "the file …" */
  constructor(path: string, problem: string, absent = false) {
    super(`names ${path}, which ${problem}`);
    this.absent = absent;
  }
}

function fileProblem(path: string, error: unknown): FileProblem {
  if (error instanceof FileProblem) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const folder = code === 'EISDIR';
  return new FileProblem(
    path,
    causes[code] ?? `cannot be read (${code || String(error)})`,
    folder || code === 'ENOENT',
  );
}

async function readBytes(path: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of createReadStream(path, { end: mostBytes })) chunks.push(Buffer.from(chunk));
  const bytes = Buffer.concat(chunks);
  if (bytes.length > mostBytes) throw new FileProblem(path, `holds more than ${mostBytes} bytes`);
  return bytes;
}

function decode(path: string, bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new FileProblem(path, 'is not text in UTF-8');
  }
}

/**
 * A text file in UTF-8, without its byte order mark.
 * @throws FileProblem, and nothing else
 */
export async function readText(path: string): Promise<string> {
  try {
    return decode(path, await readBytes(path));
  } catch (error) {
    throw fileProblem(path, error);
  }
}

/**
 * A setting that names a file and has its content as value.
 * @param read takes the content; its problems continue "CONFORMANCE_… names FILE, which …"
 */
export function file<T>(
  form: string,
  read: (content: string, context: ParseContext) => Parsed<T> | Promise<Parsed<T>>,
): Kind<T> {
  const parse = async (given: string, context: ParseContext): Promise<Parsed<T>> => {
    const path = resolve(context.cwd, given);
    try {
      const parsed = await read(await readText(path), context);
      if ('value' in parsed) return parsed;
      return { problems: parsed.problems.map((problem) => `names ${path}, which ${problem}`) };
    } catch (error) {
      if (error instanceof FileProblem) return { problems: [error.message] };
      throw error;
    }
  };
  return { form, placeholder: 'FILE', path: 'file', parse };
}
