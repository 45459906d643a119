import { basename, dirname, join, relative, sep } from 'node:path';
import type { WrittenFile } from '../../reporters/outline/outline.ts';
import type { Reporter } from '../../reporters/reporter.ts';
import { kindOf } from '../files/look.ts';
import { journalName, openFolder } from './folder.ts';
import type { Io } from './io.ts';

/** A run writes the page of its report beside it. */
function pageName(file: string): string {
  const name = basename(file);
  return name === journalName ? 'report.html' : name.replace(/\.json$/, '.html');
}

/**
 * The page in the folder of a report, as a URL from the folder of the matrix; null for none.
 * @param file, folder absolute paths
 */
export function pageBeside(file: string, folder: string): string | null {
  const page = join(dirname(file), pageName(file));
  if (page === file || kindOf(page) !== 'file') return null;
  return relative(folder, page).split(sep).map(encodeURIComponent).join('/');
}

/**
 * Writes formats of a comparison or a matrix: files into a folder, then the others to standard output. Without a choice,
 * all of them where a folder was named (`out`), elsewhere that of the terminal.
 */
export async function writeFormats<Input>(
  input: Input,
  all: readonly Reporter<Input>[],
  { reporter, out }: { readonly reporter?: readonly string[] | undefined; readonly out?: string | undefined },
  folder: string,
  io: Io,
): Promise<void> {
  const chosen = all.filter(
    ({ name }) => reporter?.includes(name) ?? (out !== undefined || name === 'terminal'),
  );
  const files = chosen.flatMap(({ name: format, file }): readonly WrittenFile[] => {
    return file === null ? [] : [{ format, name: file, path: join(folder, file) }];
  });
  const { colour, columns, isTerminal = false } = io;
  const options = { colour, columns, isTerminal, files };
  const texts = await Promise.all(
    chosen.map(async ({ file, load }) => ({ file, text: (await load())(input, options) })),
  );
  if (files.length > 0) {
    const opened = openFolder(
      folder,
      files.map(({ name }) => name),
    );
    for (const { file, text } of texts) if (file !== null) opened.write(file, text);
  }
  for (const { file, text } of texts) if (file === null) io.rendered(text);
}
