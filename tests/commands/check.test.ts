import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import {
  conformance,
  type Finished,
  folderWith,
  type StartOptions,
  temporaryFolder,
} from '../support/cli.ts';
import {
  conformingExchanges,
  deleteAnswer,
  exchangeOf,
  putAnswer,
  recordingOf,
  refusalBody,
  requestCount,
  utf8Response,
} from '../support/conforming.ts';
import { checkedReport, type Exchange, type Report } from '../support/subject.ts';
import { asEntry, asHar, asLine, recordingText } from '../support/traffic.ts';

/** Recorded traffic from the command line: what comes out, and with which exit code. */

interface Checked extends Finished {
  readonly cwd: string;
  readonly report: Report;
}

async function check(
  files: Readonly<Record<string, string | Buffer>>,
  args: readonly string[],
  options: StartOptions = {},
): Promise<Checked> {
  const cwd = temporaryFolder();
  for (const [name, content] of Object.entries(files)) {
    if (name.includes('/')) mkdirSync(join(cwd, name.split('/')[0] ?? ''), { recursive: true });
    writeFileSync(join(cwd, name), content);
  }
  const finished = await conformance(['check', ...args, '--reporter', 'terminal,json'], { cwd, ...options });
  const path = join(cwd, 'traffic-report', 'report.json');
  const report = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
  if (report !== null) expect(() => checkedReport(report)).not.toThrow();
  return { ...finished, cwd, report };
}

const conforming = conformingExchanges();

/** A request with the token, and this response to it. */
const served = (operation: 'put' | 'delete', answer: object) =>
  exchangeOf(operation, 'authorised', utf8Response(JSON.stringify(answer)));

const requestId = (last: number) => `00000000-0000-4000-8000-${String(last).padStart(12, '0')}`;

/** A PUT whose amount is text, after the conforming exchanges. */
const mistaken = { ...putAnswer, requestId: requestId(1), data: { ...putAnswer.data, enabled: 'true' } };
const deviating = [...conforming, served('put', mistaken)];

/** A DELETE that deviates from what is only shown. */
const shown = served('delete', {
  ...deleteAnswer,
  data: { ...deleteAnswer.data, updatedAt: '2025-01-06 10:00:00' },
});

const ofResponses = ['a.log', '--side', 'response'];

const lines = (exchanges: readonly Exchange[]) => exchanges.map((one) => `${asLine(one)}\n`).join('');
const har = (exchanges: readonly Exchange[]) => asHar(exchanges.map(asEntry));

test('all formats, patterns, compression and standard input give one report', async () => {
  const files = {
    'a.har': har(conforming.slice(0, 2)),
    'logs/b.ndjson.gz': gzipSync(lines(conforming.slice(2, 4))),
    'logs/c.ndjson': lines(conforming.slice(4, 5)),
  };
  const input = `a line of a log\n${lines(deviating.slice(5))}`;
  const { code, report, stdout, stderr } = await check(
    files,
    ['a.har', 'logs/*', 'logs/c.ndjson', '-', '--side', 'response'],
    { input },
  );
  expect([code, stderr]).toEqual([1, '']);
  expect(report.traffic).toMatchObject({ exchanges: deviating.length, other: 1, bad: 0 });
  expect(report.traffic?.sources.map(({ name, format, exchanges }) => [name, format, exchanges])).toEqual([
    ['a.har', 'har', 2],
    ['logs/b.ndjson.gz', 'ndjson', 2],
    ['logs/c.ndjson', 'ndjson', 1],
    ['stdin', 'ndjson', deviating.length - 5],
  ]);
  const row = report.requirements.find(({ id }) => id === 'put.data.enabled:type');
  expect(row).toMatchObject({ verdict: 'deviates', counts: { conforms: 1, deviates: 1 } });
  const last = `stdin:${1 + deviating.length - 5}`;
  expect(row?.evidence[0]).toMatchObject({ exchange: last, pointer: '/data/enabled' });
  expect(stdout).toContain(
    'DEVIATES (exit 1): The service does not conform: one problem, in 1 of 2 responses',
  );
});

