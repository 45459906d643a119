import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { pipeStream } from '../../../src/files/pipe.ts';

/** A named pipe is read to the end of its last writer, and can be given up at any time. */

let folder = '';
let path = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'conformance-pipe-'));
  path = join(folder, 'pipe');
  execFileSync('mkfifo', [path]);
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

test('what writers write, from the first one on', async () => {
  const stream = pipeStream(path);
  const first = await open(path, 'w');
  const second = await open(path, 'w');
  await first.writeFile('one ');
  await first.close();
  await second.writeFile('two');
  await second.close();
  expect(Buffer.concat(await stream.toArray()).toString()).toBe('one two');
});

test('given up before there is a writer', async () => {
  const stream = pipeStream(path);
  stream.resume();
  stream.destroy();
  await once(stream, 'close');
  expect(stream.destroyed).toBe(true);
});

test('given up while a writer says nothing', async () => {
  const stream = pipeStream(path);
  const writer = await open(path, 'w');
  await writer.writeFile('one');
  const [block] = await once(stream, 'data');
  expect(String(block)).toBe('one');
  stream.destroy();
  await once(stream, 'close');
  await writer.close();
  expect(stream.destroyed).toBe(true);
});

test('a path that is not there', () => expect(() => pipeStream(join(folder, 'other'))).toThrow('ENOENT'));
