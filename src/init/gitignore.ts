/** The plain patterns that match a file or folder; `**` inside of a pattern and classes are left to git. */
function matches(pattern: string, path: string, isFolder: boolean): boolean {
  const wanted = pattern.replace(/^\*\*\//, '').replace(/\/$/, '');
  const isAnchored = wanted.includes('/');
  const source = wanted
    .replace(/^\//, '')
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '[^/]*')
    .replaceAll('?', '[^/]');
  const name = isAnchored ? path : path.slice(path.lastIndexOf('/') + 1);
  return (isFolder || !pattern.endsWith('/')) && new RegExp(`^${source}$`).test(name);
}

/** What a path goes through, from the top, and itself: `a`, then `a/b`. A slash ends a folder. */
function stepsOf(path: string): readonly { readonly path: string; readonly isFolder: boolean }[] {
  const names = path.replace(/\/$/, '').split('/');
  return names.map((_, at) => ({
    path: names.slice(0, at + 1).join('/'),
    isFolder: at < names.length - 1 || path.endsWith('/'),
  }));
}

/**
 * Whether a `.gitignore` excludes a file, or a folder that it is in; the last pattern that matches counts.
 * @param path from the folder of the `.gitignore`, a slash at the end of a folder's
 */
export function isIgnored(gitignore: string, path: string): boolean {
  const patterns = gitignore
    .split(/\r?\n/)
    .map((line) => line.trimEnd())
    .filter((line) => line !== '' && !line.startsWith('#'));
  return stepsOf(path).some((step) => {
    const last = patterns.findLast((line) => matches(line.replace(/^!/, ''), step.path, step.isFolder));
    return last !== undefined && !last.startsWith('!');
  });
}

/** A `.gitignore` that excludes this path as well; the same text where it already does. */
export function withIgnored(gitignore: string, path: string): string {
  if (isIgnored(gitignore, path)) return gitignore;
  return `${gitignore}${gitignore === '' || gitignore.endsWith('\n') ? '' : '\n'}${path}\n`;
}