test('the token of one client in the response to another is masked, and is no fault', async () => {
  const token = 'token-of-the-first-client-0123456789';
  const data = { ...putAnswer.data, name: token, enabled: 'true' };
  const authorised = conforming.filter(({ credentials }) => credentials === 'authorised');
  const first = lines(authorised.slice(0, 1)).replace('token-of-a-client', token);
  const log = first + lines([served('put', { ...putAnswer, data })]);
  const { code, stdout, stderr, cwd } = await check({ 'a.log': log }, ofResponses);
  expect([code, stderr]).toEqual([1, '']);
  const written = readFileSync(join(cwd, 'traffic-report', 'report.json'), 'utf8');
  expect(written).toContain('[masked: access token]');
  expect(stdout + written).not.toContain(token);
});

test('what conforms is told as what the traffic shows', async () => {
  const args = [...ofResponses, '--headers-complete'];
  const { code, stdout, report } = await check({ 'a.log': lines(conforming) }, args);
  expect(stdout).toContain('CONFORMS (exit 0): What the traffic shows conforms');
  expect(code).toBe(0);
  expect(report.conclusion.actor).toBe('nobody');
  expect(report.requirements.find(({ id }) => id === 'put:authorization')?.verdict).toBe('conforms');
});

test('without a word on headers, nothing is known of what was not recorded', async () => {
  const open = exchangeOf('put', 'none', utf8Response(JSON.stringify(putAnswer)));
  const unknown = await check({ 'a.log': lines([open]) }, ['a.log']);
  expect(unknown.code).toBe(0);
  const row = unknown.report.requirements.find(({ id }) => id === 'put:authorization');
  expect(row?.verdict).toBe('not-exercised');
  const known = await check({ 'a.log': lines([open]) }, [...ofResponses, '--headers-complete']);
  expect(known.code).toBe(1);
  expect(known.stdout).toContain('it serves PUT requests without credentials');
});

test('refusals, failures and an operation that does not occur make nothing incomplete', async () => {
  const exchanges = [
    ...conforming.slice(0, 3),
    exchangeOf('put', 'authorised', utf8Response(refusalBody, 401)),
    exchangeOf('put', 'authorised', utf8Response('', 503)),
  ];
  const { code, report } = await check({ 'a.log': lines(exchanges) }, ['a.log']);
  expect(code).toBe(0);
  expect(report.traffic?.operations[0]).toMatchObject({
    exchanges: 5,
    statuses: [
      { value: 200, count: 1 },
      { value: 401, count: 3 },
      { value: 503, count: 1 },
    ],
  });
});

test('requirements that are asked for have to be checked', async () => {
  const args = ['a.log', '--require', 'put.data.name:echo,delete.data:type', '--require', 'put:json'];
  const { code, stdout } = await check({ 'a.log': lines(conforming.slice(0, 3)) }, args);
  expect(code).toBe(3);
  expect(stdout).toContain('1 of the requirements that --require names was not checked: delete.data:type');
  expect((await check({ 'a.log': lines(conforming) }, args)).code).toBe(0);
});

const other = { request: { method: 'GET', url: 'https://h/' }, response: { status: 200 } };
const refused = exchangeOf('put', 'authorised', utf8Response(refusalBody, 403));

test.each([
  ['an empty file', '', 'the traffic is empty'],
  ['a HAR of other entries only', asHar([other]), 'the only entry is not an exchange of the document'],
  ['bytes that are no text', Buffer.from([1, 2, 3, 0]), 'is not text'],
  ['refusals only', lines([refused]), 'the response of the only exchange could not be judged'],
])('%s: exit 3, with the reason', async (_, content, reason) => {
  for (const side of ['response', 'both']) {
    const { code, stdout, report } = await check({ 'a.log': content }, ['a.log', '--side', side]);
    expect(code, side).toBe(3);
    expect(report.summary.reasons.join('\n')).toContain(reason);
    expect(stdout).toContain('INCOMPLETE (exit 3)');
  }
});

