import { createWriteStream, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endAll, finished, root, temporaryFolder } from '../../support/cli.ts';
import { conformingExchanges } from '../../support/conforming.ts';
import type { Report } from '../../support/subject.ts';
import { asEntry, asLine } from '../../support/traffic.ts';

/** The memory that `check` takes, however much there is to read. */

const exchanges = Number(process.env['CONFORMANCE_EXCHANGES'] ?? 100_000);
/** MiB of the whole process at its peak, and the bytes that ids of answers take for each exchange. */
const mostMemory = 150;
const idBytes = 28;

/** Writes the peak of the process's memory, in kibibytes, to a file when it ends. */
const gauge = `
  import { existsSync, readFileSync, writeFileSync } from "node:fs";
  const status = "/proc/self/status";
  const peak = () => existsSync(status) ? /VmHWM:\\s+(\\d+)/.exec(readFileSync(status, "utf8"))[1] : process.resourceUsage().maxRSS;
  process.on("exit", () => writeFileSync("peak", String(peak())));
`;

const [, , put, , , removed] = conformingExchanges();
const line = put === undefined ? '' : asLine(put);
const entry = put === undefined ? {} : asEntry(put);
const other =
  removed === undefined
    ? ''
    : JSON.stringify({ ...asEntry(removed), request: { method: 'GET', url: 'https://h/' } });
const requestId = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** The same text with a requestId of its own. */
function numbered(text: string, at: number): string {
  return text.replace(requestId, `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`);
}

function* linesOf(): Generator<string> {
  for (let at = 0; at < exchanges; at += 1) yield `${numbered(line, at)}\n`;
}

function* harOf(text: string): Generator<string> {
  yield '{"log":{"version":"1.2","entries":[';
  for (let at = 0; at < exchanges; at += 1) yield `${at === 0 ? '' : ','}${numbered(text, at)}`;
  yield ']}}';
}

/** A line of 2 GB between two exchanges. */
function* longLine(): Generator<string> {
  yield `${line}\n`;
  const block = 'x'.repeat(1024 * 1024);
  for (let at = 0; at < 2048; at += 1) yield block;
  yield `\n${numbered(line, 1)}\n`;
}

describe('memory stays within its bound', () => {
  let cwd: string;
  beforeAll(() => {
    cwd = temporaryFolder();
  });
  afterAll(endAll);

  test.each([
    ['lines', () => linesOf(), exchanges, 0, 0],
    ['a HAR', () => harOf(JSON.stringify(entry)), exchanges, 0, 0],
    ['a HAR of other entries only', () => harOf(other), 0, exchanges, 3],
    ['a line of 2 GB', () => longLine(), 2, 0, 3],
  ] as const)('%s', async (_, made, count, others, exitCode) => {
    const file = join(cwd, 'traffic.gz');
    await pipeline(Readable.from(made()), createGzip({ level: 1 }), createWriteStream(file));
    const program = `--import=data:text/javascript,${encodeURIComponent(gauge)}`;
    const { code, stderr } = await finished(
      join(root, 'dist/src/cli/main.js'),
      ['check', 'traffic.gz', '--side', 'both'],
      { cwd, env: { NODE_OPTIONS: program }, deadlineMs: 1_200_000 },
    );
    expect([code, stderr]).toEqual([exitCode, '']);
    const report = JSON.parse(readFileSync(join(cwd, 'traffic-report/report.json'), 'utf8')) as Report;
    expect(report.traffic).toMatchObject({ exchanges: count, other: others });
    const peak = Number(readFileSync(join(cwd, 'peak'), 'utf8')) / 1024;
    console.info(`${Math.round(peak)} MiB at the peak`);
    expect(peak).toBeLessThan(mostMemory + (idBytes * exchanges) / (1024 * 1024));
    if (existsSync(file)) rmSync(file);
  });
});
