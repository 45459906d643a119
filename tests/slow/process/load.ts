import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { aimedAt } from '../../attacks/aimed-at.ts';
import { allFiles } from '../../attacks/outputs.ts';
import { reportIn, runProcess as run } from '../../commands/targets.ts';
import { temporaryFolder } from '../../support/cli.ts';
import { type Answer, brokenTo, startRaw } from '../../support/raw-service.ts';
import { goodToken } from '../../support/service.ts';

/** What a run takes of the machine, whatever the service sends: memory, and room on the disk. */

/** Megabytes of the whole process, its threads and Node.js included; a run of little alone takes some 110. */
const mostMemory = 200;
/** Bytes of one file. */
const mostBytes = 10_000_000;
/** Bytes of the recording, which keeps what reports cut. */
const mostRecorded = 64_000_000;

/** Leaves a little room for the envelope below the largest body that is read. */
export const room = 1024 * 1024 - 2_000;

export function filled(piece: string): string {
  return piece.repeat(Math.floor(room / piece.length)).replace(/,$/, '');
}

/** Writes the peak of the process's memory, in kilobytes, to a file when it ends. */
export const gauge = `
  import { isMainThread } from "node:worker_threads";
  import { existsSync, readFileSync, writeFileSync } from "node:fs";
  const status = "/proc/self/status";
  const peak = () => existsSync(status) ? /VmHWM:\\s+(\\d+)/.exec(readFileSync(status, "utf8"))[1] : process.resourceUsage().maxRSS;
  if (isMainThread) process.on("exit", () => writeFileSync("peak", String(peak())));
`;

export interface Load {
  readonly name: string;
  readonly answer: Answer;
  readonly args?: readonly string[];
  /** Whether every answer has to be judged whole. */
  readonly isJudged?: true;
}

const once: readonly string[] = [];

/** A run in a process of its own stays within its bounds. */
export async function expectWithinBounds({ name, answer, args = once, isJudged }: Load): Promise<void> {
  // A service that serves everyone is asked once.
  const service = await startRaw(brokenTo(args === once ? 'everyone' : 'authorised put', answer));
  const cwd = temporaryFolder();
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(gauge)}`;
  const env = { ...aimedAt(service), NODE_OPTIONS };
  const { code, stderr, stdout, out } = await run(['--timeout-ms', '5000', ...args], {
    cwd,
    env,
    deadlineMs: 280_000,
  });
  await service.close();
  expect(service.requests.length).toBeGreaterThan(Number(args[1] ?? 0));
  expect([1, 3], stderr).toContain(code);
  if (isJudged) expect(reportIn(out).unanswered).toEqual([]);
  const peak = Math.round(Number(readFileSync(join(cwd, 'peak'), 'utf8')) / 1024);
  console.info(`${peak} MB: ${name}`);
  expect(peak).toBeLessThan(mostMemory);
  for (const file of allFiles) {
    const most = file === 'exchanges.ndjson' ? mostRecorded : mostBytes;
    expect(statSync(join(out, file)).size, file).toBeLessThan(most);
  }
  expect(stdout.length).toBeLessThan(100_000);
  expect(stdout + stderr).not.toContain(goodToken);
}
