import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  renameSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { conformanceProcess, temporaryFolder } from '../../support/cli.ts';
import { longOnes } from '../../support/properties.ts';

/** Files that commands find by themselves, or that such files refer to, as every kind of thing that a path can name. */

interface FoundFile {
  readonly path: string;
  /** What an honest one holds. */
  readonly text: string;
  /** Commands that read it. */
  readonly readBy: readonly string[];
  /** A file beside it that refers to it. */
  readonly namedIn?: readonly [path: string, text: string];
  /** False where nobody is refused because of the owner: it is referred to, or is an output or git's. */
  readonly isOwned: boolean;
}

const settings = ['run --plan', 'doctor', 'init', 'watch'];
const ofTargets = ['run --target', 'doctor --target', 'completion'];
const target = { baseUrl: 'http://127.0.0.1:9', entityId: 'e' };
const config = JSON.stringify({ targets: { a: target } });

const files: readonly FoundFile[] = [
  { path: '.env', text: 'CONFORMANCE_STRICT=true\n', readBy: settings, isOwned: true },
  { path: 'conformance.config.json', text: config, readBy: ofTargets, isOwned: true },
  { path: '../conformance.config.json', text: config, readBy: ofTargets, isOwned: true },
  {
    path: 'conformance.locations.json',
    text: '{"locations": []}',
    readBy: ['run --plan', 'doctor', 'run --reference'],
    isOwned: true,
  },
  {
    path: 'waivers.json',
    text: '{"waivers": []}',
    readBy: ['run --plan', 'doctor'],
    namedIn: ['.env', 'CONFORMANCE_WAIVERS_FILE=waivers.json\n'],
    isOwned: false,
  },
  {
    path: 'token.txt',
    text: 'token-of-a-test-0123\n',
    readBy: ['run --target', 'doctor --target'],
    namedIn: [
      'conformance.config.json',
      JSON.stringify({ targets: { a: { ...target, accessToken: { file: 'token.txt' } } } }),
    ],
    isOwned: false,
  },
  { path: 'reports/report.json', text: '{}', readBy: ['matrix'], isOwned: false },
  { path: 'conformance-report/report.json', text: '{}', readBy: [], isOwned: false },
  { path: 'conformance-report/exchanges.ndjson', text: '{"line":"run"}\n', readBy: [], isOwned: false },
  { path: '.gitignore', text: 'node_modules\n', readBy: ['init --yes'], isOwned: false },
];

const given = ['--base-url', 'http://127.0.0.1:9', '--entity-id', 'e'];

const commands: Readonly<Record<string, readonly string[]>> = {
  'run --plan': ['run', '--plan', ...given],
  'run --target': ['run', '--plan', '--target', 'a'],
  'run --reference': ['run', '--reference', '--reporter', 'json'],
  doctor: ['doctor', ...given],
  'doctor --target': ['doctor', '--target', 'a'],
  init: ['init', '--print', 'shell', '--token-later', ...given],
  'init --yes': ['init', '--yes', '--token-later', ...given],
  watch: ['watch', '--upstream', 'http://staging.example.com'],
  check: ['check', 'traffic.ndjson'],
  matrix: ['matrix', 'reports'],
  completion: ['--complete', 'conformance run --target '],
};

interface Kind {
  readonly name: string;
  /** Puts it in the place of an honest file. */
  readonly put: (path: string) => void;
  /** Whether every command that reads it refuses it; some is read or ignored, depending on the file. */
  readonly isRefused: boolean;
  /** Only of files that have to belong to somebody. */
  readonly ofOwner?: true;
}

const isRoot = process.geteuid?.() === 0;

/** The same text elsewhere in the folder, which a link leads to. */
function aside(path: string): string {
  const other = join(dirname(path), 'aside');
  renameSync(path, other);
  return other;
}

function replaced(path: string): string {
  renameSync(path, join(dirname(path), 'before'));
  return path;
}

function putLink(to: string, path: string): void {
  symlinkSync(basename(to), path);
}

function putSocket(path: string): void {
  const server = createServer().listen(replaced(path));
  onTestFinished(() => void server.close());
}

