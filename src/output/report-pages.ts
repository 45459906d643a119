import { basename, dirname, join, relative, sep } from 'node:path';
import { kindOf } from '../files/look.ts';
import { journalName } from './folder.ts';

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
