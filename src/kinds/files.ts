import { resolve } from 'node:path';
import { causeOf, readBytes, textOf } from '../files/read.ts';
import type { Kind, ParseContext, Parsed } from '../model/setting.ts';

/** Most bytes that are read of a file that a setting names; a device that never ends stops here too. */
const mostBytes = 1_048_576;

/** A text file in UTF-8, without its byte order mark; or what is wrong with it, which continues the path. */
export function readText(
  path: string,
): { readonly text: string } | { readonly problem: string; readonly absent: boolean } {
  try {
    const bytes = readBytes(path, mostBytes);
    if (bytes !== null) return { text: textOf(bytes, true) };
    return { problem: `holds more than ${mostBytes} bytes`, absent: false };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const absent = code === 'EISDIR' || code === 'ENOENT';
    return { problem: code === undefined ? message : causeOf(code), absent };
  }
}

/** A problem with a file; continues the name of the setting that is its path. */
export function withFile(path: string, problem: string): string {
  return `is set to ${path}, which ${problem}`;
}

/**
 * A setting that names a file and has its content as value.
 * @param read takes the content; its problems continue "CONFORMANCE_… is set to FILE, which …"
 */
export function file<T>(
  form: string,
  read: (content: string, context: ParseContext) => Parsed<T> | Promise<Parsed<T>>,
): Kind<T> {
  const parse = async (given: string, context: ParseContext): Promise<Parsed<T>> => {
    const path = resolve(context.cwd, given);
    const found = readText(path);
    if ('problem' in found) return { problems: [withFile(path, found.problem)] };
    const parsed = await read(found.text, context);
    if ('value' in parsed) return parsed;
    return { problems: parsed.problems.map((problem) => withFile(path, problem)) };
  };
  return { form, placeholder: 'FILE', path: 'file', parse };
}
