import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Hostile, hostileDocuments } from '../../attacks/documents.ts';
import { finished, root, temporaryFolder } from '../../support/cli.ts';
import { lastOf, longOnes } from '../../support/properties.ts';
import { gauge } from './load.ts';

/**
 * Every format that is read back × every dimension in which it may grow. At the larger of two sizes, eight times the other,
 * quadratic time would be many minutes: the test then ends by its time limit.
 */

const program = join(root, 'dist/src/cli/main.js');

/** Megabytes of the whole process; the largest entry of a HAR alone is 32 MB. */
const mostMemory = 500;
const mostHeap = 400;
/** Bytes of one file; a report that is given is only indented anew. */
const mostBytes = { made: 10_000_000, rendered: 40_000_000 };

const commands: Readonly<Record<Hostile['format'], readonly string[]>> = {
  HAR: ['check', 'given', '--side', 'both'],
  NDJSON: ['check', 'given', '--side', 'both'],
  recording: ['check', 'given', '--side', 'both'],
  report: ['render', 'given'],
};

async function read({ format, make }: Hostile, size: number) {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'given'), make(size));
  const NODE_OPTIONS = `--max-old-space-size=${mostHeap} --import=data:text/javascript,${encodeURIComponent(gauge)}`;
  const ended = await finished(program, [...commands[format], '--out', 'out'], {
    cwd,
    env: { NODE_OPTIONS },
  });
  const out = join(cwd, 'out');
  const files = existsSync(out) ? readdirSync(out) : [];
  const largest = Math.max(0, ...files.map((name) => statSync(join(out, name)).size));
  const peak = existsSync(join(cwd, 'peak')) ? Number(readFileSync(join(cwd, 'peak'), 'utf8')) / 1024 : 0;
  rmSync(join(cwd, 'given'));
  return { ...ended, largest, peak: Math.round(peak) };
}

const cases = longOnes(hostileDocuments).flatMap((hostile) =>
  lastOf([hostile.most / 8, hostile.most]).map((size) => ({ hostile, size, ...hostile })),
);
test.each(cases)(
  'a document that grows is read to its end, or refused, within bounds: $format, $dimension: $size',
  async ({ hostile, size }) => {
    const { code, stderr, largest, peak } = await read(hostile, size);
    console.info(`${peak} MB, exit ${code}: ${hostile.format}, ${hostile.dimension}, ${size}`);
    expect([0, 1, 2, 3], stderr).toContain(code);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(peak).toBeLessThan(mostMemory);
    expect(largest).toBeLessThan(hostile.format === 'report' ? mostBytes.rendered : mostBytes.made);
  },
);
