import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { workersFor } from '../../src/cli/traffic/check-workers.ts';
import { sourcesOf, type TrafficSource } from '../../src/traffic/sources.ts';
import { endAll, root, startConformance, temporaryFolder } from '../support/cli.ts';
import { conformingExchanges } from '../support/conforming.ts';
import type { Report } from '../support/subject.ts';
import { asLine, trafficOptions } from '../support/traffic.ts';

/** Threads of `check`, as they are started: they load what the package holds. */

afterAll(endAll);

test('check --jobs 2 reports what one thread reports, and ends', async () => {
  const cwd = temporaryFolder();
  const lines = conformingExchanges().map((exchange) =>
    asLine(exchange).replace(/(createdAt\\":\\")[^\\]*/, (all, before: string) =>
      before.padEnd(all.length, 'x'),
    ),
  );
  writeFileSync(join(cwd, 'a.ndjson'), lines.join('\n'));
  writeFileSync(join(cwd, 'b.ndjson.gz'), gzipSync(`${lines.join('\n')}\n{"request":{`));
  const reported = await Promise.all(
    ['1', '2'].map(async (jobs) => {
      const files = ['a.ndjson', 'b.ndjson.gz'];
      const { code, stderr } = await startConformance(
        ['check', ...files, '--jobs', jobs, '--out', jobs, '--reporter', 'json'],
        { cwd },
      ).ended;
      expect([code, stderr]).toEqual([1, '']);
      const report = JSON.parse(readFileSync(join(cwd, jobs, 'report.json'), 'utf8')) as Report;
      const { id: _, startedAt: __, durationMs: ___, ...run } = report.run;
      return { ...report, run };
    }),
  );
  expect(reported[0]?.traffic?.exchanges).toBe(2 * lines.length);
  expect(reported[1]).toStrictEqual(reported[0]);
});

test('any number of shares, and no warning of Node.js about the signal that ends them', async () => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'a.ndjson'), conformingExchanges().map(asLine).join('\n'));
  const warned: Error[] = [];
  const note = (warning: Error) => warned.push(warning);
  process.on('warning', note);
  const interrupt = new AbortController();
  const options = { ...trafficOptions, signal: interrupt.signal };
  const sources = await sourcesOf(['a.ndjson'], cwd, () => process.stdin);
  const module = pathToFileURL(join(root, 'dist/src/cli/traffic/check-worker.js'));
  const workers = workersFor(2, module, sources, options);
  const [source] = sources;
  const shares = Array.from({ length: 30 }, (_, index) => [
    { source: source as TrafficSource, index, range: null, format: null },
  ]);
  const found = await Promise.all(shares.map(workers.judge));
  expect(found.map(({ traffic }) => traffic.exchanges)).toEqual(
    shares.map(() => conformingExchanges().length),
  );
  const unfinished = Promise.allSettled(shares.map(workers.judge));
  interrupt.abort();
  expect((await unfinished).some(({ status }) => status === 'rejected')).toBe(true);
  process.off('warning', note);
  expect(warned).toEqual([]);
});
