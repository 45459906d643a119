/** The plain patterns that match a file by its name; `**` folders and classes are left to git. */
function matches(pattern: string, name: string): boolean {
  const wanted = pattern.replace(/^\*\*\//, '').replace(/^\//, '');
  const source = wanted
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '[^/]*')
    .replaceAll('?', '[^/]');
  return !wanted.endsWith('/') && new RegExp(`^${source}$`).test(name);
}

/** Whether a `.gitignore` excludes the file of this name in its folder; the last pattern that matches counts. */
export function isIgnored(gitignore: string, name: string): boolean {
  const patterns = gitignore
    .split(/\r?\n/)
    .map((line) => line.trimEnd())
    .filter((line) => line !== '' && !line.startsWith('#'));
  const last = patterns.findLast((line) => matches(line.replace(/^!/, ''), name));
  return last !== undefined && !last.startsWith('!');
}

/** A `.gitignore` that excludes the file of this name as well; the same text where it already does. */
export function withIgnored(gitignore: string, name: string): string {
  if (isIgnored(gitignore, name)) return gitignore;
  return `${gitignore}${gitignore === '' || gitignore.endsWith('\n') ? '' : '\n'}${name}\n`;
}
