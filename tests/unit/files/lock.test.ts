import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { holderOf, type Lock, takeLock } from '../../../src/files/lock.ts';
import { isRunning, thisProcess } from '../../../src/files/process-identity.ts';
import { temporaryFolder } from '../../support/cli.ts';

let folder = '';
let lock = '';
beforeEach(() => {
  folder = temporaryFolder();
  lock = join(folder, '.lock');
});

function taken(): Lock {
  const result = takeLock(lock);
  if (!('release' in result)) throw new Error(`held by ${JSON.stringify(result)}`);
  return result;
}

/** As a run wrote it so many seconds ago. */
function leave(text: string, secondsAgo = 0): void {
  writeFileSync(lock, text);
  const then = Date.now() / 1_000 - secondsAgo;
  utimesSync(lock, then, then);
}

const { pid, started, place } = thisProcess();
const linux = existsSync('/proc/self/stat');

describe('a lock', () => {
  test('is held until it is released, by this very process too', () => {
    const first = taken();
    expect(holderOf(lock)).toEqual({ pid, isElsewhere: false });
    expect(takeLock(lock)).toEqual({ pid, isElsewhere: false });
    first.release();
    expect(readdirSync(folder)).toEqual([]);
    taken().release();
  });

  test('that somebody else has taken since is not released', () => {
    const first = taken();
    writeFileSync(lock, 'of another');
    first.release();
    expect(readFileSync(lock, 'utf8')).toBe('of another');
  });

  test('in whose place a folder is, is an error, and the folder stays', () => {
    mkdirSync(lock);
    expect(() => takeLock(lock)).toThrow(expect.objectContaining({ code: 'EISDIR' }));
    expect(readdirSync(folder)).toEqual(['.lock']);
  });
});

describe('a lock that was left behind is taken over:', () => {
  test.each<readonly [string, () => void]>([
    ['by a process that has ended', () => leave('999999999')],
    ['with text that no run writes', () => leave('not a number')],
    ['empty, a while ago', () => leave('', 120)],
    ['by a run elsewhere that touches it no more', () => leave(`${process.ppid} 1 elsewhere word\n`, 120)],
  ])('%s', (_, prepare) => {
    prepare();
    expect(holderOf(lock)).toBeNull();
    taken().release();
    expect(readdirSync(folder)).toEqual([]);
  });

  test.each<readonly [string, () => void]>([
    ['a link', () => symlinkSync('victim', lock)],
    ['a link that leads nowhere', () => symlinkSync('nowhere', lock)],
    ['a pipe', () => void execFileSync('mkfifo', [lock])],
  ])('but not %s, which stays', (_, prepare) => {
    writeFileSync(join(folder, 'victim'), 'precious');
    prepare();
    expect(holderOf(lock)).toBeNull();
    expect(() => takeLock(lock)).toThrow('EEXIST');
    expect(readFileSync(join(folder, 'victim'), 'utf8')).toBe('precious');
    expect(lstatSync(lock).isFile()).toBe(false);
  });

  test.runIf(linux)('by an earlier process that had the id which this one, or another, has now', () => {
    for (const reused of [pid, process.ppid]) {
      leave(`${reused} 1 ${place} word\n`);
      taken().release();
    }
    leave(String(pid));
    taken().release();
  });
});

test.each<readonly [string, () => void, unknown]>([
  ['of a process that lives', () => leave(String(process.ppid)), { pid: process.ppid, isElsewhere: false }],
  [
    'of this process and start',
    () => leave(`${pid} ${started} ${place} word\n`, 600),
    { pid, isElsewhere: false },
  ],
  [
    'of a run elsewhere that still touches it',
    () => leave('7 1 elsewhere word\n', 3),
    { pid: 7, isElsewhere: true },
  ],
  ['that is written at this moment', () => leave(''), { pid: null, isElsewhere: false }],
])('a lock is respected: %s', (_, prepare, holder) => {
  prepare();
  const before = readFileSync(lock, 'utf8');
  expect(holderOf(lock)).toEqual(holder);
  expect(takeLock(lock)).toEqual(holder);
  expect(readFileSync(lock, 'utf8')).toBe(before);
});

test.runIf(linux)('a process that ended and that nobody has waited for does not run', async () => {
  const parent = spawn('sh', ['-c', 'sleep 600 & echo $!; exec sleep 601'], { stdio: 'pipe' });
  const [line] = (await once(parent.stdout, 'data')) as [Buffer];
  const ended = Number(line.toString());
  const shows = (file: string, text: string) => readFileSync(`/proc/${file}`, 'utf8').includes(text);
  while (!shows(`${parent.pid}/cmdline`, 'sleep\u0000601')) await new Promise(setImmediate);
  expect(isRunning({ pid: ended, started: '-' })).toBe(true);
  process.kill(ended, 'SIGKILL');
  while (!shows(`${ended}/stat`, ') Z ')) await new Promise(setImmediate);
  expect(isRunning({ pid: ended, started: '-' })).toBe(false);
  parent.kill('SIGKILL');
});
