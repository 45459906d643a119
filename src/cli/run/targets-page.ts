import { dirname, isAbsolute, join, relative } from 'node:path';
import { targetsReporters } from '../../../reporters/index.ts';
import type { ComparedTargets, RunOfTargets } from '../../../reporters/outline/targets.ts';
import { kindOf } from '../../files/look.ts';
import { readText } from '../../files/read.ts';
import { removeFile } from '../../files/write.ts';
import { UsageError } from '../../output/exit.ts';
import { type OutputFolder, openFolder } from '../../output/folder.ts';
import type { RunInput } from './run.ts';

/** The page for all targets, in the folder that holds theirs. */
export const pageName = 'index.html';

/** The title of the page in every version. Other tools write an index.html too, so the name alone does not make it ours. */
const ownTitle = /<title>Exit [0-4] · \d+ targets? · conformance<\/title>/;

function isOwnPage(path: string): boolean {
  try {
    return kindOf(path) === 'file' && ownTitle.test(readText(path, 'referred'));
  } catch {
    return false;
  }
}

/**
 * The folder that holds those of the targets; removes the page of an earlier run.
 * @param folders of the targets
 * @throws UsageError for a page that no run wrote
 */
export function openSummary(folders: readonly string[]): Pick<OutputFolder, 'path' | 'write'> {
  const folder = dirname(folders[0] ?? '');
  const opened = openFolder(folder, [pageName]);
  const page = opened.path(pageName);
  if (kindOf(page) !== null && !isOwnPage(page))
    throw new UsageError(
      `${page} was not written by conformance, and is not replaced; nothing was sent. Move it away, or choose another folder, for example --out conformance-report-2.`,
    );
  removeFile(page);
  return opened;
}

/** Writes the page for all targets, and prints what each comes to. */
export async function publishSummary(
  { summary, matrix }: Pick<RunOfTargets, 'summary'> & Pick<ComparedTargets, 'matrix'>,
  folder: Pick<OutputFolder, 'path' | 'write'>,
  { io, cwd = '', printed }: Pick<RunInput, 'io' | 'cwd' | 'printed'>,
): Promise<void> {
  const whole = dirname(folder.path(pageName));
  const near = cwd === '' ? whole : relative(cwd, whole) || '.';
  const shown = near.startsWith('..') || isAbsolute(near) ? whole : near;
  const given = {
    matrix,
    run: { summary, folder: shown, page: join(shown, pageName), isVerbose: printed === 'verbose' },
  };
  const options = { colour: io.colour, columns: io.columns, isTerminal: io.isTerminal === true };
  for (const { file, load } of targetsReporters) {
    const text = (await load())(given, options);
    // What the runs printed is above it.
    if (file === null) io.rendered(`\n${text}`);
    else folder.write(file, text);
  }
}
