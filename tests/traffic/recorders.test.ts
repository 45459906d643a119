import { describe, expect, test } from 'vitest';
import { behindAnEnd, brokenLogs, ordinaryLines } from '../cases/cut-lines.ts';
import { recordedBodies } from '../cases/recorded-bodies.ts';
import { copies, recorded, recordedPut } from '../cases/recorded-entries.ts';
import { conformance, folderWith } from '../support/cli.ts';
import { exchangeOf, putAnswer, utf8Response } from '../support/conforming.ts';
import { api, type ReadTraffic } from '../support/subject.ts';
import { deviatingOf, readOf, verdictsOf } from '../support/traffic.ts';

/** What recorders make of bodies, lines, entries and files: no deviation of it is the service's, and nothing goes lost without a word. */

const golden = (name: string) => `../cases/golden/recorded/${name}.txt`;

/** What was read, on one line: counts, statuses, what conforms and deviates, times, and what could not be read. */
function told(name: string, { info, judgement, exchanges: all }: ReadTraffic): string {
  const { exchanges, other, bad, copies = 0, badEntries, operations, sources } = info;
  const [source] = sources;
  const counts = Object.entries({ read: exchanges, other, bad, copies }).filter(([, count]) => count > 0);
  const statuses = operations.flatMap((one) =>
    one.statuses.map(({ value, count }) => `${one.operation} ${value}${count > 1 ? ` (${count})` : ''}`),
  );
  const shown = (end: string) =>
    [...judgement.findings].some(([id, { verdict }]) => verdict === 'conforms' && id.endsWith(end));
  const conforming = [':json', ':unique-keys', ':echo', ':bearer'].filter(shown);
  const deviating = deviatingOf({ judgement });
  return [
    `${name} | ${source?.format}: ${counts.map(([what, count]) => `${count} ${what}`).join(', ') || 'nothing'}`,
    ...[statuses.join(', '), conforming.join(' ')],
    deviating.length > 0 ? `deviates: ${deviating.join(' ')}` : '',
    ...new Set(all.map(({ timings }) => timings.startedAt.slice(0, 19).replace('2025-01-07T08:09:10', ''))),
    source?.requestAt === undefined ? '' : `a request at ${source.requestAt}`,
    ...badEntries.map(({ number, problem }) => `${number} ${problem.replaceAll(/\s+/g, ' ')}`),
  ]
    .filter((part) => part !== '')
    .join(' | ');
}

test.each(Object.entries(recorded))('%s', async (title, rows) => {
  const texts: string[] = [];
  for (const [name, content] of Object.entries(rows))
    texts.push(told(name, await readOf(content, { side: 'both' })));
  await expect(`${texts.join('\n')}\n`).toMatchFileSnapshot(golden(title));
});

test.each(Object.entries(copies))('%s: the same in parts, in any order', async (_, lines) => {
  const cwd = folderWith(Object.fromEntries(lines.map((line, at) => [`${at}.log`, line])));
  const parts = lines.map((_, at) => `${at}.part`);
  for (const [at, part] of parts.entries()) {
    const number = ['--part-id', `${at}`, '--parts', `${lines.length}`];
    await conformance(['check', `${at}.log`, '--partial', part, ...number], { cwd });
  }
  const merged = await conformance(['check', ...parts.toReversed(), '--json'], { cwd });
  const { traffic, requirements } = JSON.parse(merged.stdout);
  const { info, ...read } = await readOf(lines.join('\n'));
  expect([traffic.exchanges, traffic.copies]).toEqual([info.exchanges, info.copies]);
  const found = requirements.find(({ id }: { id: string }) => id === 'put.requestId:uniqueness');
  expect(found.verdict).toBe(verdictsOf(read)['put.requestId:uniqueness']);
});

describe('a response as recorders leave it', () => {
  /** By the verdicts on the text, its keys and a field. */
  const outcomes: Readonly<Record<string, string>> = {
    'conforms conforms conforms': 'all of it is judged',
    'not-exercised not-exercised conforms': 'its fields are judged, and nothing of its bytes',
    'deviates not-exercised not-exercised': 'is no JSON',
    'not-exercised not-exercised not-exercised': 'nothing is said of it',
  };

  test('is judged as far as it is known to be what was sent', async () => {
    const lines: string[] = [];
    for (const [what, traffic] of recordedBodies) {
      const read = await readOf(traffic);
      const verdicts = verdictsOf(read);
      const found = ['put:json', 'put:unique-keys', 'put.data.name:echo'].map((id) => verdicts[id]);
      expect([what, outcomes[found.join(' ')]]).toEqual([what, expect.any(String)]);
      expect([what, verdicts['put:byte-order-mark']]).toEqual([what, found[1]]);
      expect([what, deviatingOf(read).filter((id) => id !== 'put:json')]).toEqual([what, []]);
      lines.push(`${what} | ${outcomes[found.join(' ')]}\n`);
    }
    await expect(lines.join('')).toMatchFileSnapshot(golden('bodies'));
  });
});

test.each(['', '  ', 'Bearer token-of-a-client'])(
  '"%s" as Authorization is read as the API reads it',
  async (value) => {
    const read = await readOf(recordedPut({}, { headers: { Authorization: value } }), { side: 'both' });
    const { url, body } = exchangeOf('put', 'authorised', utf8Response('')).request;
    const request = { method: 'PUT', url, headers: { authorization: value }, body };
    const { requirements } = api.judge([
      await api.toExchange(request, { status: 200, body: JSON.stringify(putAnswer) }),
    ]);
    const found = requirements.find(({ id }) => id === 'put:authorization')?.verdict;
    expect(found).toBe(value.trim() === '' ? 'deviates' : 'not-exercised');
    expect(verdictsOf(read)['put:authorization']).toBe(found);
  },
);

const countsOf = async (lines: readonly string[]) => {
  const { exchanges, other, bad } = (await readOf(lines.join('\n'))).info;
  return { exchanges, other, bad };
};

test.each(brokenLogs)('an entry that is cut or joined is one that could not be read: %s', async (_, lines) =>
  expect(await countsOf(lines)).toEqual({ exchanges: 0, other: 0, bad: lines.length }),
);

test.each(behindAnEnd)('an entry behind the end of another one: %s', async (_, lines) => {
  const { exchanges, other, bad } = await countsOf(lines);
  expect({ other, bad }).toEqual({ other: 0, bad: lines.length });
  expect(exchanges).toBeGreaterThan(0);
});

test('a line in very many wrappers leaves the lines behind it readable', async () => {
  const lines = ['t stdout F '.repeat(100_000), recordedPut()];
  expect(await countsOf(lines)).toEqual({ exchanges: 1, other: 1, bad: 0 });
});

test('lines of a log that hold no entry are none', async () => {
  for (const line of ordinaryLines)
    expect(await countsOf([line]), line).toEqual({ exchanges: 0, other: 1, bad: 0 });
});
