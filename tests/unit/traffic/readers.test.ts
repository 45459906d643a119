import * as zlib from 'node:zlib';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { conformingExchanges, recordingOf, requestCount } from '../../support/conforming.ts';
import { limits } from '../../support/subject.ts';
import {
  asEntry,
  asHar,
  asLine,
  readOf,
  readSources,
  recordingText,
  sourceOf,
} from '../../support/traffic.ts';

/** Whatever becomes of a source, what was read of it counts, and what was not is told. */

const exchanges = conformingExchanges();
const lines = exchanges.map(asLine);
const entries = exchanges.map(asEntry);

/** In pieces of so many bytes, none of which a reader can count on. */
function inPieces(content: string | Buffer, size: number): readonly Buffer[] {
  const bytes = Buffer.from(content as string);
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.subarray(at * size, (at + 1) * size),
  );
}

async function countsOf(content: string | readonly Buffer[], changes = {}) {
  const { info } = await readOf(content, changes);
  const { exchanges: count, other, bad, sources, badEntries } = info;
  const [{ problem = null, number: at } = {}] = badEntries;
  return { count, other, bad, format: sources[0]?.format, problem, at };
}

const sound = { count: requestCount, other: 0, bad: 0, problem: null };

test.each([
  ['lines', lines.join('\n'), 'ndjson'],
  ['lines with carriage returns and an end', `${lines.join('\r\n')}\r\n`, 'ndjson'],
  ['lines behind a byte order mark', `\ufeff${lines.join('\n')}`, 'ndjson'],
  ['a HAR', asHar(entries), 'har'],
  ['a HAR that is laid out', asHar(entries, 2), 'har'],
  ['a HAR behind a byte order mark', `\ufeff${asHar(entries)}\n`, 'har'],
  ['a recording', recordingText(recordingOf(exchanges)), 'recording'],
])('%s, whole and in pieces', async (_, content, format) => {
  expect(await countsOf(content)).toMatchObject({ ...sound, format });
  for (const size of [7, 4096])
    expect(await countsOf(inPieces(content, size))).toMatchObject({ ...sound, format });
});

test('gzip is undone, one member after another', async () => {
  const half = lines.length / 2;
  const members = [lines.slice(0, half), lines.slice(half)].map((part) => gzipSync(`${part.join('\n')}\n`));
  expect(await countsOf(inPieces(Buffer.concat(members) as Buffer, 100))).toMatchObject(sound);
});

const { zstdCompressSync } = zlib as typeof zlib & { readonly zstdCompressSync?: (text: string) => Buffer };
const zstdOfNothing = Buffer.from('28b52ffd2000010000', 'hex');

test('zstd is undone where Node.js can, and told of where it cannot', async () => {
  if (zstdCompressSync !== undefined)
    expect(await countsOf([zstdCompressSync(lines.join('\n'))])).toMatchObject(sound);
  else
    expect(await countsOf([zstdOfNothing])).toMatchObject({
      count: 0,
      bad: 1,
      problem: expect.stringContaining('zstd -dc FILE | conformance check -'),
    });
});

test('gzip that was cut: what came out counts', async () => {
  const whole = gzipSync(`${lines.join('\n')}\n`, { level: 0 });
  const found = await countsOf([whole.subarray(0, Math.floor(whole.length / 2))]);
  expect(found.count).toBeGreaterThan(0);
  expect(found.count).toBeLessThan(requestCount);
  expect(found.bad).toBeGreaterThan(0);
  const { info } = await readOf([whole.subarray(0, whole.length - 4)]);
  expect(info).toMatchObject({ exchanges: requestCount, bad: 1, badEntries: [{ number: null }] });
  expect(info.badEntries[0]?.problem).toContain('compressed data end in the middle');
});

test('gzip that is damaged is told of', async () => {
  const bytes = gzipSync(lines.join('\n'));
  bytes.fill(0xff, 20, 60);
  expect((await countsOf([bytes])).problem).toContain('is damaged');
});

test('a HAR of other entries only', async () => {
  const other = { request: { method: 'GET', url: 'https://h/a.js' }, response: { status: 200 } };
  expect(await countsOf(asHar([other, other]))).toMatchObject({ count: 0, other: 2, bad: 0 });
});

test('an empty source has nothing, and is not bad', async () => {
  expect(await countsOf('')).toMatchObject({ count: 0, other: 0, bad: 0, format: null });
  expect(await countsOf('\n\n')).toMatchObject({ count: 0, other: 0, bad: 0 });
});

const har = asHar(entries);
const broken = { ...asEntry(exchanges[0] as never), response: { status: 'x' } };
const recording = recordingText(recordingOf(exchanges));
const stolen = recording.replace('"credentials":"none"', '"credentials":"stolen"');
const block = Buffer.alloc(1024 * 1024, 'x');
const tooLong = Array.from({ length: limits.lineBytes / block.length + 1 }, () => block);
const notUtf8 = Buffer.from(`${lines[0]}\n`, 'utf8');
notUtf8[notUtf8.indexOf('application') + 1] = 0xff;

