import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { type Change, editEnv } from '../setup/env-edit.ts';
import { isIgnored, withIgnored } from '../setup/gitignore.ts';
import { ownerOnly, replaceFile } from '../setup/write-file.ts';
import { UsageError } from './exit.ts';

/** What will be done to a `.env` file and its `.gitignore`. */
export interface EnvTarget {
  readonly path: string;
  readonly changes: readonly Change[];
  readonly isNew: boolean;
  /** Others may read the file as it is now. */
  readonly isOpen: boolean;
  /** The `.gitignore` that gets a line; null when none is needed. */
  readonly gitignore: string | null;
  /** Does it all. @throws UsageError when a file cannot be written */
  readonly write: () => void;
}

function isInRepository(folder: string): boolean {
  if (existsSync(join(folder, '.git'))) return true;
  const parent = dirname(folder);
  return parent !== folder && isInRepository(parent);
}

function textOf(path: string): string | null {
  if (!existsSync(path)) return null;
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(
      `${path} cannot be read (${(error as NodeJS.ErrnoException).code}). Choose another file, for example --env-file staging.env.`,
    );
  }
}

/** The `.gitignore` files from a folder up to its repository's own, or the folder's only outside of one. */
function gitignores(folder: string): readonly string[] {
  const own = join(folder, '.gitignore');
  if (!isInRepository(folder) || existsSync(join(folder, '.git'))) return [own];
  return [own, ...gitignores(dirname(folder))];
}

/** The `.gitignore` to add a line to, or null. */
function gitignoreFor(path: string): string | null {
  const folder = dirname(path);
  const files = gitignores(folder);
  const [own = ''] = files;
  if (!isInRepository(folder) && !existsSync(own)) return null;
  return files.some((file) => isIgnored(textOf(file) ?? '', basename(path))) ? null : own;
}

function attempt(path: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    throw new UsageError(
      `${path} cannot be written (${(error as NodeJS.ErrnoException).code}). Choose another folder, or print the settings with --print shell.`,
    );
  }
}

/** @throws UsageError for a file that cannot be edited */
export function envTarget(cwd: string, given: string, wanted: ReadonlyMap<string, string | null>): EnvTarget {
  const path = resolve(cwd, given);
  const before = textOf(path);
  const edited = editEnv(before, wanted);
  if (!edited.ok) throw new UsageError(`${path} is left as it is: ${edited.problem}.`);
  const gitignore = gitignoreFor(path);
  const isOpen = before !== null && (statSync(path).mode & 0o077) !== 0;
  return {
    path,
    changes: edited.changes,
    isNew: before === null,
    isOpen,
    gitignore,
    write: () => {
      if (gitignore !== null)
        attempt(gitignore, () => {
          const mode = existsSync(gitignore) ? statSync(gitignore).mode & 0o777 : 0o644;
          replaceFile(gitignore, withIgnored(textOf(gitignore) ?? '', basename(path)), mode);
        });
      if (edited.changes.length > 0 || isOpen) attempt(path, () => replaceFile(path, edited.text, ownerOnly));
    },
  };
}
