import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { reportIn } from '../commands/targets.ts';
import { conformance, temporaryFolder } from '../support/cli.ts';
import { exchangeOf, utf8Response } from '../support/conforming.ts';
import { answer, exchangesOf, fail, only, type Run, record, recorded, run } from '../support/runs.ts';
import { buildReport, type Exchange, type Header } from '../support/subject.ts';
import { asLine } from '../support/traffic.ts';

/** What a report keeps of exchanges, and when deviations of recorded traffic were seen. */

describe('exchanges in a report', () => {
  const kept = (one: Run) => buildReport(recorded(one)).exchanges;

  test('are whole when they are of ordinary size', () => expect(kept(run())).toEqual(exchangesOf(run())));

  test('are cut, with length and hash, when a text is long', () => {
    const [first] = kept(run(only('put'), answer('put', 200, 'x'.repeat(4_000_000))));
    expect(first?.response?.body.text).toMatch(/^x+… \(4000000 characters, sha256 [0-9a-f]{16}…\)$/);
    expect(first?.response?.body.bytes).toBe(4_000_000);
    const head = { status: 200, reason: 'r'.repeat(1_000), headers: [] };
    const [failed] = kept(run(only('put'), fail('put', 'truncated', 'm', true, head)));
    expect(failed?.failure?.head?.reason).toMatch(/^r{500}… \(1000 characters/);
  });

  test('stay within bounds whatever the service sends, and however often', () => {
    const headers = Array.from({ length: 1_500 }, (_, at): Header => [`x-${at}`, 'v'.repeat(100)]);
    const response = utf8Response('\u0001'.repeat(100_000), 200, headers);
    const masked = { part: 'body', at: '/a'.repeat(2_000), what: 'access token' } as const;
    const sent = { name: '\u007f'.repeat(50_000) };
    const big: Exchange = {
      ...exchangeOf('put', 'authorised', response, sent),
      masked: Array(1_000).fill(masked),
    };
    for (const count of [1, 10, 100]) {
      const all = kept(run(() => Array(count).fill(big)));
      expect(JSON.stringify(all, null, 2).length).toBeLessThan(5_000_000);
      expect(all[0]?.response?.headers.at(-1)?.[1]).toMatch(/^\d+ more headers$/);
    }
  });
});

const minutes = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at);
const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();

/** Minutes in which something conforms, those in which it deviates, and since or until which that is. */
const courses: Readonly<Record<string, readonly [readonly number[], readonly number[], string, number?]>> = {
  'nothing conforms': [[], [5], 'always'],
  'all after what conforms': [minutes(0, 99), minutes(100, 200), 'since', 100],
  'all before what conforms': [minutes(100, 200), minutes(0, 99), 'until', 99],
  'as instances change one after another': [minutes(0, 103), minutes(100, 200), 'since', 103],
  'as instances change back': [minutes(97, 200), minutes(0, 100), 'until', 97],
  'both for long': [minutes(0, 150), minutes(100, 200), 'at-times'],
  'it comes and goes': [minutes(0, 200), [50, 60, 70], 'at-times'],
  'the latest, but twice only': [minutes(0, 99), [100, 101], 'at-times'],
};

test.each(Object.entries(courses))('deviations are seen: %s', async (_, [good, bad, kind, moment]) => {
  const linesOf = (when: readonly number[], changes: Readonly<Record<string, unknown>>) => {
    const [one] = exchangesOf(run(only('delete'), record('delete', changes)));
    if (one === undefined) throw new Error('no exchange');
    return when.map((minute) => asLine({ ...one, timings: { ...one.timings, startedAt: at(minute) } }));
  };
  const cwd = temporaryFolder();
  const lines = [...linesOf(bad, { priority: '7' }), ...linesOf(good, {})];
  writeFileSync(join(cwd, 't.ndjson'), lines.join('\n'));
  await conformance(['check', 't.ndjson', '--reporter', 'json'], { cwd });
  const row = reportIn(join(cwd, 'traffic-report')).requirements.find(
    ({ id }) => id === 'delete.data.priority:type',
  );
  expect(row?.counts).toMatchObject({ conforms: good.length, deviates: bad.length });
  expect(row?.traffic?.course).toEqual({ kind, ...(moment === undefined ? {} : { at: at(moment) }) });
});
