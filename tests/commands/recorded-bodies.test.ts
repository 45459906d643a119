import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { judge, toExchange } from '../../src/index.ts';
import { type BodyOutcome, type BodyRow, bodyRows } from '../cases/recorded-bodies.ts';
import { copyRows, judgedEntries, put, recordedPut, unansweredEntries } from '../cases/recorded-entries.ts';
import { conformance, folderWith } from '../support/cli.ts';
import { putAnswer } from '../support/conforming.ts';
import type { Report } from '../support/subject.ts';
import { asEntry, asHar, asLine } from '../support/traffic.ts';

/** Bodies as recorders leave them: never a deviation that the service did not make, never proof of what was not seen. */

function traffic({ response, content, headers = {} }: BodyRow): string {
  const all = { 'Content-Type': 'application/json', ...headers };
  if (content === undefined)
    return JSON.stringify({
      ...JSON.parse(asLine(put)),
      response: { status: 200, headers: all, ...response },
    });
  const { response: whole, ...entry } = asEntry(put) as { readonly response: object };
  return asHar([{ ...entry, response: { ...whole, headers: [], content } }]);
}

const expected: Readonly<Record<BodyOutcome, readonly unknown[]>> = {
  whole: [0, 'conforms', 'conforms', 'conforms'],
  fields: [0, 'not-exercised', 'not-exercised', 'conforms'],
  'not-json': [1, 'deviates', 'not-exercised', 'not-exercised'],
  unknown: [3, 'not-exercised', 'not-exercised', 'not-exercised'],
};

async function checked(text: string, ...args: readonly string[]) {
  const cwd = folderWith({ traffic: text });
  const { code, stdout } = await conformance(['check', 'traffic', '--reporter', 'terminal,json', ...args], {
    cwd,
  });
  const report: Report = JSON.parse(readFileSync(join(cwd, 'traffic-report', 'report.json'), 'utf8'));
  const verdictOf = (id: string) => report.requirements.find((one) => one.id === id)?.verdict;
  return { code, stdout, report, verdictOf };
}

describe('a response of which the recorder has', () => {
  test.each(bodyRows.map((row) => [row.what, row] as const))('%s', async (_, row) => {
    const { code, verdictOf } = await checked(traffic(row), '--side', 'response');
    const found = ['put:json', 'put:unique-keys', 'put.data.name:echo'].map(verdictOf);
    expect([code, ...found]).toEqual(expected[row.outcome]);
    expect(verdictOf('put:byte-order-mark')).toBe(verdictOf('put:unique-keys'));
  });
});

test("Playwright's bodies in files of their own are named, with the setting", async () => {
  const row: BodyRow = { what: '', content: { size: 9, _file: 'a.json' }, outcome: 'unknown' };
  const { stdout } = await checked(traffic(row), '--side', 'response');
  expect(stdout.replace(/\s+/g, ' ')).toContain('content: "embed"');
});

test.each(judgedEntries)('%s: it is one exchange, and conforms', async (_, text) => {
  const { code, report } = await checked(text);
  expect([code, report.traffic?.exchanges, report.traffic?.bad]).toEqual([0, 1, 0]);
});

test('nothing is compared with identifiers that are empty', async () => {
  const { verdictOf } = await checked(
    judgedEntries.find(([what]) => what.startsWith('the DELETE'))?.[1] ?? '',
  );
  const ids = ['delete.data.entityId:echo', 'delete.data.automationRuleId:echo'];
  expect(ids.map(verdictOf)).toEqual(['not-exercised', 'not-exercised']);
  expect(verdictOf('delete.request:path')).toBe('conforms');
});

test.each(unansweredEntries)('%s: no response arrived', async (_, text) => {
  const { code, report } = await checked(text, '--side', 'response');
  const [own] = report.traffic?.operations ?? [];
  expect([code, report.traffic?.bad, own?.statuses]).toEqual([3, 0, [{ value: null, count: 1 }]]);
});

const sent = (value: string) => ({
  request: { ...JSON.parse(recordedPut()).request, headers: { Authorization: value } },
});

test.each([
  ['', 'deviates'],
  ['  ', 'deviates'],
  ['Bearer token-of-a-client', 'not-exercised'],
] as const)('"%s" as Authorization of a request that is served', async (value, verdict) => {
  for (const args of [[], ['--headers-complete']]) {
    const { verdictOf } = await checked(recordedPut(sent(value)), ...args);
    expect([verdictOf('put:authorization'), verdictOf('put.request:bearer')]).toEqual([
      verdict,
      verdict === 'deviates' ? 'deviates' : 'conforms',
    ]);
  }
  const { url, body } = put.request;
  const request = { method: 'PUT', url, headers: { authorization: value }, body };
  const report = judge([await toExchange(request, { status: 200, body: JSON.stringify(putAnswer) })]);
  const found = report.requirements.find(({ id }) => id === 'put:authorization');
  expect(found?.verdict).toBe(verdict);
});

test('an empty Authorization beside one with a token is nothing', async () => {
  const headers = [
    ['Authorization', ''],
    ['Authorization', 'Bearer token-of-a-client'],
  ];
  const { code } = await checked(
    recordedPut({ request: { ...JSON.parse(recordedPut()).request, headers } }),
    '--side',
    'response',
  );
  expect(code).toBe(0);
});

test.each(copyRows)('$what: copies of one exchange', async ({ lines, copies, verdict }) => {
  const { report, verdictOf } = await checked(lines.join('\n'), '--side', 'response');
  expect([report.traffic?.exchanges, report.traffic?.copies ?? 0]).toEqual([lines.length, copies]);
  expect(verdictOf('put.requestId:uniqueness')).toBe(verdict);
});

test.each(copyRows)('$what: the same in parts', async ({ lines, copies, verdict }) => {
  const cwd = folderWith(Object.fromEntries(lines.map((line, at) => [`${at}.log`, line])));
  const parts = lines.map((_, at) => `${at}.part`);
  for (const [at, part] of parts.entries()) {
    const number = ['--part-id', `${at}`, '--parts', `${lines.length}`];
    await conformance(['check', `${at}.log`, '--side', 'response', '--partial', part, ...number], { cwd });
  }
  await conformance(['check', ...parts, '--reporter', 'json'], { cwd });
  const report: Report = JSON.parse(readFileSync(join(cwd, 'traffic-report', 'report.json'), 'utf8'));
  expect([report.traffic?.exchanges, report.traffic?.copies ?? 0]).toEqual([lines.length, copies]);
  const own = report.requirements.find(({ id }) => id === 'put.requestId:uniqueness');
  expect(own?.verdict).toBe(verdict);
});
