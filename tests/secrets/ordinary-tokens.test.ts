import { beforeAll, describe, expect, test } from 'vitest';
import { aimedAt, everythingOf, problemsLeftBy } from '../attacks/outputs.ts';
import { run } from '../commands/targets.ts';
import { folderWith } from '../support/cli.ts';
import { entityId } from '../support/conforming.ts';
import { sampleOf } from '../support/properties.ts';
import { type Script, sendPrepared, startService } from '../support/service.ts';

/** Names of elements and members that the formats are made of. */
const names = ['property', 'properties', 'testcase', 'testsuite', 'testsuites', 'background'];

describe('a token that is a word of our own formats is refused, or breaks none of them', () => {
  let words: readonly string[] = [];
  beforeAll(async () => {
    await using service = await startService();
    const ended = await run([], { env: aimedAt(service) });
    const text = Object.values(everythingOf(ended)).join(' ');
    words = [...new Set(text.match(/[A-Za-z][A-Za-z-]{7,}/g))];
    expect(words.length).toBeGreaterThan(200);
  });

  test('whichever it is', async () => {
    expect(names.filter((name) => !words.includes(name))).toEqual([]);
    for (const token of new Set([...names, ...sampleOf(words).slice(0, 60)])) {
      await using service = await startService();
      const env = { ...aimedAt(service), CONFORMANCE_ACCESS_TOKEN: token };
      const ended = await run(['--operation', 'put', '--no-unauthorized'], { env });
      if (ended.code !== 2) expect(problemsLeftBy(ended), token).toEqual([]);
    }
  });
});

test("a header's secret that is such a word is masked where a service says it", async () => {
  const cwd = folderWith({ 'headers.txt': 'X-Api-Key: inset-inline-end\n' });
  const echo: Script = (_, prepared, response) =>
    sendPrepared({ ...prepared, body: prepared.body.replace('"success"', '"inset-inline-end"') }, response);
  await using service = await startService(echo);
  const ended = await run([], { cwd, env: { ...aimedAt(service), CONFORMANCE_HEADERS_FILE: 'headers.txt' } });
  expect(JSON.stringify(ended.report())).not.toContain('inset-inline-end');
  expect(problemsLeftBy(ended)).toEqual([]);
});

test.each(
  sampleOf([
    ...'true data name test conforms incomplete 0000 2026 10.0.0 127.0.0.1 application/json'.split(' '),
    ...'entity-config-conformance put-authorised'.split(' '),
    entityId,
    ...'k1 FUTURE testsuites success 2024-01-02 2024-01-02T03:04:05Z 123456789012 staging'.split(' '),
    'eu-west',
  ]),
)("a header's value that says nothing: %s: the run is judged as it would be without", async (header) => {
  const cwd = folderWith({ 'headers.txt': `X-Gateway-Key: ${header}\n` });
  await using service = await startService();
  const env = { ...aimedAt(service), CONFORMANCE_HEADERS_FILE: 'headers.txt' };
  const ended = await run(['--timeout-ms', '100000'], { cwd, env });
  expect(ended.stderr).not.toContain('fault of the suite');
  expect(ended.code, ended.stdout.slice(-2_000)).toBe(0);
  expect(problemsLeftBy(ended)).toEqual([]);
});
