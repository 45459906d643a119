import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { main } from '../../src/cli/program.ts';
import { buildReport } from '../../src/report/build.ts';
import { temporaryFolder } from '../support/cli.ts';
import { conformingExchanges, recordingOf, withBody } from '../support/conforming.ts';
import { contract } from '../support/engine.ts';
import { fakeIo } from '../support/io.ts';
import { asLine } from '../support/traffic.ts';

/**
 * Every option that names one file to write × every kind of destination: written to where it is absent, an ordinary file, a
 * pipe or a character device; otherwise refused by name with exit 2. Nothing but an ordinary file ever gets replaced.
 */

interface Destination {
  readonly name: string;
  /** @returns what arrived there, once it is closed; null for what cannot be read */
  readonly put: (path: string, cwd: string) => (() => Promise<string>) | null;
  readonly becomes: 'written' | 'refused';
  readonly needsRoot?: boolean;
}

const readBack = (path: string) => async () => readFileSync(path, 'utf8');

/** Made, and nothing that arrives there can be read. */
function unread(_made: unknown): null {
  return null;
}

/** Of the case that is tried. */
const readers: ChildProcess[] = [];

/** What a process reads from a pipe: it opens it, and so waits for the writer, outside of this process. */
function readerOf(path: string): () => Promise<string> {
  const reader = spawn('cat', [path], { stdio: ['ignore', 'pipe', 'ignore'] });
  readers.push(reader);
  const arrived = text(reader.stdout);
  return () => arrived;
}

function pipe(path: string): () => Promise<string> {
  execFileSync('mkfifo', [path]);
  return readerOf(path);
}

const isRoot = process.getuid?.() === 0;

const destinations: readonly Destination[] = [
  { name: 'nothing', put: readBack, becomes: 'written' },
  {
    name: 'an ordinary file',
    put: (path) => {
      writeFileSync(path, 'old');
      return readBack(path);
    },
    becomes: 'written',
  },
  {
    name: 'a folder',
    put: (path) => unread(mkdirSync(path)),
    becomes: 'refused',
  },
  {
    name: 'a link to a file',
    put: (path, cwd) => unread(symlinkSync(join(cwd, 'victim'), path)),
    becomes: 'refused',
  },
  {
    name: 'a link to a folder',
    put: (path, cwd) => unread(symlinkSync(cwd, path)),
    becomes: 'refused',
  },
  {
    name: 'a link that leads nowhere',
    put: (path, cwd) => unread(symlinkSync(join(cwd, 'nowhere'), path)),
    becomes: 'refused',
  },
  {
    name: 'a link to itself',
    put: (path) => unread(symlinkSync(path, path)),
    becomes: 'refused',
  },
  { name: 'a pipe that is read', put: pipe, becomes: 'written' },
  {
    name: 'a link to a pipe that is read',
    put: (path, cwd) => {
      symlinkSync(join(cwd, 'pipe'), path);
      return pipe(join(cwd, 'pipe'));
    },
    becomes: 'written',
  },
  {
    name: 'a pipe that nobody reads',
    put: (path) => unread(execFileSync('mkfifo', [path])),
    becomes: 'refused',
  },
  {
    name: 'a character device',
    put: (path) => unread(execFileSync('mknod', [path, 'c', '1', '3'])),
    becomes: 'written',
    needsRoot: true,
  },
  {
    name: 'a link to a character device',
    put: (path) => unread(symlinkSync('/dev/null', path)),
    becomes: 'written',
  },
  {
    name: 'a block device',
    put: (path) => unread(execFileSync('mknod', [path, 'b', '7', '250'])),
    becomes: 'refused',
    needsRoot: true,
  },
  {
    name: 'a socket',
    put: (path) => unread(createServer().listen(path).unref()),
    becomes: 'refused',
  },
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
    refuses: others,
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
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'victim'), 'precious');
  writeFileSync(join(cwd, 'traffic.ndjson'), `${traffic.join('\n')}\n`);
  writeFileSync(join(cwd, 'report.json'), JSON.stringify(deviating));
  await conformance(cwd, ['check', 'traffic.ndjson', '--partial', 'part.json']);
  return cwd;
}

function kindAt(path: string): number | undefined {
  return lstatSync(path, { throwIfNoEntry: false })?.mode;
}

const cases = writers.flatMap((writer) =>
  destinations.map((destination) => ({ writer, destination, option: writer.name, kind: destination.name })),
);
const isPossible = ({ destination }: (typeof cases)[number]) => destination.needsRoot !== true || isRoot;

async function writing({ writer, destination }: (typeof cases)[number]) {
  const cwd = await folderOf();
  const path = join(cwd, target);
  const arrived = destination.put(path, cwd);
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
  const possible = cases.filter(isPossible);

  test.each(possible.filter((one) => !isRefused(one)))('writes: $option, $kind', async (given) => {
    const { code, errors, cwd, path, arrived, before } = await writing(given);
    expect(code, errors).toBe(given.writer.ends);
    const isNew = given.destination.name === 'nothing';
    const isFile = isNew || given.destination.name === 'an ordinary file';
    if (isFile) expect(lstatSync(path).isFile()).toBe(true);
    else expect(kindAt(path)).toBe(before);
    if (arrived !== null) expect((await arrived()).startsWith(given.writer.begins)).toBe(true);
    expect(readFileSync(join(cwd, 'victim'), 'utf8')).toBe('precious');
  });

  test.each(possible.filter(isRefused))('is refused by name: $option, $kind', async (given) => {
    const { code, errors, cwd, path, before } = await writing(given);
    expect({ code, kind: kindAt(path) }, errors).toEqual({ code: 2, kind: before });
    expect(errors).toContain(target);
    expect(readFileSync(join(cwd, 'victim'), 'utf8')).toBe('precious');
  });
});