const kinds: readonly Kind[] = [
  { name: 'a regular file', put: () => undefined, isRefused: false },
  { name: 'a pipe', put: (path) => void execFileSync('mkfifo', [replaced(path)]), isRefused: true },
  {
    name: 'a link to a pipe',
    put: (path) => {
      execFileSync('mkfifo', [`${replaced(path)}.pipe`]);
      symlinkSync(`${basename(path)}.pipe`, path);
    },
    isRefused: true,
  },
  { name: 'a socket', put: putSocket, isRefused: true },
  { name: 'a folder', put: (path) => mkdirSync(replaced(path)), isRefused: false },
  { name: 'a link', put: (path) => putLink(aside(path), path), isRefused: false },
  {
    name: 'a link that leads outside',
    put: (path) => symlinkSync('/etc/passwd', replaced(path)),
    isRefused: false,
  },
  { name: 'a link that leads nowhere', put: (path) => symlinkSync('gone', replaced(path)), isRefused: false },
  { name: 'a link to itself', put: (path) => symlinkSync(basename(path), replaced(path)), isRefused: false },
  { name: 'a huge file', put: (path) => truncateSync(path, 3 * 1024 ** 3), isRefused: true },
  ...(isRoot
    ? [
        {
          name: 'a device',
          put: (path: string) => void execFileSync('mknod', [replaced(path), 'c', '1', '5']),
          isRefused: true,
        },
        {
          name: "another user's",
          put: (path: string) => chownSync(path, 12_345, 12_345),
          isRefused: true,
          ofOwner: true as const,
        },
      ]
    : [
        {
          name: 'a file that may not be read',
          put: (path: string) => chmodSync(path, 0),
          isRefused: true,
        },
      ]),
];

/** A checkout, two folders below a folder of ours. */
function checkout({ path, text, namedIn }: FoundFile): { readonly cwd: string; readonly there: string } {
  const cwd = join(temporaryFolder(), 'above/checkout');
  for (const folder of ['reports', 'conformance-report']) mkdirSync(join(cwd, folder), { recursive: true });
  writeFileSync(join(cwd, '../.git'), '');
  writeFileSync(join(cwd, 'traffic.ndjson'), '');
  if (namedIn !== undefined) writeFileSync(join(cwd, namedIn[0]), namedIn[1]);
  const there = join(cwd, path);
  writeFileSync(there, text);
  return { cwd, there };
}

/** A pipe is what hangs: it is tried with every command. */
const cases = files.flatMap((file) =>
  kinds.flatMap((kind) => {
    const tried = kind.name === 'a pipe' ? Object.keys(commands) : file.readBy;
    return tried.map((command) => ({ file, kind, command }));
  }),
);

/** What says why a file is not read, or that there is none of the kind that is wanted. */
const why =
  /pipe|socket|device|(?:ordinary|regular) file|larger|holds more|holds no report|belongs to user 12345|may not be read|EACCES/;

test.concurrent.each(
  longOnes(cases).map((one) => [`${one.file.path} is ${one.kind.name}: ${one.command}`, one] as const),
)('a command ends by itself, and names what it does not read: %s', async (_, { file, kind, command }) => {
  const { cwd, there } = checkout(file);
  kind.put(there);
  const { code, stdout, stderr } = await conformanceProcess(commands[command] ?? [], {
    cwd,
    env: { CONFORMANCE_BUSINESS_DATA_TYPE_ID: 'b', CONFORMANCE_ENTITY_ID: '' },
    deadlineMs: 120_000,
  });
  const said = (stdout + stderr).replaceAll(/\s+/g, ' ');
  expect([0, 1, 2, 3], said).toContain(code);
  const isMeant = file.readBy.includes(command) && (kind.ofOwner !== true || file.isOwned);
  if (!isMeant || !kind.isRefused || command === 'completion') return;
  expect(said).toMatch(why);
  expect(said).toContain(file.path.startsWith('reports/') ? 'reports' : basename(file.path));
  expect(code, said).toBe(2);
});
