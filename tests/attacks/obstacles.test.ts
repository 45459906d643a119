import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aimedAt } from '../commands/targets.ts';
import { conformance, folderWith } from '../support/cli.ts';
import { conformingExchanges, recordingOf, withBody } from '../support/conforming.ts';
import { sampleOf } from '../support/properties.ts';
import { type ScriptedService, startService } from '../support/service.ts';
import { buildReport, comparisonReporters, reporters } from '../support/subject.ts';
import { asLine } from '../support/traffic.ts';

/**
 * Every file that a command writes × everything that may lie in its place: the command works or ends with exit 2 by
 * name, before anything is sent, and what a link leads to stays as it was.
 */

const precious = 'precious\n';
const notOurs = 'not ours\n';
const readOnly = 'a file that may not be written';

/** Given the path, and a folder beside it with a file in it. */
const obstacles: Readonly<Record<string, (path: string, elsewhere: string) => unknown>> = {
  'a folder': (path) => mkdirSync(path),
  'a folder with a file in it': (path) => {
    mkdirSync(path);
    writeFileSync(join(path, 'mine'), precious);
  },
  'a link to a file elsewhere': (path, elsewhere) => symlinkSync(join(elsewhere, 'file'), path),
  'a link to a folder elsewhere': (path, elsewhere) => symlinkSync(elsewhere, path),
  'a link that leads nowhere': (path, elsewhere) => symlinkSync(join(elsewhere, 'nothing'), path),
  'a link to itself': (path) => symlinkSync(path, path),
  'a pipe': (path) => execFileSync('mkfifo', [path]),
  ...(process.getuid?.() === 0 && {
    'a character device': (path: string) => execFileSync('mknod', [path, 'c', '1', '3']),
  }),
  // Closing the server would remove the socket; it is left as by a process that was killed.
  'a socket': (path) => {
    const server = createServer();
    return new Promise<void>((resolve) => server.listen(path, resolve)).then(() => server.unref());
  },
  [readOnly]: (path) => {
    writeFileSync(path, notOurs);
    fs.chmodSync(path, 0o444);
  },
};

/** What lies there now, so that it can be compared with what was put there. */
function seen(path: string): string {
  const stats = fs.lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return 'nothing';
  if (stats.isDirectory()) return `folder of ${readdirSync(path).join()}`;
  return stats.isFile() ? 'file' : 'neither';
}

let service: ScriptedService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

/** What becomes of an ordinary file that may not be written; everything else is refused. */
type Becomes = 'replaced' | 'kept' | 'refused';

const inOut = (formats: readonly { readonly file: string | null }[]) =>
  formats.flatMap(({ file }) => (file === null ? [] : [join('out', file)]));
const files = inOut(reporters);
const formats = reporters.map(({ name }) => name).join();
const toOut = ['--out', 'out', '--reporter', formats];

/** Given files, and those that it writes relative to the folder that it is started in. */
const writings: readonly (readonly [args: readonly string[], files: readonly string[], Becomes])[] = [
  [['run', ...toOut], [...files, 'out/exchanges.ndjson'], 'replaced'],
  [['render', 'given.json', ...toOut], files, 'replaced'],
  [['compare', 'given.json', 'given.json', '--out', 'out'], inOut(comparisonReporters), 'replaced'],
  [
    ['check', 'given.traffic', '--partial', 'one.part', ...'--part-id 1 --parts 1'.split(' ')],
    ['one.part'],
    'replaced',
  ],
  [['waive', 'given.json'], ['conformance.waivers.json'], 'refused'],
  [['waive', 'given.json', '--out', 'w.json'], ['w.json'], 'refused'],
  // It edits no file: it reads one that is there, and prints what to add to it.
  [['init', '--yes', '--allow-writes-to', '127.0.0.1'], ['.env'], 'kept'],
];

const deviating = buildReport(recordingOf(withBody('put', '{"code":200,"data":{},"requestId":"x"}')));
const traffic = conformingExchanges().map((exchange) => `${asLine(exchange)}\n`);

interface Meeting {
  readonly args: readonly string[];
  readonly name: string;
  readonly inPlace: readonly string[];
  readonly becomes: Becomes;
}

const meetings = writings.flatMap(([args, written, ofFile]) =>
  Object.keys(obstacles).flatMap((name): readonly Meeting[] => {
    const becomes = name === readOnly ? ofFile : 'refused';
    // A character device that an option names is written to, as `/dev/stdout` is.
    if (name === 'a character device' && /w\.json|one\.part/.test(written.join())) return [];
    // What is refused is refused for each file alone; what is replaced, for all of them at once.
    const groups = becomes === 'replaced' ? [written] : written.map((file) => [file]);
    return groups.map((inPlace) => ({ args, name, becomes, inPlace }));
  }),
);

async function meeting({ args, name, inPlace }: Omit<Meeting, 'becomes'>) {
  const cwd = folderWith({ 'given.json': JSON.stringify(deviating), 'given.traffic': traffic.join('') });
  const elsewhere = join(cwd, 'elsewhere');
  mkdirSync(elsewhere);
  writeFileSync(join(elsewhere, 'file'), precious);
  for (const path of inPlace.map((file) => join(cwd, file))) {
    mkdirSync(dirname(path), { recursive: true });
    await obstacles[name]?.(path, elsewhere);
  }
  const looked = () => inPlace.map((file) => seen(join(cwd, file)));
  const before = looked();
  const callsBefore = service.calls.length;
  const { code, stderr } = await conformance(args, { cwd, env: aimedAt(service) });
  expect(readdirSync(elsewhere)).toEqual(['file']);
  expect(readFileSync(join(elsewhere, 'file'), 'utf8')).toBe(precious);
  const names = readdirSync(cwd, { recursive: true, encoding: 'utf8' });
  expect(names.filter((file) => file.endsWith('.tmp'))).toEqual([]);
  return { code, stderr, cwd, before, after: looked(), calls: service.calls.length - callsBefore };
}

test.each(sampleOf(meetings))('$args.0, $inPlace: $name is $becomes', async (given) => {
  const { code, stderr, calls, before, after, cwd } = await meeting(given);
  const texts = () => given.inPlace.map((file) => readFileSync(join(cwd, file), 'utf8'));
  if (given.becomes === 'replaced') {
    expect([0, 1], stderr).toContain(code);
    expect(after).toEqual(given.inPlace.map(() => 'file'));
    expect(texts()).not.toContain(notOurs);
  } else {
    expect({ calls, after }, stderr).toEqual({ calls: 0, after: before });
    expect(code, stderr).toBe(given.becomes === 'kept' ? 0 : 2);
    if (given.becomes === 'kept') expect(texts()).toEqual([notOurs]);
    else for (const file of given.inPlace) expect(stderr).toContain(file);
  }
});

test.each(writings)('%j writes its files where nothing is', async (args, written) => {
  const { cwd, code, stderr } = await meeting({ args, name: '', inPlace: [] });
  expect([0, 1], stderr).toContain(code);
  expect(written.map((file) => seen(join(cwd, file)))).toEqual(written.map(() => 'file'));
});
