import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { main } from '../../src/cli/program.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import type { Report } from '../../src/model/report.ts';
import { mostPartBytes, type Part } from '../../src/traffic/part.ts';
import { folderWith } from '../support/cli.ts';
import { conformingExchanges, deleteAnswer, putAnswer, utf8Response } from '../support/conforming.ts';
import { fakeIo } from '../support/io.ts';
import { asLine } from '../support/traffic.ts';

/** `check --partial` and `merge`: traffic that is judged in parts. */

function exchangeOfProbe(wanted: string): Exchange {
  const found = conformingExchanges().find(({ probe }) => probe === wanted);
  if (found === undefined) throw new Error(`there is no ${wanted}`);
  return found;
}

const put = exchangeOfProbe('put-authorised');
const remove = exchangeOfProbe('delete-authorised');

/** One exchange a line, each with a requestId of its own; every fifth answer has a mistake. */
function lines(from: number, count: number): string {
  const made = Array.from({ length: count }, (_, at) => {
    const number = from + at;
    const exchange = number % 2 === 0 ? put : remove;
    const answer = number % 2 === 0 ? putAnswer : deleteAnswer;
    const requestId = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
    const data = { ...answer.data, ...(number % 5 === 0 ? { createdAt: number } : {}) };
    return asLine({
      ...exchange,
      request: { ...exchange.request, headers: [['user-agent', `client/${number % 3}`]] },
      response: utf8Response(JSON.stringify({ ...answer, requestId, data })),
      timings: { ...exchange.timings, startedAt: new Date(Date.UTC(2026, 0, 1, 0, number)).toISOString() },
    });
  });
  return `${made.join('\n')}\n`;
}

const traffic = {
  'a.ndjson': lines(0, 6),
  'b.ndjson': lines(6, 5),
  'c.ndjson': '',
  'd.ndjson': lines(11, 10),
};
const names = Object.keys(traffic);

async function conformance(cwd: string, args: readonly string[], input = '') {
  const io = fakeIo({ columns: 100 });
  const surroundings = { args, environment: {}, cwd, io, input: () => Readable.from([Buffer.from(input)]) };
  const code = await main(surroundings);
  return { code, out: io.printed(), err: io.errors() };
}

/** Puts the parts of the traffic, numbered from 0, into its folder. */
async function makeParts(cwd: string): Promise<string> {
  for (const [id, name] of names.entries()) {
    const args = ['check', name, '--partial', `${id}.json`, '--part-id', `${id}`, '--parts', '4'];
    expect(await conformance(cwd, args)).toEqual({ code: 0, out: '', err: '' });
  }
  return cwd;
}

const folder = folderWith(traffic);
await makeParts(folder);

const partNames = names.map((_, id) => `${id}.json`);
const partsAsText = Object.fromEntries(
  partNames.map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
);

function linesOf(name: string): readonly string[] {
  return partsAsText[name]?.trimEnd().split('\n') ?? [];
}

/** A new folder that has the parts. */
const withParts = () => folderWith(partsAsText);

function reportIn(cwd: string): Report {
  return JSON.parse(readFileSync(join(cwd, 'traffic-report', 'report.json'), 'utf8')) as Report;
}

/** What was found, without when it was looked for and how the traffic was divided. */
function found(report: Report) {
  const { traffic, run: _, evidence: _evidence, change: _change, ...found } = report;
  const { parts: _parts, ...info } = traffic ?? ({} as NonNullable<Report['traffic']>);
  return { ...found, info };
}

async function inOnePass(): Promise<Report> {
  const { code } = await conformance(folder, ['check', ...names, '--reporter', 'json']);
  expect(code).toBe(1);
  return reportIn(folder);
}

const once = await inOnePass();

