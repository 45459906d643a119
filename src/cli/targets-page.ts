import { dirname, isAbsolute, join, relative } from 'node:path';
import { removeFile } from '../files/write.ts';
import type { TargetsSummary } from '../model/targets.ts';
import { type OutputFolder, openFolder } from './output-folder.ts';
import type { RunInput } from './run.ts';

/** The page for all targets, in the folder that holds theirs. */
export const pageName = 'index.html';

/** The folder that holds those of the targets; removes the page of an earlier run. @param folders of the targets */
export function openSummary(folders: readonly string[]): Pick<OutputFolder, 'path' | 'write'> {
  const folder = dirname(folders[0] ?? '');
  const opened = openFolder(folder, [pageName]);
  removeFile(opened.path(pageName));
  return opened;
}

/** Writes the page for all targets, and prints the table. */
export async function publishSummary(
  summary: TargetsSummary,
  folder: Pick<OutputFolder, 'path' | 'write'>,
  { io, cwd = '' }: Pick<RunInput, 'io' | 'cwd'>,
): Promise<void> {
  const [page, table] = await Promise.all([
    import('../../reporters/targets/html.tsx'),
    import('../../reporters/targets/terminal.ts'),
  ]);
  folder.write(pageName, page.render(summary));
  const whole = dirname(folder.path(pageName));
  const near = cwd === '' ? whole : relative(cwd, whole) || '.';
  const shown = near.startsWith('..') || isAbsolute(near) ? whole : near;
  io.rendered(
    table.render(summary, {
      colour: io.colour,
      columns: io.columns,
      isTerminal: io.isTerminal === true,
      folder: shown,
      page: join(shown, pageName),
    }),
  );
}
