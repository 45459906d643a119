import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { kindOf } from '../files/look.ts';
import { ownerOnly, replaceFile } from '../files/write.ts';
import { type Change, editEnv } from '../setup/env-edit.ts';
import { isIgnored, withIgnored } from '../setup/gitignore.ts';
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

/** @throws UsageError for what the file system refuses */
function attempt<T>(what: 'read' | 'written', path: string, task: () => T): T {
  try {
    return task();
  } catch (error) {
    throw new UsageError(
      `${path} cannot be ${what} (${(error as NodeJS.ErrnoException).code}). Choose another folder, or print the settings with --print shell.`,
    );
  }
}

/** Null for what is no ordinary file: git does not follow a link for `.gitignore` either. */
function textOf(path: string): string | null {
  if (kindOf(path) !== 'file') return null;
  return attempt('read', path, () => readFileSync(path, 'utf8'));
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
  if (!isInRepository(folder) && kindOf(own) === null) return null;
  return files.some((file) => isIgnored(textOf(file) ?? '', basename(path))) ? null : own;
}

const notAFile = {
  folder: 'is a folder',
  link: 'is a link, which is not followed',
  other: 'is not an ordinary file',
} as const;

/** @throws UsageError for what is there and is no ordinary file: it would not be the same after it was replaced */
function refuseOthers(path: string): void {
  const kind = kindOf(path);
  if (kind === null || kind === 'file') return;
  throw new UsageError(
    `${path} ${notAFile[kind]}; nothing was written. Put an ordinary file in its place, or print the settings with --print shell.`,
  );
}

/** @throws UsageError for a file that cannot be edited */
export function envTarget(cwd: string, given: string, wanted: ReadonlyMap<string, string | null>): EnvTarget {
  const path = resolve(cwd, given);
  refuseOthers(path);
  const before = textOf(path);
  const edited = editEnv(before, wanted);
  if (!edited.ok) throw new UsageError(`${path} is left as it is: ${edited.problem}.`);
  const gitignore = gitignoreFor(path);
  if (gitignore !== null) refuseOthers(gitignore);
  const isOpen = before !== null && (statSync(path).mode & 0o077) !== 0;
  return {
    path,
    changes: edited.changes,
    isNew: before === null,
    isOpen,
    gitignore,
    write: () => {
      if (gitignore !== null)
        attempt('written', gitignore, () => {
          const mode = existsSync(gitignore) ? statSync(gitignore).mode & 0o777 : 0o644;
          replaceFile(gitignore, withIgnored(textOf(gitignore) ?? '', basename(path)), {
            mode,
            durable: true,
          });
        });
      if (edited.changes.length > 0 || isOpen)
        attempt('written', path, () => replaceFile(path, edited.text, { mode: ownerOnly, durable: true }));
    },
  };
}
