import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { conformance, folderWith, type StartOptions, temporaryFolder } from '../support/cli.ts';
import {
  conformingExchanges,
  putAnswer,
  recordingOf,
  refusalBody,
  requestCount,
} from '../support/conforming.ts';
import { again, answer, type Edit, exchangesOf, only, record } from '../support/runs.ts';
import { checkedReport, type Exchange, type Report } from '../support/subject.ts';
import { asEntry, asHar, asLine, recordingText } from '../support/traffic.ts';
import { reportIn, row } from './targets.ts';

/** Recorded traffic from the command line: what comes out, and with which exit code. */

type Files = Readonly<Record<string, string | Buffer>>;

async function check(files: Files, line: string, options: StartOptions = {}) {
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, 'logs'));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(cwd, name), content);
  const args = ['check', ...line.split(' '), '--reporter', 'terminal,json'];
  const finished = await conformance(args, { cwd, ...options });
  const folder = join(cwd, 'traffic-report');
  if (existsSync(folder)) expect(() => checkedReport(reportIn(folder))).not.toThrow();
  return { ...finished, cwd, report: () => reportIn(folder) };
}

const requestId = (last: number) => `00000000-0000-4000-8000-${String(last).padStart(12, '0')}`;
const lines = (exchanges: readonly Exchange[]) => exchanges.map((one) => `${asLine(one)}\n`).join('');
const har = (exchanges: readonly Exchange[]) => asHar(exchanges.map(asEntry));
const of = (...edits: readonly Edit[]) => exchangesOf({ edits });
const refusedWith = (status: number, body: unknown) => of(only('put'), answer('put', status, body));

const conforming = conformingExchanges();
const mistaken = record('put', { enabled: 'true' }, { requestId: requestId(1) });
const deviating = of(again('put-authorised', mistaken));
const shown = of(only('delete'), record('delete', { updatedAt: '2025-01-06 10:00:00' }));
const unprotected = of(only('put-no-header'), answer('*', 200, putAnswer));
const withoutSlash = conforming.map((one) => ({
  ...one,
  request: { ...one.request, url: one.request.url.replace(/\/$/, '') },
}));
const refusals = [...conforming.slice(0, 3), ...refusedWith(401, refusalBody), ...refusedWith(503, '')];
const other = { request: { method: 'GET', url: 'https://h/' }, response: { status: 200 } };
const cut = (exchanges: readonly Exchange[]) => har([...exchanges, ...conforming.slice(-1)]).slice(0, -900);
const waivers = [{ id: 'put.data.enabled:type', reason: 'known', owner: 'team', expires: '2999-01-01' }];
const required = '--require put.data.name:echo,delete.data:type --require put:json';
const shownId = 'delete.data.updatedAt:format';

/** `a.log`, flags, the exit code and what is printed. */
const rows: Readonly<
  Record<string, readonly [content: string | Buffer, flags: string, code: number, says?: string]>
