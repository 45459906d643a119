import { expect, test } from 'vitest';
import { tableLines } from '../../../src/cli/traffic/watch-table.ts';
import type { Snapshot } from '../../../src/traffic/watch/watched.ts';

const since = '2026-03-02T10:00:00.000Z';
const nothing = {
  other: 0,
  unjudged: 0,
  cut: 0,
  clientsLeft: 0,
  dropped: 0,
  unreachable: 0,
  misdirected: 0,
  waiting: 0,
};
const told = {
  title: 'http://127.0.0.1:4010 → https://staging.example.com',
  runningMs: 3_723_000,
  hint: 'Ctrl-C',
};

function snapshot(deviations: number, more: Partial<Snapshot> = {}): Snapshot {
  return {
    operations: [{ operation: 'put', exchanges: 12, successes: 9, refusals: 2 }],
    deviating: Array.from({ length: deviations }, (_, at) => ({
      id: `put.data.field${at}:type`,
      count: at + 1,
      since,
    })),
    ...nothing,
    ...more,
  };
}

test('tells what passed, and nothing of what there is none of', () =>
  expect(tableLines(snapshot(0), told, { columns: 80, rows: 24 })).toEqual([
    'http://127.0.0.1:4010 → https://staging.example.com   01:02:03',
    '',
    '      exchanges   success   refused   other',
    'PUT          12         9         2       1',
    '',
    'Nothing deviates so far.',
    '',
    'Ctrl-C',
  ]));

test('tells what was not judged, or did not come to its end', () => {
  const lines = tableLines(snapshot(1, { unjudged: 3, dropped: 1 }), told, { columns: 80, rows: 24 });
  expect(lines).toContain('3 passed unjudged: too many waited, or long headers; 1 dropped by the service');
});

test('fits a terminal, however much deviates', () => {
  const terminal = { columns: 40, rows: 20 };
  const lines = tableLines(snapshot(50), told, terminal);
  expect(lines.length).toBeLessThan(terminal.rows);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(terminal.columns);
  expect(lines).toContain('and 40 more');
});
