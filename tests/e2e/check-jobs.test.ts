import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import type { Report } from '../../src/model/report.ts';
import { endAll, startConformance, temporaryFolder } from '../cli/cli.ts';
import { conformingExchanges } from '../support/conforming.ts';
import { asLine } from '../support/traffic.ts';

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