test('what was read of a HAR that was cut is reported, and deviations outrank the rest', async () => {
  const cut = (exchanges: readonly Exchange[]) => har([...exchanges, ...conforming.slice(-1)]).slice(0, -900);
  const sound = await check({ 'a.har': cut(conforming) }, ['a.har', '--side', 'response']);
  expect(sound.code).toBe(3);
  expect(sound.report.traffic).toMatchObject({ exchanges: requestCount, bad: 1 });
  expect(sound.stdout).toContain(`a.har:${requestCount + 1} is not complete (or an entry before it)`);
  const lenient = ['a.har', '--side', 'response', '--max-bad', '1'];
  expect((await check({ 'a.har': cut(conforming) }, lenient)).code).toBe(0);
  expect((await check({ 'a.har': cut(deviating) }, ['a.har', '--side', 'response'])).code).toBe(1);
});

test('what deviates is accepted by a file that waive drafts', async () => {
  const { cwd } = await check({ 'a.log': lines(deviating) }, ofResponses);
  const { stdout } = await conformance(['waive', 'traffic-report/report.json'], { cwd });
  expect(stdout).toContain('Then: conformance check --waivers conformance.waivers.json');
});

test("a client's deviations are gated on their own", async () => {
  const wrong = conforming.map((one) => ({
    ...one,
    request: { ...one.request, url: one.request.url.replace(/\/$/, '') },
  }));
  const files = { 'a.log': lines(wrong) };
  const both = await check(files, ['a.log']);
  expect([both.code, both.report.conclusion.actor]).toEqual([1, 'client']);
  expect(both.stdout).toContain('The clients do not conform: ');
  expect((await check(files, ['a.log', '--side', 'request'])).code).toBe(1);
  expect((await check(files, ofResponses)).code).toBe(0);
});

test('waivers and --strict count here too', async () => {
  const waiver = {
    id: 'put.data.enabled:type',
    reason: 'known',
    owner: 'team',
    expires: new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10),
  };
  const files = { 'a.log': lines(deviating), 'w.json': JSON.stringify({ waivers: [waiver] }) };
  expect((await check(files, [...ofResponses, '--waivers', 'w.json'])).code).toBe(0);
  const log = { 'a.log': lines([shown]) };
  expect((await check(log, ofResponses)).code).toBe(0);
  expect((await check(log, [...ofResponses, '--strict'])).code).toBe(1);
  const required = (id: string) => check(log, [...ofResponses, '--require-shown', id]);
  expect((await required('delete.data.updatedAt:format')).code).toBe(1);
  expect((await required('delete.data.entityId:echo')).code).toBe(0);
  expect(await required('delete.data:presence')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('contains delete.data:presence, which the document requires'),
  });
});

test('--require-shown counts where parts are put together, and for no part', async () => {
  const cwd = folderWith({ 'a.log': lines([shown]) });
  const required = ['--require-shown', 'delete.data.updatedAt:format'];
  const part = 'check a.log --side response --partial part.json --part-id 1 --parts 1'.split(' ');
  expect((await conformance([...part, ...required], { cwd })).stderr).toContain(
    '--require-shown decides nothing about a part (--partial)',
  );
  expect((await conformance(part, { cwd })).code).toBe(0);
  expect((await conformance(['check', 'part.json'], { cwd })).code).toBe(0);
  expect((await conformance(['check', 'part.json', ...required], { cwd })).code).toBe(1);
});

