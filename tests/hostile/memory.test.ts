import { existsSync, readFileSync, statSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../cli/cli.ts';
import { aimedAt, run } from '../cli/targets.ts';
import { goodToken } from '../support/service.ts';
import { data, whole } from './answers.ts';
import { allFiles } from './left-behind.ts';
import { hostileServices, startHostile } from './services.ts';

/** What a run takes of the machine, whatever the service sends: memory, and room on the disk. */

/** Megabytes of the whole process, its threads, vitest and Node.js included; these alone take some 150. */
const mostMemory = 200;
/** Bytes of one file. */
const mostBytes = 10_000_000;

/** Leaves a little room for the envelope below the largest body that is read. */
const room = 1024 * 1024 - 2_000;

function filled(piece: string): string {
  return piece.repeat(Math.floor(room / piece.length)).replace(/,$/, '');
}

/** Writes the peak of the process's memory, in kilobytes, to a file when it ends. */
const gauge = `
  import { isMainThread } from "node:worker_threads";
  import { existsSync, readFileSync, writeFileSync } from "node:fs";
  const status = "/proc/self/status";
  const peak = () => existsSync(status) ? /VmHWM:\\s+(\\d+)/.exec(readFileSync(status, "utf8"))[1] : process.resourceUsage().maxRSS;
  if (isMainThread) process.on("exit", () => writeFileSync("peak", String(peak())));
`;

interface Load {
  readonly name: string;
  readonly answer: (socket: Socket) => void;
  readonly args?: readonly string[];
}

function ofTheTable(...names: readonly string[]): readonly Load[] {
  return hostileServices.filter(({ name }) => names.includes(name));
}

const loads: readonly Load[] = [
  ...ofTheTable(
    'an endless body',
    'endless headers',
    'a gzip bomb',
    'a bomb inside a bomb',
    'a string of 20 MB',
    'JSON nested 200,000 deep',
    'a string just below the limit',
    '10,000 unknown fields',
  ),
  { name: 'one key of a megabyte', answer: whole(data(`"${filled('k')}":1`)) },
  { name: 'a documented value of a megabyte', answer: whole(data(`"name":"${filled('n')}"`)) },
  { name: 'a megabyte that is no UTF-8', answer: whole(Buffer.alloc(room, 0xff)) },
];

describe('memory and files stay within their bounds against', () => {
  test.each(loads)('$name', { timeout: 60_000 }, async ({ answer, args = [] }) => {
    const service = await startHostile({ answer });
    const cwd = temporaryFolder();
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(gauge)}`;
    const env = { ...aimedAt(service), NODE_OPTIONS };
    const { code, stderr, stdout, out } = await run(['--timeout-ms', '5000', ...args], { cwd, env });
    service.close();
    expect([1, 3], stderr).toContain(code);
    expect(Number(readFileSync(join(cwd, 'peak'), 'utf8')) / 1024).toBeLessThan(mostMemory);
    for (const name of allFiles) expect(statSync(join(out, name)).size, name).toBeLessThan(mostBytes);
    expect(stdout.length).toBeLessThan(100_000);
    expect(stdout + stderr).not.toContain(goodToken);
    expect(existsSync(join(out, '.lock'))).toBe(false);
  });
});
