import { existsSync, readFileSync, statSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../cli/cli.ts';
import { run } from '../cli/targets.ts';
import { goodToken } from '../support/service.ts';
import { aimedAt } from './aimed-at.ts';
import { data, whole } from './answers.ts';
import { allFiles } from './left-behind.ts';
import { hostileServices, startHostile } from './services.ts';

/** What a run takes of the machine, whatever the service sends: memory, and room on the disk. */

/** Megabytes of the whole process, its threads and Node.js included; a run of little alone takes some 110. */
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

/** As often as it fits below the largest body, in the place of the record. */
function many(before: string, piece: string, after: string): (socket: Socket) => void {
  return whole(data(before + filled(`${piece},`) + after));
}

/** Arrays inside one another as deep as is read, each with further elements. */
function deepAndWide(): string {
  const beside = ',0'.repeat(70);
  return Array.from({ length: 250 }).reduce<string>((inner) => `[${inner}${beside}]`, '0');
}

const repeated = ['--repeat', '50'];

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
    '100,000 conditions',
    '9,000 conditions',
    'a long key over many duplicates',
    'a longer key over fewer duplicates',
  ),
  { name: 'one key of a megabyte', answer: whole(data(`"${filled('k')}":1`)) },
  { name: 'a documented value of a megabyte', answer: whole(data(`"name":"${filled('n')}"`)) },
  { name: 'a megabyte that is no UTF-8', answer: whole(Buffer.alloc(room, 0xff)) },
  { name: 'half a million elements', answer: many('"conditions":[', '0', ']') },
  { name: 'hundreds of thousands of empty objects', answer: many('"conditions":[', '{}', ']') },
  { name: 'a hundred thousand duplicate keys', answer: many('', '"a":1', '') },
  { name: 'deep and wide', answer: whole(data(`"action":${deepAndWide()}`)) },
  { name: 'a megabyte of escapes', answer: whole(data(`"name":"${filled('\\u0041')}"`)) },
  { name: 'a megabyte of what begins like an escape', answer: whole(data(`"name":"${filled('%')}"`)) },
  { name: 'tens of thousands of tokens', answer: many('"a":[', `"${goodToken}"`, ']') },
  { name: 'tens of thousands of passwords', answer: many('"a":[', '{"password":"x"}', ']') },
  { name: 'a megabyte, fifty times', answer: whole(data(`"name":"${filled('n')}"`)), args: repeated },
  { name: 'escapes, fifty times', answer: whole(data(`"name":"${filled('\\u0041')}"`)), args: repeated },
  { name: 'passwords, fifty times', answer: many('"a":[', '{"password":"x"}', ']'), args: repeated },
  { name: 'elements, fifty times', answer: many('"conditions":[', '0', ']'), args: repeated },
];

describe('memory and files stay within their bounds against', () => {
  test.each(loads)('$name', { timeout: 60_000 }, async ({ name, answer, args = [] }) => {
    const service = await startHostile({ answer }, 'everyone');
    const cwd = temporaryFolder();
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(gauge)}`;
    const env = { ...aimedAt(service), NODE_OPTIONS };
    const { code, stderr, stdout, out } = await run(['--timeout-ms', '5000', ...args], { cwd, env });
    service.close();
    expect([1, 3], stderr).toContain(code);
    const peak = Math.round(Number(readFileSync(join(cwd, 'peak'), 'utf8')) / 1024);
    console.info(`${peak} MB: ${name}`);
    expect(peak).toBeLessThan(mostMemory);
    for (const file of allFiles) expect(statSync(join(out, file)).size, file).toBeLessThan(mostBytes);
    expect(stdout.length).toBeLessThan(100_000);
    expect(stdout + stderr).not.toContain(goodToken);
    expect(existsSync(join(out, '.lock'))).toBe(false);
  });
});
