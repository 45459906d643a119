import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type ReferenceOptions, startReference } from '../../reference/service.ts';
import { faultsAskedFor } from '../../src/cli/setup/faults.ts';
import { conformance, endAll, folderWith } from '../support/cli.ts';
import { listening } from '../support/free-port.ts';
import { fakeIo } from '../support/io.ts';
import type { Report } from '../support/subject.ts';
import { send, startWatch, until, useService } from '../support/watching.ts';

afterAll(endAll);

async function reference(options: ReferenceOptions = {}) {
  const service = await startReference(options);
  onTestFinished(() => service.close());
  return service;
}

function reportIn(cwd: string, folder = 'reports'): Report {
  return JSON.parse(readFileSync(join(cwd, folder, 'report.json'), 'utf8')) as Report;
}

function verdictsOf({ requirements }: Report) {
  return requirements.map(({ id, verdict, counts }) => [id, verdict, counts]);
}

describe('conformance watch', () => {
  test('judges what a client of a conforming service does, and ends with 0', async () => {
    const service = await reference();
    const watching = await startWatch(service.baseUrl);
    await useService(watching.url, service);
    await send('GET', `${watching.url}/elsewhere`);
    expect(await watching.end()).toBe(0);
    expect(watching.io.printed()).toContain('CONFORMS (exit 0)');
    expect(reportIn(watching.cwd).traffic).toMatchObject({ exchanges: 4, other: 1, bad: 0 });
  });

  test('finds what deviates, as the recording does once it is checked, and no token is in either', async () => {
    const service = await reference(faultsAskedFor(['put.data.enabled:type', 'delete:authorization']));
    const watching = await startWatch(service.baseUrl, { record: 'recorded.ndjson' });
    await useService(watching.url, service);
    expect(await watching.end()).toBe(1);
    const { cwd, io } = watching;
    const deviating = reportIn(cwd).requirements.filter(({ verdict }) => verdict === 'deviates');
    expect(deviating.map(({ id }) => id)).toEqual(['put.data.enabled:type', 'delete:authorization']);
    expect(io.errors()).toContain('put.data.enabled:type deviates');
    const checked = await conformance(
      ['check', 'recorded.ndjson', '--side', 'response', '--out', 'checked'],
      { cwd },
    );
    expect(checked.code).toBe(1);
    expect(verdictsOf(reportIn(cwd, 'checked'))).toEqual(verdictsOf(reportIn(cwd)));
    const files = readdirSync(cwd, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
    const written = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'));
    for (const text of [io.printed(), io.errors(), ...written]) expect(text).not.toContain(service.token);
  });

  test('finds what a client does wrong, beside what the service does', async () => {
    const service = await reference();
    const watching = await startWatch(service.baseUrl, { side: 'both' });
    await useService(watching.url, service);
    expect(await watching.end()).toBe(1);
    const deviating = reportIn(watching.cwd).requirements.filter(({ verdict }) => verdict === 'deviates');
    expect(deviating.map(({ id }) => id)).toEqual(['put.request:bearer', 'delete.request:bearer']);
  });

  test('where nothing of the document passes is incomplete', async () => {
    const service = await reference();
    const watching = await startWatch(service.baseUrl);
    await send('GET', `${watching.url}/elsewhere`);
    expect(await watching.end()).toBe(3);
  });

  test('shows a line of progress on a terminal, which is gone once it ends', async () => {
    const service = await reference(faultsAskedFor(['delete.data.priority:type']));
    const io = fakeIo({ live: true });
    const watching = await startWatch(service.baseUrl, {}, { io });
    await useService(watching.url, service);
    await until(() => io.errors().includes('4 exchanges, 0 other, 1 deviating'));
    await watching.end();
    expect(io.errors()).toContain('delete.data.priority:type deviates');
    expect(io.errors().endsWith('\r\u001b[2K')).toBe(true);
  });
});

/** A service that answers as it is told to. */
async function scripted(answer: Parameters<typeof createServer>[1]): Promise<string> {
  const server = createServer(answer as Parameters<typeof createServer>[0]);
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${await listening(server)}`;
}

test('a secret that only its name gives away is in no output of a watch', async () => {
  const service = await reference();
  const watching = await startWatch(service.baseUrl, {
    record: 'recorded.ndjson',
    side: 'both',
    reporter: ['terminal', 'json', 'html'],
  });
  const path = `/entity/${'0123456789abcdef'.repeat(2)}/valuation/derivative/fact/transformer/?sig=hunter2`;
  const headers = {
    'User-Agent': 'bot (+https://me:p@hunter2@h.example)',
    Cookie: 'sid=hunter2',
    'Ocp-Apim-Subscription-Key': 'a-hunter2',
  };
  const body = '{"name":"https:me:hunter2@h","passwords":["hunter2"],"form":"code=hunter2&a=b"}';
  expect(await send('PUT', watching.url + path, headers, body)).toBeGreaterThan(0);
  await watching.end();
  const { cwd, io } = watching;
  expect(reportIn(cwd).traffic).toMatchObject({ exchanges: 1 });
  const files = readdirSync(cwd, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const written = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'));
  expect(written.length).toBeGreaterThan(2);
  for (const text of [io.printed(), io.errors(), ...written]) expect(text).not.toContain('hunter2');
});

describe('what cannot be judged is told', () => {
  const put = '/entity/e/valuation/derivative/fact/transformer/';

  test('a response that was dropped, and one that nobody gave', async () => {
    const upstream = await scripted((_, response) => response.destroy());
    const watching = await startWatch(upstream);
    expect(await send('PUT', watching.url + put, { Authorization: 'Bearer t-0123456789' }, '{}')).toBe(0);
    expect(await watching.end()).toBe(3);
    expect(reportIn(watching.cwd).exchanges).toMatchObject([{ failure: { kind: 'closed' } }]);
  });

  test('a body that is too long to be copied passes, and is none of the deviations', async () => {
    const upstream = await scripted((_, response) =>
      response.end(JSON.stringify({ a: 'x'.repeat(300_000) })),
    );
    const watching = await startWatch(upstream);
    expect(await send('PUT', watching.url + put, { Authorization: 'Bearer t-0123456789' }, '{}')).toBe(200);
    expect(await watching.end()).toBe(3);
    const { requirements } = reportIn(watching.cwd);
    expect(requirements.filter(({ verdict }) => verdict === 'deviates')).toEqual([]);
  });

  test('a response of a status that HTTP does not have', async () => {
    const upstream = await scripted((_, response) => response.writeHead(799).end());
    const watching = await startWatch(upstream);
    expect(await send('PUT', watching.url + put, {}, '{}')).toBe(799);
    expect(await watching.end()).toBe(3);
    expect(reportIn(watching.cwd).traffic).toMatchObject({ bad: 1 });
  });
});

test('headers that are too long to be judged pass, are counted, and make the outcome incomplete', async () => {
  const headers = Array(2_100).fill(['a', '1']).flat();
  const upstream = await scripted((_, response) => response.writeHead(200, headers).end('{}'));
  const watching = await startWatch(upstream);
  const put = '/entity/e/valuation/derivative/fact/transformer/';
  expect(await send('PUT', watching.url + put, {}, '{}')).toBe(200);
  expect(await watching.end()).toBe(3);
  expect(reportIn(watching.cwd).traffic).toMatchObject({ exchanges: 0, bad: 1 });
});

describe('a request for another host', () => {
  test('is not passed, and the response names --allow-host', async () => {
    const service = await reference();
    const watching = await startWatch(service.baseUrl);
    expect(await send('GET', watching.url, { host: 'build-7.example' })).toBe(421);
    expect(await watching.end()).toBe(3);
    expect(service.received).toEqual([]);
  });

  test('is passed with --allow-host', async () => {
    const service = await reference();
    const watching = await startWatch(service.baseUrl, { allowHost: ['other.example', 'build-7.example'] });
    expect(await send('GET', watching.url, { host: 'build-7.example:4010' })).toBe(404);
    await watching.end();
  });
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
  expect(reportIn(watching.cwd).run.durationMs).toBeGreaterThanOrEqual(0);
  const rendered = await conformance(['render', 'reports/report.json', '--out', 'again'], {
    cwd: watching.cwd,
  });
  expect([rendered.code, rendered.stderr]).toEqual([0, expect.not.stringContaining('is no report')]);
});

describe('conformance watch refuses, before it listens,', () => {
  test('a recording that is there', async () => {
    const args = ['watch', '--upstream', 'http://127.0.0.1:1', '--record', 'there'];
    const { code, stderr } = await conformance(args, { cwd: folderWith({ there: '' }) });
    expect([code, stderr]).toEqual([2, expect.stringContaining('is there already')]);
  });
});
