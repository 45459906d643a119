import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type ReferenceOptions, startReference } from '../../reference/service.ts';
import { conformance, endAll, folderWith } from '../support/cli.ts';
import { listening } from '../support/free-port.ts';
import { contract, mutationsOf, type Report } from '../support/subject.ts';
import { send, startWatch, useService, type Watching } from '../support/watching.ts';
import { deviating, reportIn } from './targets.ts';

afterAll(endAll);

/** A reference service whose responses break these requirements. */
async function reference(...ids: readonly string[]) {
  const edits: ReferenceOptions['edits'] = ids.flatMap((id) => {
    const requirement = contract.requirement(id);
    const [mutation] = requirement === undefined ? [] : mutationsOf(requirement);
    return mutation === undefined ? [] : [{ operation: requirement?.operation ?? '', edit: mutation.edit }];
  });
  const answered: unknown[] = [];
  const service = await startReference({ edits, onAnswer: (one) => void answered.push(one) });
  onTestFinished(() => service.close());
  return { ...service, answered };
}

/** A service that answers as it is told to. */
async function scripted(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${await listening(server)}`;
}

const reported = ({ cwd }: Watching, folder = 'reports') => reportIn(join(cwd, folder));
const verdictsOf = ({ requirements }: Report) =>
  requirements.map(({ id, verdict, counts }) => [id, verdict, counts]);

/** All that a watch has written, and has printed. */
function outputOf({ cwd }: Watching, { stdout, stderr }: Awaited<ReturnType<Watching['end']>>): string {
  const files = readdirSync(cwd, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  expect(files).not.toEqual([]);
  return [stdout, stderr, ...files.map((one) => readFileSync(join(one.parentPath, one.name), 'utf8'))].join();
}

describe('conformance watch', () => {
  test.each<readonly [words: string, breaks: readonly string[], finds: readonly string[], code: number]>([
    ['', [], [], 0],
    [
      '--record recorded.ndjson',
      ['put.data.enabled:type', 'delete.data:type'],
      ['put.data.enabled:type', 'delete.data:type'],
      1,
    ],
    ['--side both', [], ['put.request:bearer', 'delete.request:bearer'], 1],
  ])('%s: of what breaks %j, it finds %j', async (words, breaks, finds, code) => {
    const service = await reference(...breaks);
    const watching = await startWatch(service.baseUrl, words);
    await useService(watching.url, service);
    await send('GET', `${watching.url}/elsewhere`);
    const ended = await watching.end();
    expect(ended.code).toBe(code);
    const report = reported(watching);
    expect(deviating(report).filter((id) => finds.includes(id))).toEqual(finds);
    if (finds.length === 0) expect(deviating(report)).toEqual([]);
    expect(report.traffic).toMatchObject({ exchanges: 4, other: 1, bad: 0 });
    for (const id of finds) expect(ended.stderr).toContain(`${id} deviates`);
    expect(outputOf(watching, ended)).not.toContain(service.token);
    if (words.includes('--record')) {
      const args = ['check', 'recorded.ndjson', '--side', 'response', '--out', 'checked'];
      expect((await conformance(args, { cwd: watching.cwd })).code).toBe(code);
      expect(verdictsOf(reported(watching, 'checked'))).toEqual(verdictsOf(report));
    }
  });

  test('shows a line of progress on a terminal, which is gone once it ends', async () => {
    const service = await reference('delete.data.priority:type');
    const watching = await startWatch(service.baseUrl, '', { io: { live: true } });
    await useService(watching.url, service);
    await watching.printed('4 exchanges, 0 other, 1 deviating');
    const { stderr } = await watching.end();
    expect(stderr).toContain('delete.data.priority:type deviates');
    expect(stderr.endsWith('\r\u001b[2K')).toBe(true);
  });

  test('a secret that only its name gives away is in no output', async () => {
    const service = await reference();
    const words = '--record recorded.ndjson --side both --reporter terminal,json,html';
    const watching = await startWatch(service.baseUrl, words);
    const path = `/entity/${'0123456789abcdef'.repeat(2)}/valuation/derivative/fact/transformer/?sig=hunter2`;
    const headers = {
      'User-Agent': 'bot (+https://me:p@hunter2@h.example)',
      Cookie: 'sid=hunter2',
      'Ocp-Apim-Subscription-Key': 'a-hunter2',
    };
    const body = '{"name":"https:me:hunter2@h","passwords":["hunter2"],"form":"code=hunter2&a=b"}';
    expect(await send('PUT', watching.url + path, headers, body)).toBeGreaterThan(0);
    const ended = await watching.end();
    expect(reported(watching).traffic).toMatchObject({ exchanges: 1 });
    expect(outputOf(watching, ended)).not.toContain('hunter2');
  });

  test('a clock that is set back meanwhile leaves a report that can be read', async () => {
    const service = await reference();
    const watching = await startWatch(service.baseUrl);
    await useService(watching.url, service);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 });
    onTestFinished(() => void vi.useRealTimers());
    await useService(watching.url, service);
    await watching.end();
    vi.useRealTimers();
    expect(reported(watching).run.durationMs).toBeGreaterThanOrEqual(0);
    const args = ['render', 'reports/report.json', '--out', 'again'];
    expect(await conformance(args, { cwd: watching.cwd })).toMatchObject({
      code: 0,
      stderr: expect.not.stringContaining('is no report'),
    });
  });

  test('refuses a recording that is there before it listens', async () => {
    const args = ['watch', '--upstream', 'http://127.0.0.1:1', '--record', 'there'];
    const { code, stderr } = await conformance(args, { cwd: folderWith({ there: '' }) });
    expect([code, stderr]).toEqual([2, expect.stringContaining('is there already')]);
  });
});

const put = '/entity/e/valuation/derivative/fact/transformer/';
const tooLong = Array(2_100).fill(['a', '1']).flat();

/** What a service answers to one PUT, the status that passes (0 for none), and what the traffic counts. */
const unjudged: Readonly<Record<string, readonly [answer: RequestListener, status: number, counts: object]>> =
  {
    'a response that was dropped': [(_, response) => response.destroy(), 0, { exchanges: 1, bad: 0 }],
    'a body that is too long to be copied': [
      (_, response) => response.end(JSON.stringify({ a: 'x'.repeat(300_000) })),
      200,
      { exchanges: 1, bad: 0 },
    ],
    'a status that HTTP does not have': [(_, response) => response.writeHead(799).end(), 799, { bad: 1 }],
    'headers that are too long': [
      (_, response) => response.writeHead(200, tooLong).end('{}'),
      200,
      { exchanges: 0, bad: 1 },
    ],
  };

test.each(Object.entries(unjudged))(
  '%s passes, and makes the outcome incomplete',
  async (_, [answer, status, counts]) => {
    const watching = await startWatch(await scripted(answer));
    expect(await send('PUT', watching.url + put, { Authorization: 'Bearer t-0123456789' }, '{}')).toBe(
      status,
    );
    expect((await watching.end()).code).toBe(3);
    const report = reported(watching);
    expect(report.traffic).toMatchObject(counts);
    expect(deviating(report)).toEqual([]);
    if (status === 0) expect(report.exchanges).toMatchObject([{ failure: { kind: 'closed' } }]);
  },
);

test.each([
  ['', 'build-7.example', 421],
  ['--allow-host other.example --allow-host build-7.example', 'build-7.example:4010', 404],
])('%s: a request for %s is answered with %i', async (words, host, status) => {
  const service = await reference();
  const watching = await startWatch(service.baseUrl, words);
  expect(await send('GET', watching.url, { host })).toBe(status);
  // Nothing of the document has passed.
  expect((await watching.end()).code).toBe(3);
  expect(service.answered).toHaveLength(status === 421 ? 0 : 1);
});