test.each<[string, string | readonly Buffer[], object, string]>([
  [
    'a HAR that was cut',
    har.slice(0, har.lastIndexOf('"response"')),
    { count: requestCount - 1, at: requestCount },
    'ends too early',
  ],
  ['a HAR that is no JSON', `${har.slice(0, -2)},,]}`, { count: requestCount }, 'is not JSON from here on'],
  ['a HAR with more behind it', `${har} {}`, { count: requestCount }, 'is not JSON from here on'],
  [
    'a HAR with an entry that is none',
    asHar([...entries, broken, ...entries]),
    { count: 2 * requestCount, at: requestCount + 1 },
    '',
  ],
  ['bytes', [Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2, 3])], { count: 0, at: null }, 'is not text'],
  ['a JSON array', `[${lines.join(',')}]`, { count: 0, at: null }, 'jq -c ".[]"'],
  ['a line that was cut', `${lines[0]}\n${lines[1]?.slice(0, 200)}`, { count: 1, at: 2 }, 'was cut'],
  [
    'a line that is too long, and is not held',
    [Buffer.from(`${lines[0]}\n`), ...tooLong, Buffer.from(`\n${lines[1]}\n`)],
    { count: 2, at: 2 },
    'bytes long',
  ],
  ['bytes that are not UTF-8', [notUtf8, Buffer.from(`${lines[1]}\n`)], { count: 1 }, 'is not UTF-8'],
  [
    'a line of a recording that is not as its schema says',
    stolen,
    { count: requestCount - 1, at: 2 },
    '/exchange/credentials',
  ],
])('one thing is bad, and is told of: %s', async (_, content, found, problem) =>
  expect(await countsOf(content)).toMatchObject({
    ...found,
    bad: 1,
    problem: expect.stringContaining(problem),
  }),
);

test('lines of a log around exchanges are other', async () => {
  const dated = `2026-01-01 INFO ${lines[0]}`;
  const log = ['starting', '{"level":"info"}', dated, '{not json', lines[1], '[1]', 'null'];
  expect(await countsOf(log.join('\n'))).toMatchObject({ count: 2, other: 5, bad: 0 });
});

test("Docker's wrappers are taken off, and long lines put together", async () => {
  const wrapped = lines.flatMap((line, at) => {
    const stream = at % 2 === 0 ? 'stdout' : 'stderr';
    const half = Math.floor(line.length / 2);
    const other = { log: 'starting\n', stream: stream === 'stdout' ? 'stderr' : 'stdout', time: 't' };
    return [
      { log: line.slice(0, half), stream, time: 't' },
      other,
      { log: `${line.slice(half)}\n`, stream, time: 't' },
    ];
  });
  expect(await countsOf(wrapped.map((one) => JSON.stringify(one)).join('\n'))).toMatchObject({
    count: requestCount,
    other: requestCount,
    bad: 0,
  });
});

test('what is asked for decides what is judged', async () => {
  const content = lines.join('\n');
  expect(await countsOf(content, { operations: ['delete'] })).toMatchObject({
    count: 3,
    other: requestCount - 3,
  });
  expect(await countsOf(content, { baseUrl: 'http://127.0.0.1:1' })).toMatchObject({ count: requestCount });
  expect(await countsOf(content, { baseUrl: 'http://127.0.0.1:1/api' })).toMatchObject({
    count: 0,
    other: requestCount,
  });
  const bare = content.replaceAll('http://127.0.0.1:1', '/api');
  expect(await countsOf(bare, { baseUrl: 'http://127.0.0.1:1/api' })).toMatchObject({ count: requestCount });
});

test('ids name the source and the line, and each exchange has its own', async () => {
  const read = await readSources([
    sourceOf(lines.join('\n'), 'a.log'),
    sourceOf(`\n${lines.join('\n')}`, 'b.log'),
  ]);
  expect(read.info.sources.map(({ exchanges: count }) => count)).toEqual([requestCount, requestCount]);
  const ids = read.exchanges.map(({ id }) => id);
  expect(ids[0]).toBe('a.log:1');
  expect(ids).toContain('b.log:2');
  expect(new Set(ids).size).toBe(ids.length);
});

test('reading that is ended keeps what was read', async () => {
  const interrupt = new AbortController();
  const { info, isCut } = await readOf(inPieces(lines.join('\n'), 3000), {
    signal: interrupt.signal,
    onExchanges: () => interrupt.abort(),
  });
  expect(isCut).toBe(true);
  expect(info.exchanges).toBeGreaterThan(0);
  expect(info.exchanges).toBeLessThan(requestCount);
});
