import { existsSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { kindOf } from '../../files/look.ts';
import { readText } from '../../files/read.ts';
import { createFile, ownerOnly, replaceFile } from '../../files/write.ts';
import { envText } from '../../init/env-text.ts';
import { isIgnored, withIgnored } from '../../init/gitignore.ts';
import { refusing, UsageError } from '../../output/exit.ts';
import { isWithin } from '../../settings/files.ts';

function isInRepository(folder: string): boolean {
  if (existsSync(join(folder, '.git'))) return true;
  const parent = dirname(folder);
  return parent !== folder && isInRepository(parent);
}

/** @throws UsageError for what the file system refuses */
function attempt<T>(what: 'read' | 'written', path: string, task: () => T): T {
  return refusing(
    task,
    ({ code, message }) =>
      `${path} cannot be ${what} (${code ?? message}). Choose another folder, or print the settings with --print shell.`,
  );
}

/** Null for what is not a regular file: git does not follow a link for `.gitignore` either. */
function textOf(path: string): string | null {
  if (kindOf(path) !== 'file') return null;
  return attempt('read', path, () => readText(path, 'referred'));
}

/** The `.gitignore` files from a folder up to its repository's own, or the folder's only outside of one. */
function gitignores(folder: string): readonly string[] {
  const own = join(folder, '.gitignore');
  if (!isInRepository(folder) || existsSync(join(folder, '.git'))) return [own];
  return [own, ...gitignores(dirname(folder))];
}

/** What a `.gitignore` in this folder has to exclude, and does not. @param paths absolute, a slash at the end of folders */
function notIgnored(folder: string, paths: readonly string[]): readonly string[] {
  const files = gitignores(folder);
  if (!isInRepository(folder) && kindOf(join(folder, '.gitignore')) === null) return [];
  const texts = files.map((file) => ({ from: dirname(file), text: textOf(file) ?? '' }));
  const pathFrom = (from: string, path: string) =>
    relative(from, path).replaceAll(sep, '/') + (path.endsWith('/') ? '/' : '');
  return paths
    .filter((path) => path !== `${folder}/` && isWithin(folder, path))
    .filter((path) => !texts.some(({ from, text }) => isIgnored(text, pathFrom(from, path))))
    .map((path) => pathFrom(folder, path));
}

/** @throws UsageError for anything that is there already: `init` changes no file of settings */
export function refuseExisting(cwd: string, given: string): void {
  const path = resolve(cwd, given);
  if (kindOf(path) === null) return;
  throw new UsageError(
    `${path} already exists, and init never changes an existing file; nothing was written. Choose another file, for example -e staging.env, or print the settings with --print shell.`,
  );
}

/** @throws UsageError for a `.gitignore` that is not a regular file: replacing it would make it one */
function refuseOtherThanFile(path: string): void {
  const kind = kindOf(path);
  if (kind === null || kind === 'file') return;
  throw new UsageError(
    `${path} is not a regular file; nothing was written. Put one in its place, or print the settings with --print shell.`,
  );
}

function ignore(gitignore: string, paths: readonly string[]): void {
  attempt('written', gitignore, () => {
    const mode = existsSync(gitignore) ? statSync(gitignore).mode & 0o777 : 0o644;
    const text = paths.reduce(withIgnored, textOf(gitignore) ?? '');
    replaceFile(gitignore, text, { mode, durable: true });
  });
}

/**
 * Keeps files out of git, by the `.gitignore` of a folder, once it is told to write.
 * @param paths absolute, a slash at the end of folders
 * @throws UsageError for a `.gitignore` that cannot be replaced
 */
function ignoring(folder: string, paths: readonly string[]) {
  const gitignore = join(folder, '.gitignore');
  /** The lines that it gets. */
  const ignored = notIgnored(folder, paths);
  if (ignored.length > 0) refuseOtherThanFile(gitignore);
  const write = () => {
    if (ignored.length > 0) ignore(gitignore, ignored);
  };
  return { gitignore, ignored, write };
}

export type Ignoring = ReturnType<typeof ignoring>;

/**
 * Makes a `.env` file, and completes the `.gitignore` beside it.
 * @param given the file as it was named
 * @param wanted values by their names in the environment
 * @param others what git is not to have either: absolute paths, a slash at the end of folders
 * @throws UsageError for a file that is there, and for values that no such file can express
 */
export function writeEnv(
  cwd: string,
  given: string,
  wanted: ReadonlyMap<string, string>,
  others: readonly string[],
) {
  const path = resolve(cwd, given);
  refuseExisting(cwd, given);
  const made = envText(wanted);
  if ('impossible' in made)
    throw new UsageError(
      `${path} cannot be written: ${made.impossible.join(', ')} holds a line break or all three kinds of quotes, which no .env file can express. Nothing was written.`,
    );
  const beside = ignoring(dirname(path), [path, ...others]);
  beside.write();
  attempt('written', path, () => createFile(path, made.text, ownerOnly));
  return { ...beside, path };
}
