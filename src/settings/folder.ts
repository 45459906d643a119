import { lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}

/** The place that a path leads to, links followed, though its last parts need not be there; null for a dead link. */
function placeOf(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    if (isLink(path) || parent === path) return null;
    const place = placeOf(parent);
    return place === null ? null : join(place, basename(path));
  }
}

/** Whether an absolute path leads to a folder itself, or to something below it, once links are followed. */
export function isWithin(folder: string, path: string): boolean {
  const [base, place] = [placeOf(folder), placeOf(path)];
  if (base === null || place === null) return false;
  const way = relative(base, place);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