describe('parts that are merged', () => {
  test('give the report of one pass, in any order', async () => {
    const merge = ['merge', ...partNames.toReversed(), '--reporter', 'json'];
    expect((await conformance(folder, merge)).code).toBe(1);
    expect(found(reportIn(folder))).toEqual(found(once));
  });

  test('may be merged of what was merged', async () => {
    const cwd = withParts();
    const args = ['merge', '3.json', '0.json', '--partial', 'x.json'];
    expect(await conformance(cwd, args)).toEqual({ code: 0, out: '', err: '' });
    const all = ['merge', '1.json', 'x.json', '2.json', '--reporter', 'json'];
    expect((await conformance(cwd, all)).code).toBe(1);
    expect(found(reportIn(cwd))).toEqual(found(once));
  });

  test('show the exchanges of their evidence', async () => {
    await conformance(folder, ['merge', '[0-3].json', '--reporter', 'json']);
    const { exchanges, requirements } = reportIn(folder);
    const shown = new Set(exchanges.map(({ id }) => id));
    const deviating = requirements.filter(({ verdict }) => verdict === 'deviates');
    const shownIn = deviating.flatMap(({ evidence, spread = [] }) => [...evidence, ...spread]);
    expect(shownIn.length).toBeGreaterThan(4);
    for (const { exchange } of shownIn) expect(shown).toContain(exchange);
  });

  test('may be lines of one file, or of standard input', async () => {
    const all = Object.values(partsAsText).join('');
    const { code } = await conformance(folder, ['merge', '-', '--reporter', 'json'], all);
    expect(code).toBe(1);
    expect(found(reportIn(folder))).toEqual(found(once));
  });

  test('may be lines of a file that is read in several blocks', async () => {
    const wide = partNames.flatMap(linesOf).map((line) => line.padEnd(300_000));
    const cwd = folderWith({ 'all.json': `\n${wide.join('\n')}` });
    const { code } = await conformance(cwd, ['merge', 'all.json', '--reporter', 'json']);
    expect(code).toBe(1);
    expect(found(reportIn(cwd))).toEqual(found(once));
  });

  test('are named by their lines', async () => {
    const cwd = folderWith({ 'all.json': `${partsAsText['0.json']}\n{` });
    const { code, err } = await conformance(cwd, ['merge', 'all.json']);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('all.json, line 5, is not JSON') });
  });

  test('are accepted or gated where they are merged', async () => {
    const waiver = { reason: 'known', owner: 'us', expires: '2099-01-01' };
    const cwd = withParts();
    const ids = ['put.data.createdAt:type', 'delete.data.createdAt:type'];
    const waivers = ids.map((id) => ({ ...waiver, id }));
    writeFileSync(join(cwd, 'waivers.json'), JSON.stringify({ waivers }));
    const merge = 'merge ?.json --waivers waivers.json --reporter json'.split(' ');
    const { code, err } = await conformance(cwd, merge);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect((await conformance(cwd, [...merge, '--require', 'put:authorization'])).code).toBe(3);
  });
});

describe('the requestIds of a part', () => {
  test('are not compared with those of a part that was cut, which is refused', async () => {
    const [first = '', , ...rest] = linesOf('3.json');
    const cwd = folderWith({ ...partsAsText, 'cut.json': [first, ...rest].join('\n') });
    const { code, err } = await conformance(cwd, ['merge', 'cut.json', '0.json']);
    expect(code).toBe(2);
    expect(err).toContain('5 requestIds are missing');
    expect((await conformance(cwd, ['merge', '0.json', 'cut.json'])).code).toBe(2);
    writeFileSync(join(cwd, 'ids.json'), rest.join('\n'));
    for (const order of [['ids.json'], ['0.json', 'ids.json']]) {
      const { code, err } = await conformance(cwd, ['merge', ...order]);
      expect({ code, err }).toEqual({
        code: 2,
        err: expect.stringContaining('the first line of their part'),
      });
    }
  });

  test.each<readonly [string, (line: string) => string, string]>([
    ['hashes that are cut', (line) => line.replace(/("hashes":".{8})[^"]*/, '$1'), 'are not of the same'],
    ['keys that do not rise', (line) => line.replace(/("keys":\[\d+,)\d+/, '$10'), 'are not of the same'],
    ['no numbers', (line) => line.replace('"keys":[', '"keys":["1",'), 'must be integer'],
    [
      'an operation of another contract',
      (line) => line.replace('"requestIds":"put"', '"requestIds":"post"'),
      'post, which is not in the document',
    ],
  ])('%s are refused', async (_, edit, message) => {
    const cwd = folderWith({
      'x.json': linesOf('3.json')
        .map((line, at) => (at === 0 ? line : edit(line)))
        .join('\n'),
    });
    const { code, err } = await conformance(cwd, ['merge', 'x.json']);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(message) });
  });
});

describe('a part', () => {
  test('has a line of what was found, and one of the requestIds of each operation', () => {
    const [first = '', ...ids] = linesOf('3.json');
    expect(first.length).toBeLessThan(mostPartBytes);
    const { parts, of, requestIds } = JSON.parse(first) as Part;
    expect({ of, parts, requestIds }).toMatchObject({
      of: 4,
      parts: [{ id: 3, exchanges: 10 }],
      requestIds: 10,
    });
    expect(ids.map((line) => JSON.parse(line))).toMatchObject(
      ['delete', 'put'].map((requestIds) => ({ requestIds, source: 'd.ndjson' })),
    );
  });

  test('is the same however often it is made', async () => {
    const cwd = folderWith(traffic);
    const args = ['check', 'b.ndjson', '--partial', 'again.json', '--part-id', '1', '--parts', '4'];
    await conformance(cwd, args);
    expect(readFileSync(join(cwd, 'again.json'), 'utf8')).toBe(partsAsText['1.json']);
  });

  test('goes to standard output', async () => {
    const args = 'check a.ndjson --partial - --part-id 0 --parts 4'.split(' ');
    const { code, out } = await conformance(folder, args);
    expect(code).toBe(0);
    expect(out).toBe(readFileSync(join(folder, '0.json'), 'utf8'));
  });
});