> = {
  'what conforms': [
    lines(conforming),
    '--side response --headers-complete',
    0,
    'CONFORMS (exit 0): What the traffic shows conforms',
  ],
  'nothing is known of headers': [lines(unprotected), '', 0],
  'headers are complete': [
    lines(unprotected),
    '--side response --headers-complete',
    1,
    'it serves PUT requests without credentials',
  ],
  'refusals, failures and an operation that does not occur': [lines(refusals), '', 0],
  'requirements that were not checked': [
    lines(conforming.slice(0, 3)),
    required,
    3,
    '1 of the requirements that --require names was not checked: delete.data:type',
  ],
  'the same, checked': [lines(conforming), required, 0],
  'an empty file': ['', '', 3, 'the traffic is empty'],
  'a HAR of other entries only': [asHar([other]), '', 3, 'the only entry is not an exchange of the document'],
  'bytes that are no text': [Buffer.from([1, 2, 3, 0]), '', 3, 'is not text'],
  'refusals only': [
    lines(refusedWith(403, refusalBody)),
    '--side response',
    3,
    'the response of the only exchange could not be judged',
  ],
  'a HAR that was cut': [
    cut(conforming),
    '--side response',
    3,
    `a.log:${requestCount + 1} is not complete (or an entry before it)`,
  ],
  'one bad entry that is allowed': [cut(conforming), '--side response --max-bad 1', 0],
  'deviations outrank what is bad': [cut(deviating), '--side response', 1],
  'clients that deviate': [lines(withoutSlash), '', 1, 'The clients do not conform: '],
  'clients alone': [lines(withoutSlash), '--side request', 1],
  'clients are not asked for': [lines(withoutSlash), '--side response', 0],
  'a deviation that is accepted': [lines(deviating), '--side response --waivers w.json', 0],
  'what is only shown': [lines(shown), '--side response', 0],
  'the same, strictly': [lines(shown), '--side response --strict', 1],
  'the same, required': [lines(shown), `--side response --require-shown ${shownId}`, 1],
  'another example, required': [lines(shown), '--side response --require-shown delete.data.entityId:echo', 0],
  'what is required anyway': [lines(shown), '--require-shown delete.data:presence', 2],
  'a part, of which nothing is decided': [
    lines(shown),
    `--partial p --part-id 1 --parts 1 --require-shown ${shownId}`,
    2,
  ],
};

test.each(Object.entries(rows))('%s', async (_, [content, flags, code, says = '']) => {
  const ended = await check(
    { 'a.log': content, 'w.json': JSON.stringify({ waivers }) },
    `a.log ${flags}`.trim(),
  );
  const words = ended.stdout.replaceAll(/\s+/g, ' ').toLowerCase();
  expect([ended.code, words]).toEqual([code, expect.stringContaining(says.toLowerCase())]);
});

test('all formats, patterns, compression, a pipe and standard input give one report', async () => {
  const cwd = folderWith({ 'a.har': har(conforming.slice(0, 2)) });
  mkdirSync(join(cwd, 'logs'));
  writeFileSync(join(cwd, 'logs/b.ndjson.gz'), gzipSync(lines(conforming.slice(2, 4))));
  execFileSync('mkfifo', [join(cwd, 'pipe')]);
  const input = `a line of a log\n${lines(deviating.slice(5))}`;
  const args = ['check', 'a.har', 'logs/*', 'logs/b.ndjson.gz', 'pipe', '-', '--side', 'response', '--json'];
  const checking = conformance(args, { cwd, input });
  const pipe = await open(join(cwd, 'pipe'), 'w');
  await pipe.writeFile(lines(conforming.slice(4, 5)));
  await pipe.close();
  const { code, stdout, stderr } = await checking;
  expect([code, stderr]).toEqual([1, '']);
  const report: Report = JSON.parse(stdout);
  expect(report.traffic).toMatchObject({ exchanges: deviating.length, other: 1, bad: 0 });
  expect(report.traffic?.sources.map(({ name, format, exchanges }) => [name, format, exchanges])).toEqual([
    ['a.har', 'har', 2],
    ['logs/b.ndjson.gz', 'ndjson', 2],
    ['pipe', 'ndjson', 1],
    ['stdin', 'ndjson', deviating.length - 5],
  ]);
  const found = row(report, 'put.data.enabled:type');
  expect(found).toMatchObject({ verdict: 'deviates', counts: { conforms: 1, deviates: 1 } });
  expect(found.evidence[0]).toMatchObject({
    exchange: `stdin:${deviating.length - 4}`,
    pointer: '/data/enabled',
  });
});

test('the token of one client in the response to another is masked, and is no fault', async () => {
  const token = 'token-of-the-first-client-0123456789';
  const first = lines(conforming.slice(2, 3)).replace('token-of-a-client', token);
  const log = first + lines(of(only('put'), record('put', { name: token, enabled: 'true' })));
  const { code, stdout, cwd } = await check({ 'a.log': log }, 'a.log --side response');
  const written = readFileSync(join(cwd, 'traffic-report', 'report.json'), 'utf8');
  expect([code, written]).toEqual([1, expect.stringContaining('[masked: access token]')]);
  expect(stdout + written).not.toContain(token);
});

