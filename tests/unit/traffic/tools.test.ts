import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../support/cli.ts';
import { deviatingOf, readOf } from '../../support/traffic.ts';

/** What Polly.JS 6.0.6 recorded of a client of the reference service, with two faults put into the service. */

const har = readFileSync(join(root, 'tests/support/fixtures/traffic/polly.har'), 'utf8');

test("Polly's HAR: the deviations that were put into the service are found, at their places, and none besides", async () => {
  const read = await readOf(har, { side: 'both' });
  expect(read.info).toMatchObject({ exchanges: 3, other: 1, bad: 0 });
  expect(deviatingOf(read)).toEqual(['delete.data.createdAt:format', 'put.data.enabled:type']);
  const { findings } = read.judgement;
  expect(
    findings.get('put.data.enabled:type')?.evidence.map(({ exchange, pointer }) => [exchange, pointer]),
  ).toEqual([['traffic:1', '/data/enabled']]);
  expect(findings.get('delete.data.createdAt:format')?.counts.deviates).toBe(2);
  expect(findings.get('put.data.name:echo')?.verdict).toBe('conforms');
  expect(JSON.stringify(read.exchanges)).not.toContain('reference-token-that-protects-nothing');
});
