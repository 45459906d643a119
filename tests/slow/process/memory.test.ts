import { existsSync, readFileSync, statSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../cli/cli.ts';
import { reportIn, runProcess as run } from '../../cli/targets.ts';
import { aimedAt } from '../../hostile/aimed-at.ts';
import { data, whole } from '../../hostile/answers.ts';
import { allFiles } from '../../hostile/left-behind.ts';
import { hostileServices, startHostile } from '../../hostile/services.ts';
import { goodToken } from '../../support/service.ts';

/** What a run takes of the machine, whatever the service sends: memory, and room on the disk. */

/** Megabytes of the whole process, its threads and Node.js included; a run of little alone takes some 110. */
const mostMemory = 200;
/** Bytes of one file. */
const mostBytes = 10_000_000;
/** Bytes of the recording, which keeps what reports cut. */
const mostRecorded = 64_000_000;

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
  /** Whether every answer has to be judged whole. */
  readonly isJudged?: true;
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

const once: readonly string[] = [];
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

function list(piece: string, count: number): string {
  return Array(count).fill(piece).join(',');
}

/** As many short headers, and repeats of them, as one head may have. */
function head(line: (at: number) => string): (socket: Socket) => void {
  const lines: string[] = [];
  for (let bytes = 0; bytes < 60 * 1024; bytes += (lines.at(-1)?.length ?? 0) + 2)
    lines.push(line(lines.length));
  return whole(data('"pad":0'), lines.join('\r\n'));
}

const hundred = ['--repeat', '100'];
const honest = whole(data(`"pad":"${'p'.repeat(12_000)}"`));

/** What one answer may cheaply be full of, a hundred times. */
const floods: readonly Load[] = [
  { name: 'the shortest headers', answer: head(() => 'a: 1') },
  { name: 'headers of different names', answer: head((at) => `x${at.toString(36)}: 1`) },
  { name: 'short cookies', answer: head((at) => `set-cookie: a=${at}bcdefgh`) },
  { name: 'control characters', answer: whole(data(`"a":"${filled('\u007f')}"`)) },
  { name: 'control characters that are no JSON', answer: whole(Buffer.alloc(room, 1)) },
  { name: 'a little of them', answer: whole(data(`"a":"${'\u007f'.repeat(300_000)}"`)) },
  { name: 'masked places', answer: whole(data(`"a":[${list('{"password":"x"}', 9_000)}]`)) },
  {
    name: 'masked places with long names',
    answer: whole(data(`"${'k'.repeat(1000)}":[${list('{"password":"x"}', 2_000)}]`)),
  },
  { name: 'JSON values', answer: whole(data(`"a":[${list('0', 19_000)}]`)) },
  { name: 'small objects', answer: whole(data(`"a":[${list('{"a":0}', 9_000)}]`)) },
  { name: 'long identifiers', answer: whole(data(`"derivativeFactTransformerId":"${'i'.repeat(14_000)}"`)) },
  { name: 'honest answers of 12 KB', answer: honest, isJudged: true as const },
].map((flood) => ({ ...flood, name: `${flood.name}, a hundred times`, args: hundred }));

/** The most requests that a run may send. */
const most: Load = {
  name: 'honest answers of 12 KB, a thousand times',
  answer: honest,
  args: ['--repeat', '1000'],
  isJudged: true,
};

describe('memory and files stay within their bounds against', () => {
  test.each([...loads, ...floods, most])('$name', async ({ name, answer, args = once, isJudged }) => {
    // A service that serves everyone is asked once.
    const service = await startHostile({ answer }, args === once ? 'everyone' : 'authorised put');
    const cwd = temporaryFolder();
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(gauge)}`;
    const env = { ...aimedAt(service), NODE_OPTIONS };
    const { code, stderr, stdout, out } = await run(['--timeout-ms', '5000', ...args], {
      cwd,
      env,
      deadlineMs: 280_000,
    });
    service.close();
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
    expect(existsSync(join(out, '.lock'))).toBe(false);
  });
});
