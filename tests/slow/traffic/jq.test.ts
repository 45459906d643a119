import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../support/cli.ts';
import { deviatingOf, readOf } from '../../support/traffic.ts';

/** The jq programs of docs/traffic.md, over what the tools write: samples in tests/support/fixtures/traffic. */

const page = readFileSync(join(root, 'docs/traffic.md'), 'utf8');
const programs = [...page.matchAll(/```jq\n([\s\S]*?)```/g)].map(([, program = '']) => program);
const hasJq = spawnSync('jq', ['--version']).error === undefined;

// jq is on most systems, and on none of them because of us.
test.skipIf(!hasJq).each([
  ['Envoy', 0, 'envoy-tap.json'],
  ['newman', 1, 'newman-report.json'],
  ['WireMock', 2, 'wiremock-requests.json'],
])('%s: the deviation that was put into the sample is found, and no other', async (_, at, file) => {
  const sample = join(root, 'tests/support/fixtures/traffic', file);
  const { stdout, stderr } = spawnSync('jq', ['-c', programs[at] ?? '', sample], { encoding: 'utf8' });
  expect(stderr).toBe('');
  const read = await readOf(stdout, { side: 'both' });
  expect(read.info).toMatchObject({ exchanges: 1, other: 0, bad: 0 });
  expect(read.info.baseUrls[0]?.value).toBe('https://staging.example.com/api');
  expect(deviatingOf(read)).toEqual(['delete.data.enabled:type']);
  expect(read.judgement.findings.get('delete.data.name:type')?.evidence[0]?.actual).toBe('"Zürich"');
});
