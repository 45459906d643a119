import { expect, test } from 'vitest';
import { progressLine, readingProgress } from '../../../src/cli/traffic/check-progress.ts';
import type { Io } from '../../../src/output/io.ts';
import { sourceOf } from '../../support/traffic.ts';

const mebibyte = 1024 * 1024;

test.each([
  [
    { bytes: 5 * mebibyte, exchanges: 4000 },
    20 * mebibyte,
    2000,
    '5.0 MiB of 20 MiB, 4,000 exchanges, 2,000/s, about 6 s left',
  ],
  [
    { bytes: 50 * mebibyte, exchanges: 1 },
    5000 * mebibyte,
    4000,
    '50 MiB of 5000 MiB, 1 exchange, 0/s, about 7 min left',
  ],
  [{ bytes: 50 * mebibyte, exchanges: 100_000 }, null, 4000, '50 MiB, 100,000 exchanges, 25,000/s'],
])('%j of %j after %d ms: %s', (read, all, ms, line) => expect(progressLine(read, all, ms)).toBe(line));

function told(live: boolean, times: readonly number[]): readonly string[] {
  const lines: string[] = [];
  const left = [0, ...times];
  const io = { live, overwrite: (line: string) => lines.push(line) } as Partial<Io> as Io;
  const progress = readingProgress(
    io,
    [{ ...sourceOf(''), bytes: mebibyte }],
    () => 10,
    () => left.shift() ?? 0,
  );
  for (const _ of times) progress.read(1024);
  progress.end();
  return lines;
}

test('is told on a terminal only, from two seconds on, five times a second, and is taken away', () => {
  expect(told(false, [1000, 3000, 5000])).toEqual([]);
  expect(told(true, [1000, 1999])).toEqual([]);
  const lines = told(true, [1000, 2000, 2100, 2200]);
  expect(lines).toHaveLength(3);
  expect(lines[0]).toContain('10 exchanges, 5/s');
  expect(lines.at(-1)).toBe('');
});