test('a target that the environment or a .env names means nothing', async () => {
  const dotenv = 'CONFORMANCE_BASE_URL=nonsense\nCONFORMANCE_ENTITIY=x\n';
  const env = { CONFORMANCE_BASE_URL: 'ftp://x', CONFORMANCE_NO_SUCH: '1' };
  const files = { 'a.log': lines(conforming), '.env': dotenv };
  expect(await check(files, 'a.log --side response', { env })).toMatchObject({ code: 0, stderr: '' });
});

test('a report of traffic can be rendered again, and waived', async () => {
  const cwd = folderWith({ 'a.log': lines(deviating) });
  await conformance(['check', 'a.log', '--side', 'response'], { cwd });
  const page = () => readFileSync(join(cwd, 'traffic-report', 'report.html'), 'utf8');
  const before = page();
  expect(before).toContain('<rect class="deviates"');
  expect((await conformance(['render', 'traffic-report/report.json'], { cwd })).code).toBe(0);
  expect(page()).toBe(before);
  const { stdout } = await conformance(['waive', 'traffic-report/report.json'], { cwd });
  expect(stdout).toContain('Then: conformance check --waivers conformance.waivers.json');
});

test('when, how often and by whom: what deviates is told over time', async () => {
  const client = (name: string, day: number) => (one: Exchange) => {
    const line = JSON.parse(asLine(one));
    line.request.headers.push(['User-Agent', name]);
    return `${JSON.stringify({ ...line, startedDateTime: `2026-03-0${day}T10:00:00.000Z` })}\n`;
  };
  const last = deviating.slice(6);
  const dated = [
    ...conforming.map(client('old/1', 1)),
    ...[2, 3].flatMap((day) => last.map(client('new/2', day))),
  ];
  const { report } = await check({ 'a.log': dated.join('') }, 'a.log --side response');
  const { traffic } = row(report(), 'put.data.enabled:type');
  expect(traffic).toMatchObject({
    firstAt: '2026-03-02T10:00:00.000Z',
    lastAt: '2026-03-03T10:00:00.000Z',
    clients: [{ userAgent: 'new/2', exchanges: 2 }],
  });
  expect(traffic?.rate?.counts.reduce((sum, count) => sum + count, 0)).toBe(2);
});

test('requestIds that are alike are shown, though one lies far from the other', async () => {
  const [put] = conforming.slice(2) as [Exchange];
  const others = Array.from({ length: 21 }, (_, at) =>
    of(only('put'), record('put', {}, { requestId: requestId(100 + at) })),
  );
  const later = { ...put, timings: { ...put.timings, startedAt: '2025-01-07T08:09:11.000Z' } };
  const log = lines([...others.flat(), put, later]);
  const id = 'put.requestId:uniqueness';
  const fromFile = row((await check({ 'a.log': log }, 'a.log')).report(), id);
  expect(fromFile).toMatchObject({ verdict: 'deviates', counts: { conforms: 21, deviates: 2 } });
  expect(fromFile.evidence[0]?.actual).toMatch(/^"[0-9a-f-]{36}", as in exchange a\.log:23$/);
  const fromInput = row((await check({}, '-', { input: log })).report(), id);
  expect(fromInput.evidence[0]?.actual).toBe('a requestId, which was not kept, as in exchange stdin:23');
});

test("a run's recording stays where it is", async () => {
  const files = { 'logs/exchanges.ndjson': recordingText(recordingOf(conforming)) };
  const { code, report } = await check(files, 'logs/exchanges.ndjson --side response');
  expect([code, report().traffic?.sources[0]?.format]).toEqual([0, 'recording']);
});
