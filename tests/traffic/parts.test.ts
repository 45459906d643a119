import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { conformance, conformanceProcess, endAll, folderWith } from '../support/cli.ts';
import { deleteAnswer, exchangeOf, putAnswer, utf8Response } from '../support/conforming.ts';
import { holds } from '../support/properties.ts';
import type { Exchange, Report } from '../support/subject.ts';
import { asLine } from '../support/traffic.ts';

/** However traffic is divided among workers and threads, and in whatever order the parts are put together, it gives one report. */

afterAll(endAll);

const [put, remove] = (['put', 'delete'] as const).map((name) =>
  exchangeOf(name, 'authorised', utf8Response('')),
) as [Exchange, Exchange];

/** Exchanges with requestIds of their own, but for some; every fifth answer has a mistake, and some lines are none. */
const lines = Array.from({ length: 24 }, (_, at) => {
  const [exchange, answer] = at % 2 === 0 ? [put, putAnswer] : [remove, deleteAnswer];
  const requestId = `00000000-0000-4000-8000-${String(at === 17 ? 3 : at).padStart(12, '0')}`;
  const data = { ...answer.data, ...(at % 5 === 0 ? { createdAt: at } : {}) };
  if (at === 7) return 'a line of a log';
  if (at === 11) return '{"request":{"method":"PUT"';
  return asLine({
    ...exchange,
    request: { ...exchange.request, headers: [['user-agent', `client/${at % 3}`]] },
    response: utf8Response(JSON.stringify({ ...answer, requestId, data }), at % 6 === 0 ? 201 : 200),
    timings: { ...exchange.timings, startedAt: new Date(Date.UTC(2026, 0, 1, 0, at)).toISOString() },
  });
});

const check = (cwd: string, ...args: readonly string[]) => conformance(['check', ...args], { cwd });
const reportIn = (cwd: string, out = 'traffic-report'): Report =>
  JSON.parse(readFileSync(join(cwd, out, 'report.json'), 'utf8'));

/** What was found, without when it was looked for and how the traffic was divided. */
function found({ traffic, run: _, evidence: _evidence, change: _change, conclusion, ...others }: Report) {
  const { parts: _parts, ...info } = traffic ?? {};
  const { next: _next, ...concluded } = conclusion;
  return { ...others, concluded, info };
}

const partOf = (id: number, of: number) => [
  '--partial',
  `${id}.part`,
  '--part-id',
  `${id}`,
  '--parts',
  `${of}`,
];

/** A folder with the lines in so many files as there are ends, and a part of each. */
async function divided(
  ends: readonly number[],
): Promise<{ cwd: string; names: readonly string[]; parts: readonly string[] }> {
  const bounds = [0, ...ends.toSorted((a, b) => a - b), lines.length];
  const files = bounds
    .slice(1)
    .map((end, at) => [`${at}.ndjson`, lines.slice(bounds[at], end).join('\n')] as const);
  const cwd = folderWith(Object.fromEntries(files));
  const names = files.map(([name]) => name);
  for (const [id, name] of names.entries())
    expect(await check(cwd, name, ...partOf(id, names.length))).toEqual({ code: 0, stdout: '', stderr: '' });
  return { cwd, names, parts: names.map((_, id) => `${id}.part`) };
}

test('any division, merged in any order, gives the report of one pass', async () => {
  const ends = fc.array(fc.nat({ max: lines.length }), { minLength: 1, maxLength: 4 });
  const property = fc.asyncProperty(ends, fc.infiniteStream(fc.nat()), async (at, order) => {
    const { cwd, names, parts } = await divided(at);
    const shuffled = parts.map((name) => [order.next().value, name] as const).sort(([a], [b]) => a - b);
    expect((await check(cwd, ...names, '--reporter', 'json', '--out', 'once')).code).toBe(1);
    expect((await check(cwd, ...shuffled.map(([, name]) => name), '--reporter', 'json')).code).toBe(1);
    expect(found(reportIn(cwd))).toEqual(found(reportIn(cwd, 'once')));
  });
  await holds(property, 1 / 12);
});

test('threads, which divide a large file between its lines, report what one reports', async () => {
  const wide = lines.map((line) => line.padEnd(900_000)).join('\n');
  const files = { 'a.ndjson': wide, 'b.ndjson.gz': gzipSync(lines.join('\n')), 'c.ndjson': lines[0] ?? '' };
  const names = Object.keys(files);
  const cwd = folderWith(files);
  for (const jobs of ['1', '2']) {
    const args = ['check', ...names, '--jobs', jobs, '--out', jobs, '--reporter', 'json'];
    expect(await conformanceProcess(args, { cwd })).toMatchObject({ code: 1, stderr: '' });
  }
  expect(found(reportIn(cwd, '1')).info).toMatchObject({ exchanges: 45, other: 2, bad: 2 });
  expect(found(reportIn(cwd, '2'))).toEqual(found(reportIn(cwd, '1')));
});

