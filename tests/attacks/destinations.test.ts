import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { lstatSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { main } from '../../src/cli/program.ts';
import { buildReport } from '../../src/report/build.ts';
import { folderWith } from '../support/cli.ts';
import { conformingExchanges, recordingOf, withBody } from '../support/conforming.ts';
import { contract } from '../support/engine.ts';
import { fakeIo } from '../support/io.ts';
import { asLine } from '../support/traffic.ts';
import { type Obstacle, obstacles, precious } from './obstacles.ts';

/**
 * Every option that names one file to write × every kind of destination: written to where it is absent, an ordinary file, a
 * pipe or a character device; otherwise refused by name with exit 2. Nothing but an ordinary file ever gets replaced.
 */

interface Destination extends Pick<Obstacle, 'name' | 'put'> {
  /** What arrives there, once it is closed; absent for what cannot be read. */
  readonly arriving?: (path: string) => () => Promise<string>;
  readonly becomes: 'written' | 'refused';
}

const readBack = (path: string) => async () => readFileSync(path, 'utf8');

/** Of the case that is tried. */
const readers: ChildProcess[] = [];

/** What a process reads from a pipe: it opens it, and so waits for the writer, outside of this process. */
function readerOf(path: string): () => Promise<string> {
  const reader = spawn('cat', [path], { stdio: ['ignore', 'pipe', 'ignore'] });
  readers.push(reader);
  const arrived = text(reader.stdout);
  return () => arrived;
}

const makePipe = (path: string) => void execFileSync('mkfifo', [path]);

const destinations: readonly Destination[] = [
  { name: 'nothing', put: () => undefined, arriving: readBack, becomes: 'written' },
  {
    name: 'an ordinary file',
    put: (path) => writeFileSync(path, 'old'),
    arriving: readBack,
    becomes: 'written',
  },
  { name: 'a pipe that is read', put: makePipe, arriving: readerOf, becomes: 'written' },
  {
    name: 'a link to a pipe that is read',
    put: (path, cwd) => {
      makePipe(join(cwd, 'pipe'));
      symlinkSync(join(cwd, 'pipe'), path);
    },
    arriving: readerOf,
    becomes: 'written',
  },
  {
    name: 'a link to a character device',
    put: (path) => symlinkSync('/dev/null', path),
    becomes: 'written',
  },
  ...obstacles
    .filter(({ isReplaceable }) => !isReplaceable)
    .map(({ name, put }): Destination => {
      return { name, put, becomes: name === 'a character device' ? 'written' : 'refused' };
    }),
  ...(process.getuid?.() === 0
    ? [
        {
          name: 'a block device',
          put: (path: string) => void execFileSync('mknod', [path, 'b', '7', '250']),
          becomes: 'refused' as const,
        },
      ]
    : []),
];

interface Writer {
  readonly name: string;
  readonly args: readonly string[];
  /** Exit code where it writes: `init` then finds that nothing is listening at its base URL. */
  readonly ends: number;
  /** What it writes begins so. */
  readonly begins: string;
  /** Of the destinations that others write to. */
  readonly refuses: readonly string[];
}

const traffic = conformingExchanges().map((exchange) => asLine(exchange));
const deviating = buildReport(
  contract,
  recordingOf(withBody('put', '{"code":200,"data":{},"requestId":"x"}')),
);

const target = 'destination';
/** They need a file that nobody had before, and that is read back or grows. */
const others = destinations.map(({ name }) => name).filter((name) => name !== 'nothing');

const writers: readonly Writer[] = [
  {
    name: 'check --partial',
    args: ['check', 'traffic.ndjson', '--partial', target],
    ends: 0,
    begins: '{"partial":1',
    refuses: [],
  },
  {
    name: 'merge --partial',
    args: ['merge', 'part.json', '--partial', target],
    ends: 0,
    begins: '{"partial":1',
    refuses: [],
  },
  {
    name: 'waive --out',
    args: ['waive', 'report.json', '--out', target],
    ends: 0,
    begins: '{\n  "waivers"',
    refuses: ['an ordinary file'],
  },
  {
    name: 'init --env-file',
    args: ['init', '--yes', '--base-url', 'http://127.0.0.1:9', '--env-file', target],
    ends: 3,
    begins: '',
    refuses: others.filter((name) => name !== 'an ordinary file'),
  },
];

async function conformance(cwd: string, args: readonly string[]) {
  const io = fakeIo();
  const environment = {
    CONFORMANCE_ACCESS_TOKEN: 'a-token-of-the-environment',
    CONFORMANCE_ALLOW_WRITES_TO: '127.0.0.1',
    CONFORMANCE_BUSINESS_DATA_TYPE_ID: 'b',
    CONFORMANCE_ENTITY_ID: 'e',
    CONFORMANCE_AUTOMATION_RULE_ID: 'r',
  };
  const code = await main({ args, environment, cwd, io, input: () => Readable.from([]) });
  return { code, errors: io.errors() };
}

async function folderOf(): Promise<string> {
  const cwd = folderWith({
    file: precious,
    'traffic.ndjson': `${traffic.join('\n')}\n`,
    'report.json': JSON.stringify(deviating),
  });
  await conformance(cwd, ['check', 'traffic.ndjson', '--partial', 'part.json']);
  return cwd;
}

function kindAt(path: string): number | undefined {
  return lstatSync(path, { throwIfNoEntry: false })?.mode;
}

const cases = writers.flatMap((writer) =>
  destinations.map((destination) => ({ writer, destination, option: writer.name, kind: destination.name })),
);

async function writing({ writer, destination }: (typeof cases)[number]) {
  const cwd = await folderOf();
  const path = join(cwd, target);
  await destination.put(path, cwd);
  const arrived = destination.arriving?.(path);
  const before = kindAt(path);
  const ended = await conformance(cwd, writer.args);
  // Whoever reads a pipe that is refused would wait for ever.
  if (ended.code === 2) for (const reader of readers) reader.kill();
  readers.length = 0;
  return { ...ended, cwd, path, arrived, before };
}

describe('an option that names one file', () => {
  const isRefused = ({ writer, destination }: (typeof cases)[number]) =>
    destination.becomes === 'refused' || writer.refuses.includes(destination.name);

  test.each(cases.filter((one) => !isRefused(one)))('writes: $option, $kind', async (given) => {
    const { code, errors, cwd, path, arrived, before } = await writing(given);
    expect(code, errors).toBe(given.writer.ends);
    const isNew = given.destination.name === 'nothing';
    const isFile = isNew || given.destination.name === 'an ordinary file';
    if (isFile) expect(lstatSync(path).isFile()).toBe(true);
    else expect(kindAt(path)).toBe(before);
    if (arrived !== undefined) expect((await arrived()).startsWith(given.writer.begins)).toBe(true);
    expect(readFileSync(join(cwd, 'file'), 'utf8')).toBe(precious);
  });

  test.each(cases.filter(isRefused))('is refused by name: $option, $kind', async (given) => {
    const { code, errors, cwd, path, before } = await writing(given);
    expect({ code, kind: kindAt(path) }, errors).toEqual({ code: 2, kind: before });
    expect(errors).toContain(target);
    expect(readFileSync(join(cwd, 'file'), 'utf8')).toBe(precious);
  });
});