test.each(['check a.ndjson', 'merge 0.json'])('%s: a part needs a folder that exists', async (command) => {
  const { code, err } = await conformance(folder, [...command.split(' '), '--partial', 'no/where.json']);
  expect(code).toBe(2);
  expect(err).toContain('--partial no/where.json cannot be written: there is no folder no.');
});

describe('parts that do not fit', () => {
  test('one that is missing leaves the outcome incomplete, or deviating, and is named', async () => {
    const cwd = withParts();
    const { code } = await conformance(cwd, ['merge', '0.json', '2.json', '3.json', '--reporter', 'json']);
    expect(code).toBe(1);
    expect(reportIn(cwd).summary.reasons.join('\n')).toContain('1 of 4 parts is missing: 1;');
    expect((await conformance(cwd, ['merge', '2.json', '--reporter', 'json'])).code).toBe(3);
    expect(reportIn(cwd).traffic?.parts).toEqual({ count: 1, of: 4, missing: ['0 or 4', '1', '3'] });
  });

  test('many that are missing are named in ranges', async () => {
    const cwd = withParts();
    const [first = '', ...ids] = linesOf('2.json');
    const part = JSON.parse(first) as object;
    const numbered = (id: number) => ({
      ...part,
      of: 1_000_000,
      parts: [{ id, digest: `${id}`.padEnd(16, '0'), exchanges: 1 }],
    });
    const text = [1, 5, 6, 999_999].flatMap((id) => [JSON.stringify(numbered(id)), ...ids]).join('\n');
    writeFileSync(join(cwd, 'some.json'), text);
    const { code } = await conformance(cwd, ['merge', 'some.json', '--reporter', 'json']);
    expect(code).not.toBe(0);
    expect(reportIn(cwd).summary.reasons.join('\n')).toContain(
      '999996 of 1000000 parts are missing: 0 or 1000000, 2-4, 7-999998;',
    );
  });

  test('a file that is too large for parts is refused by its size, or in its first line', async () => {
    const cwd = withParts();
    writeFileSync(join(cwd, 'sparse.json'), '');
    truncateSync(join(cwd, 'sparse.json'), 200e9);
    const bySize = await conformance(cwd, ['merge', '0.json', 'sparse.json']);
    const tooLarge = 'sparse.json has 200000000000 bytes, more than 10000 parts of';
    expect([bySize.code, bySize.err]).toEqual([2, expect.stringContaining(tooLarge)]);
    truncateSync(join(cwd, 'sparse.json'), 20e9);
    const byLine = await conformance(cwd, ['merge', '0.json', 'sparse.json']);
    const tooLong = 'sparse.json is too long for a part';
    expect([byLine.code, byLine.err]).toEqual([2, expect.stringContaining(tooLong)]);
  });

  const edited = (name: string, edit: (part: Record<string, unknown>) => unknown): string => {
    const [first = '', ...ids] = linesOf(name);
    return [JSON.stringify(edit(JSON.parse(first) as Record<string, unknown>)), ...ids].join('\n');
  };

  const other = (members: object) => () => edited('1.json', (part) => ({ ...part, ...members }));
  const part = (name: string) => readFileSync(join(folder, name), 'utf8');
  const seventh = { id: 7, digest: '0'.repeat(16), exchanges: 1 };

  test.each<readonly [what: string, text: () => string, message: string]>([
    ['once more', () => part('0.json'), 'is part 0 once more: 0.json has it already'],
    ['of another contract', other({ contract: '0'.repeat(64) }), 'was judged by other requirements'],
    ['of another side', other({ side: 'request' }), 'was judged with --side request'],
    ['of another number', other({ of: 5 }), 'is one of 5 parts'],
    ['beyond their number', other({ parts: [seventh] }), 'is part 7 of 4'],
    ['of another version', other({ partial: 2 }), 'has format version 2'],
    ['with a member too much', other({ more: 1 }), 'should not have, more'],
    ['with a negative number', other({ bad: -1 }), '/bad must be >= 0'],
    ['that is cut', () => part('1.json').slice(0, -100), 'is not JSON'],
    ['that is empty', () => '', 'is empty'],
    ['that is too long', () => ' '.repeat(2_000_001), 'the most that is read is 2000000'],
    [
      'that is a report',
      () => part('traffic-report/report.json').replaceAll('\n', ''),
      'is a report: conformance render',
    ],
  ])('%s is refused', async (_, text, message) => {
    const cwd = folderWith({ '0.json': readFileSync(join(folder, '0.json'), 'utf8'), 'x.json': text() });
    const { code, err } = await conformance(cwd, ['merge', '0.json', 'x.json']);
    expect(code).toBe(2);
    expect(err).toContain('x.json');
    expect(err).toContain(message);
  });
});
