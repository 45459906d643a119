import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';

/** What may lie where a file is to be written, and how one sees that it was not written through. */

export interface Obstacle {
  readonly name: string;
  /** @param elsewhere a folder beside, with a file in it */
  readonly put: (path: string, elsewhere: string) => void | Promise<void>;
  /** Whether a file that is renamed into place can replace it. */
  readonly isReplaceable: boolean;
}

async function listen(path: string): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(path, resolve));
  // Closing the server would remove the socket; it is left as by a process that was killed.
  server.unref();
}

export const precious = 'precious\n';
/** What is in a file that may not be written. */
export const notOurs = 'not ours\n';

export const obstacles: readonly Obstacle[] = [
  { name: 'a folder', put: (path) => void mkdirSync(path), isReplaceable: false },
  {
    name: 'a folder with a file in it',
    put: (path) => {
      mkdirSync(path);
      writeFileSync(join(path, 'mine'), precious);
    },
    isReplaceable: false,
  },
  {
    name: 'a link to a file elsewhere',
    put: (path, elsewhere) => symlinkSync(join(elsewhere, 'file'), path),
    isReplaceable: false,
  },
  {
    name: 'a link to a folder elsewhere',
    put: (path, elsewhere) => symlinkSync(elsewhere, path),
    isReplaceable: false,
  },
  {
    name: 'a link that leads nowhere',
    put: (path, elsewhere) => symlinkSync(join(elsewhere, 'nothing'), path),
    isReplaceable: false,
  },
  { name: 'a link to itself', put: (path) => symlinkSync(path, path), isReplaceable: false },
  { name: 'a pipe', put: (path) => void execFileSync('mkfifo', [path]), isReplaceable: false },
  ...(process.getuid?.() === 0
    ? [
        {
          name: 'a character device',
          put: (path: string) => void execFileSync('mknod', [path, 'c', '1', '3']),
          isReplaceable: false,
        },
      ]
    : []),
  { name: 'a socket', put: listen, isReplaceable: false },
  {
    name: 'a file that may not be written',
    put: (path) => {
      writeFileSync(path, notOurs);
      chmodSync(path, 0o444);
    },
    isReplaceable: true,
  },
];

/** A folder with one file, to see whether anything in it changes. */
export function makeElsewhere(cwd: string): string {
  const elsewhere = join(cwd, 'elsewhere');
  mkdirSync(elsewhere);
  writeFileSync(join(elsewhere, 'file'), precious);
  return elsewhere;
}

/** Names and contents of what lies elsewhere: as it was made, or not. */
export function isUntouched(elsewhere: string): boolean {
  return (
    readdirSync(elsewhere).join() === 'file' && readFileSync(join(elsewhere, 'file'), 'utf8') === precious
  );
}

/** What lies there now, so that it can be compared with what was put there. */
export function seen(path: string): string {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return 'nothing';
  if (stats.isDirectory()) return `folder of ${readdirSync(path).join()}`;
  return stats.isFile() ? 'file' : 'neither';
}

/** Files that were to be renamed into place and stayed. */
export function leftBehind(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.tmp')) : [];
}

export function putIn(path: string, obstacle: Obstacle, elsewhere: string): void | Promise<void> {
  mkdirSync(dirname(path), { recursive: true });
  return obstacle.put(path, elsewhere);
}