test('a target that the environment or a .env names means nothing', async () => {
  const files = {
    'a.log': lines(conforming),
    '.env': 'CONFORMANCE_BASE_URL=nonsense\nCONFORMANCE_ENTITIY=x\n',
  };
  const env = { CONFORMANCE_BASE_URL: 'ftp://x', CONFORMANCE_NO_SUCH: '1' };
  expect(await check(files, ofResponses, { env })).toMatchObject({ code: 0, stderr: '' });
});

test('a report of traffic can be rendered again, and the page shows it', async () => {
  const cwd = folderWith({ 'a.log': lines(deviating) });
  await conformance(['check', 'a.log', '--side', 'response'], { cwd });
  const page = () => readFileSync(join(cwd, 'traffic-report', 'report.html'), 'utf8');
  const before = page();
  expect(before).toContain('Recorded traffic');
  expect(before).toContain('class="rate-deviating"');
  const rendered = await conformance(['render', 'traffic-report/report.json'], { cwd });
  expect([rendered.code, rendered.stderr]).toEqual([0, '']);
  expect(page()).toBe(before);
});

test('when, how often and by whom: what deviates is told over time', async () => {
  const client = (name: string, day: string) => (one: Exchange) => {
    const line = JSON.parse(asLine(one));
    line.request.headers.push(['User-Agent', name]);
    line.startedDateTime = `2026-03-0${day}T10:00:00.000Z`;
    return `${JSON.stringify(line)}\n`;
  };
  const log = [
    ...conforming.map(client('old/1', '1')),
    ...deviating.slice(6).map(client('new/2', '2')),
    ...deviating.slice(6).map(client('new/2', '3')),
  ].join('');
  const { report, stdout } = await check({ 'a.log': log }, ofResponses);
  const row = report.requirements.find(({ id }) => id === 'put.data.enabled:type');
  expect(row?.traffic).toMatchObject({
    firstAt: '2026-03-02T10:00:00.000Z',
    lastAt: '2026-03-03T10:00:00.000Z',
    clients: [{ userAgent: 'new/2', exchanges: 2 }],
  });
  expect(row?.traffic?.rate?.counts.reduce((sum, count) => sum + count, 0)).toBe(2);
  expect(stdout).toContain(
    'at times, first 2026-03-02 10:00:00 UTC, last 2026-03-03 10:00:00 UTC; by new/2 (2)',
  );
});

test('requestIds that are alike are shown, though one lies far from the other', async () => {
  const [put] = conforming.slice(2);
  const others = Array.from({ length: 21 }, (_, at) =>
    served('put', { ...putAnswer, requestId: requestId(100 + at) }),
  );
  const later = { ...put?.timings, startedAt: '2025-01-07T08:09:11.000Z' };
  const exchanges = [...others, put as Exchange, { ...put, timings: later } as Exchange];
  const alike = /"00000000-0000-4000-8000-[0-9a-f]+"|"[0-9a-f-]{36}", as in exchange a\.log:23/;
  const fromFile = await check({ 'a.log': lines(exchanges) }, ofResponses);
  const rowOf = ({ report }: Checked) =>
    report.requirements.find(({ id }) => id === 'put.requestId:uniqueness');
  expect(rowOf(fromFile)).toMatchObject({ verdict: 'deviates', counts: { conforms: 21, deviates: 2 } });
  expect(rowOf(fromFile)?.evidence[0]?.actual).toMatch(alike);
  const fromInput = await check({}, ['-', '--side', 'response'], { input: lines(exchanges) });
  expect(rowOf(fromInput)?.evidence[0]?.actual).toBe(
    'a requestId, which was not kept, as in exchange stdin:23',
  );
});

test("a run's recording stays where it is", async () => {
  const files = { 'conformance-report/exchanges.ndjson': recordingText(recordingOf(conforming)) };
  const { code, report } = await check(files, ['conformance-report/exchanges.ndjson', '--side', 'response']);
  expect(code).toBe(0);
  expect(report.traffic?.sources[0]).toMatchObject({ format: 'recording', exchanges: requestCount });
});
