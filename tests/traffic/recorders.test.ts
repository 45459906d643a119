import { describe, expect, test } from 'vitest';
import { behindAnEnd, brokenLogs, ordinaryLines } from '../cases/cut-lines.ts';
import { type BodyOutcome, type BodyRow, bodyRows } from '../cases/recorded-bodies.ts';
import { copies, recorded, recordedPut } from '../cases/recorded-entries.ts';
import { conformance, folderWith } from '../support/cli.ts';
import { exchangeOf, putAnswer, utf8Response } from '../support/conforming.ts';
import { api, type ReadTraffic } from '../support/subject.ts';
import { asEntry, asHar, deviatingOf, readOf, verdictsOf } from '../support/traffic.ts';

/** What recorders make of bodies, lines, entries and files: no deviation of it is the service's, and nothing goes lost without a word. */

const flat = (text: string) => text.replaceAll(/\s+/g, ' ');

/** What was read, in lines. */
function told(name: string, read: ReadTraffic): readonly string[] {
  const { exchanges, other, bad, copies = 0, badEntries, operations, sources } = read.info;
  const statuses = operations.flatMap(({ operation, statuses }) =>
    statuses.map(({ value, count }) => `${operation} ${value}${count > 1 ? ` (${count})` : ''}`),
  );
  const shown = (end: string) =>
    [...read.judgement.findings].some(([id, { verdict }]) => verdict === 'conforms' && id.endsWith(end));
  const conforming = [':json', ':unique-keys', ':echo', ':bearer'].filter(shown).join(' ') || 'nothing';
  const requestAt = sources[0]?.requestAt;
  const times = new Set(read.exchanges.map(({ timings }) => timings.startedAt.slice(0, 19)));
  return [
    `# ${name}`,
    `  ${sources[0]?.format}: ${exchanges} exchanges, ${other} other, ${bad} bad, ${copies} copies; ${statuses.join(', ')}`,
    `  ${conforming} conforms; ${deviatingOf(read).join(' ') || 'nothing'} deviates${[...times].map((time) => `; ${time}`).join('')}`,
    ...(requestAt === undefined ? [] : [`  a request at ${requestAt}`]),
    ...badEntries.map(({ number, problem }) => `  ${number}: ${flat(problem)}`),
  ];
}

test.each(Object.entries(recorded))('%s', async (title, rows) => {
  const texts: string[] = [];
  for (const [name, content] of Object.entries(rows))
    texts.push(...told(name, await readOf(content, { side: 'both' })));
  await expect(`${texts.join('\n')}\n`).toMatchFileSnapshot(
    `../cases/golden/recorded/${title.toLowerCase().replaceAll(' ', '-')}.txt`,
  );
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

const put = exchangeOf('put', 'authorised', utf8Response(JSON.stringify(putAnswer)));

function traffic({ response, content, headers = {} }: BodyRow): string {
  const all = { 'Content-Type': 'application/json', ...headers };
  if (content === undefined) return recordedPut({ response: { status: 200, headers: all, ...response } });
  const { response: whole, ...entry } = asEntry(put) as { readonly response: object };
  return asHar([{ ...entry, response: { ...whole, headers: [], content } }]);
}

const expected: Readonly<Record<BodyOutcome, readonly string[]>> = {
  whole: ['conforms', 'conforms', 'conforms'],
  fields: ['not-exercised', 'not-exercised', 'conforms'],
  'not-json': ['deviates', 'not-exercised', 'not-exercised'],
  unknown: ['not-exercised', 'not-exercised', 'not-exercised'],
};

describe('a response of which the recorder has', () => {
  test.each(bodyRows.map((row) => [row.what, row] as const))('%s', async (_, row) => {
    const verdicts = verdictsOf(await readOf(traffic(row)));
    const found = ['put:json', 'put:unique-keys', 'put.data.name:echo'].map((id) => verdicts[id]);
    expect(found).toEqual(expected[row.outcome]);
    expect(verdicts['put:byte-order-mark']).toBe(verdicts['put:unique-keys']);
  });
});

test.each(['', '  ', 'Bearer token-of-a-client'])(
  '"%s" as Authorization is read as the API reads it',
  async (value) => {
    const read = await readOf(recordedPut({}, { headers: { Authorization: value } }), { side: 'both' });
    const { url, body } = put.request;
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

test('lines of a log that hold no entry are none', async () => {
  for (const line of ordinaryLines)
    expect(await countsOf([line]), line).toEqual({ exchanges: 0, other: 1, bad: 0 });
});
