import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import type { Part } from '../../src/traffic/part.ts';
import { folderWith } from '../support/cli.ts';
import { conformingExchanges, deleteAnswer, putAnswer, utf8Response } from '../support/conforming.ts';
import { fakeIo } from '../support/io.ts';
import { type Exchange, main, type Report } from '../support/subject.ts';
import { asLine } from '../support/traffic.ts';

/** `check --partial`, and `check` of parts: traffic that is judged in parts. */

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

describe('parts that are put together', () => {
  test('give the report of one pass, in any order', async () => {
    const merge = ['check', ...partNames.toReversed(), '--reporter', 'json'];
    expect((await conformance(folder, merge)).code).toBe(1);
    expect(found(reportIn(folder))).toEqual(found(once));
  });

  test('show the exchanges of their evidence', async () => {
    await conformance(folder, ['check', '[0-3].json', '--reporter', 'json']);
    const { exchanges, requirements } = reportIn(folder);
    const shown = new Set(exchanges.map(({ id }) => id));
    const deviating = requirements.filter(({ verdict }) => verdict === 'deviates');
    const shownIn = deviating.flatMap(({ evidence, spread = [] }) => [...evidence, ...spread]);
    expect(shownIn.length).toBeGreaterThan(4);
    for (const { exchange } of shownIn) expect(shown).toContain(exchange);
  });

  test('are read in several blocks, and named by their lines', async () => {
    const wide = linesOf('0.json').map((line) => line.padEnd(300_000));
    const cwd = folderWith({ ...partsAsText, '0.json': `\n${wide.join('\n')}` });
    expect((await conformance(cwd, ['check', ...partNames, '--reporter', 'json'])).code).toBe(1);
    expect(found(reportIn(cwd))).toEqual(found(once));
    writeFileSync(join(cwd, '1.json'), `${partsAsText['1.json']}{`);
    const { code, err } = await conformance(cwd, ['check', ...partNames]);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('1.json line 4 is not JSON') });
  });

  test('are not judged with traffic, and no flag says anew what was judged', async () => {
    const cwd = folderWith({ ...partsAsText, ...traffic });
    const mixed = await conformance(cwd, ['check', '0.json', 'a.ndjson']);
    const both = '0.json is a part of recorded traffic, and a.ndjson is none';
    expect(mixed).toEqual({ code: 2, out: '', err: expect.stringContaining(both) });
    for (const flags of [
      '--side both',
      '--operation put',
      '--headers-complete',
      '--format har',
      '--part-id 1',
    ]) {
      const { code, err } = await conformance(cwd, ['check', ...partNames, ...flags.split(' ')]);
      expect([code, err]).toEqual([2, expect.stringContaining('where parts are put together')]);
    }
  });

  test('are files: one on standard input cannot be read', async () => {
    const { code, out } = await conformance(folder, ['check', '-'], partsAsText['0.json']);
    expect([code, out]).toEqual([3, expect.stringContaining('Expected parts in files')]);
  });

  test('are accepted or gated where they are put together', async () => {
    const waiver = { reason: 'known', owner: 'us', expires: '2099-01-01' };
    const cwd = withParts();
    const ids = ['put.data.createdAt:type', 'delete.data.createdAt:type'];
    const waivers = ids.map((id) => ({ ...waiver, id }));
    writeFileSync(join(cwd, 'waivers.json'), JSON.stringify({ waivers }));
    const merge = 'check ?.json --waivers waivers.json --reporter json'.split(' ');
    const { code, err } = await conformance(cwd, merge);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect((await conformance(cwd, [...merge, '--require', 'put:authorization'])).code).toBe(3);
  });
});

describe('a part', () => {
  test('has a line of what was found, and one of the requestIds of each operation', () => {
    const [first = '', ...ids] = linesOf('3.json');
    expect(JSON.parse(first) as Part).toMatchObject({ id: 3, of: 4, requestIds: 10 });
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

test('a part needs a folder that exists', async () => {
  const args = 'check a.ndjson --partial no/where.json --part-id 0 --parts 4'.split(' ');
  const { code, err } = await conformance(folder, args);
  expect(code).toBe(2);
  expect(err).toContain('--partial no/where.json cannot be written: there is no folder no.');
});

describe('parts that do not fit', () => {
  test('one that is missing leaves the outcome incomplete, or deviating, and is named', async () => {
    const cwd = withParts();
    const { code } = await conformance(cwd, ['check', '0.json', '2.json', '3.json', '--reporter', 'json']);
    expect(code).toBe(1);
    expect(reportIn(cwd).summary.reasons.join('\n')).toContain('1 of 4 parts is missing: 1;');
    expect((await conformance(cwd, ['check', '2.json', '--reporter', 'json'])).code).toBe(3);
    expect(reportIn(cwd).traffic?.parts).toEqual({ count: 1, of: 4, missing: ['0 or 4', '1', '3'] });
  });

  test('many that are missing are named in ranges', async () => {
    const cwd = withParts();
    const [first = '', ...ids] = linesOf('2.json');
    const part = JSON.parse(first) as object;
    const names = [1, 5, 6, 999_998].map((id) => `${id}.part`);
    for (const [at, id] of [1, 5, 6, 999_998].entries()) {
      const text = [JSON.stringify({ ...part, of: 999_999, id }), ...ids].join('\n');
      writeFileSync(join(cwd, names[at] ?? ''), text);
    }
    const { code } = await conformance(cwd, ['check', ...names, '--reporter', 'json']);
    expect(code).not.toBe(0);
    expect(reportIn(cwd).summary.reasons.join('\n')).toContain(
      '999995 of 999999 parts are missing: 0 or 999999, 2-4, 7-999997;',
    );
  });

  const edited = (name: string, edit: (part: Record<string, unknown>) => unknown): string => {
    const [first = '', ...ids] = linesOf(name);
    return [JSON.stringify(edit(JSON.parse(first) as Record<string, unknown>)), ...ids].join('\n');
  };

  const other = (members: object) => () => edited('1.json', (part) => ({ ...part, ...members }));
  const part = (name: string) => readFileSync(join(folder, name), 'utf8');

  test.each<readonly [what: string, text: () => string, message: string]>([
    ['once more', () => part('0.json'), 'is part 0 once more: 0.json has it already'],
    ['of another contract', other({ contract: '0'.repeat(64) }), 'was judged by other requirements'],
    ['of another side', other({ side: 'request' }), 'was judged with --side request'],
    ['of another number', other({ of: 5 }), 'is one of 5 parts'],
    ['numbered from 1 where others are from 0', other({ id: 4 }), 'numbered both from 0 and from 1'],
    ['of another version', other({ partial: 2 }), '/partial must be 1'],
    ['with a member too much', other({ more: 1 }), 'should not have, more'],
    ['with a negative number', other({ bad: -1 }), '/bad must be >= 0'],
    ['that is cut', () => part('1.json').slice(0, -100), 'is not JSON'],
    ['without some of its lines', () => linesOf('1.json').slice(0, -1).join('\n'), 'is not complete'],
    ['with the lines of another one', () => part('1.json') + part('2.json'), 'line 4'],
  ])('%s is refused', async (_, text, message) => {
    const cwd = folderWith({ '0.json': readFileSync(join(folder, '0.json'), 'utf8'), 'x.json': text() });
    const { code, err } = await conformance(cwd, ['check', '0.json', 'x.json']);
    expect(code).toBe(2);
    expect(err).toContain('x.json');
    expect(err).toContain(message);
  });
});