describe('four parts', () => {
  let texts: Readonly<Record<string, string>> = {};
  let parts: readonly string[] = [];
  beforeAll(async () => {
    const made = await divided([6, 11, 11]);
    parts = made.parts;
    texts = Object.fromEntries(
      [...made.parts, ...made.names].map((name) => [name, readFileSync(join(made.cwd, name), 'utf8')]),
    );
  });
  const folder = (more: Readonly<Record<string, string>> = {}) => folderWith({ ...texts, ...more });
  const edited = (name: string, members: object): string => {
    const [first = '', ...ids] = texts[name]?.split('\n') ?? [];
    return [JSON.stringify({ ...JSON.parse(first), ...members }), ...ids].join('\n');
  };

  test('are the same however often they are made, also on standard output, and in wide lines', async () => {
    const cwd = folder();
    const made = await check(cwd, '1.ndjson', '--partial', '-', '--part-id', '1', '--parts', '4');
    expect(made.stdout).toBe(texts['1.part']);
    expect((await check(cwd, ...parts, '--json')).code).toBe(1);
    const wide = `\n${texts['0.part']?.replaceAll('\n', `${' '.repeat(300_000)}\n`)}`;
    writeFileSync(join(cwd, '0.part'), wide);
    expect((await check(cwd, ...parts, '--reporter', 'json', '--out', 'wide')).code).toBe(1);
    expect(reportIn(cwd, 'wide').exchanges.map(({ id }) => id)).toContain('0.ndjson:1');
  });

  test('are accepted or gated where they are put together', async () => {
    const ids = ['put.data.createdAt:type', 'delete.data.createdAt:type'];
    const waivers = ids.map((id) => ({ id, reason: 'known', owner: 'us', expires: '2099-01-01' }));
    const cwd = folder({ 'waivers.json': JSON.stringify({ waivers }) });
    const merge = [...parts, '--waivers', 'waivers.json', '--max-bad', '9'];
    expect((await check(cwd, ...merge)).code).toBe(0);
    expect((await check(cwd, ...merge, '--require', 'put:authorization')).code).toBe(3);
    const refused = ['--side both', '--operation put', '--headers-complete', '--format har', '--part-id 1'];
    for (const flags of refused)
      expect((await check(cwd, ...parts, ...flags.split(' '))).code, flags).toBe(2);
    expect((await check(cwd, '0.part', '1.ndjson')).code).toBe(2);
    const input = { cwd, input: texts['0.part'] ?? '' };
    expect((await conformance(['check', '-'], input)).code).toBe(3);
    expect((await check(cwd, '1.ndjson', '--partial', 'no/where.part', ...partOf(1, 4).slice(2))).code).toBe(
      2,
    );
  });

  test.each<[names: string, of: number, ids: readonly number[], missing: readonly string[]]>([
    ['one', 4, [0, 2, 3], ['1']],
    ['all but one', 4, [2], ['0 or 4', '1', '3']],
    ['many', 999_999, [1, 5, 6, 999_998], ['0 or 999999', '2-4', '7-999997']],
  ])('of which %s of %i are missing: they are named', async (_, of, ids, missing) => {
    const cwd = folder(Object.fromEntries(ids.map((id) => [`x${id}`, edited('2.part', { of, id })])));
    expect((await check(cwd, ...ids.map((id) => `x${id}`), '--reporter', 'json')).code).toBe(3);
    expect(reportIn(cwd).traffic?.parts).toEqual({ count: ids.length, of, missing });
  });

  test('and another one that does not go with them: refused, with the reason', async () => {
    const rows: Readonly<Record<string, string | undefined>> = {
      'once more': texts['0.part'],
      'of another contract': edited('1.part', { contract: '0'.repeat(64) }),
      'of another side': edited('1.part', { side: 'request' }),
      'of another number': edited('1.part', { of: 5 }),
      'numbered from 1 where others are from 0': edited('1.part', { id: 4 }),
      'of another version': edited('1.part', { partial: 2 }),
      'with a member too much': edited('1.part', { more: 1 }),
      'with a negative number': edited('1.part', { bad: -1 }),
      'that is cut': texts['1.part']?.slice(0, -100),
      'without some of its lines': texts['1.part']?.split('\n').slice(0, -2).join('\n'),
      'with the lines of another one': `${texts['1.part']}${texts['3.part']}`,
    };
    const said: string[] = [];
    for (const [what, text = ''] of Object.entries(rows)) {
      const { code, stderr } = await check(folder({ x: text }), '0.part', 'x');
      expect([what, code, stderr.includes('x ')]).toEqual([what, 2, true]);
      said.push(
        `${what} | ${stderr
          .trim()
          .replaceAll(/\s+/g, ' ')
          .replace(/\d+\.\d+\.\d+/, 'VERSION')}\n`,
      );
    }
    await expect(said.join('')).toMatchFileSnapshot('../cases/golden/recorded/parts.txt');
  });
});
