import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Reporter, WrittenFile } from '../../reporters/reporter.ts';
import { openFolder } from './folder.ts';
import type { Io } from './io.ts';

/** Writes the chosen formats of a comparison or a matrix: files into a folder, then the others to standard output. */
export async function writeFormats<Input>(
  input: Input,
  chosen: readonly Reporter<Input>[],
  folder: string,
  io: Io,
): Promise<void> {
  const written = chosen.flatMap(({ name: format, file }): readonly WrittenFile[] => {
    if (file === null) return [];
    const path = join(folder, file);
    return [{ format, name: file, path, url: pathToFileURL(path).href }];
  });
  const options = {
    colour: io.colour,
    columns: io.columns,
    isTerminal: io.isTerminal === true,
    files: written,
  };
  const texts = await Promise.all(
    chosen.map(async ({ file, load }) => ({ file, text: (await load())(input, options) })),
  );
  const files = texts.flatMap(({ file, text }) => (file === null ? [] : [{ file, text }]));
  if (files.length > 0) {
    const opened = openFolder(
      folder,
      files.map(({ file }) => file),
    );
    for (const { file, text } of files) opened.write(file, text);
  }
  for (const { file, text } of texts) if (file === null) io.rendered(text);
}
