import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Probe } from '../../../src/model/exchange.ts';
import type { JournalLine } from '../../../src/model/recording.ts';
import { openJournal, readJournal } from '../../../src/run/journal.ts';
import { temporaryFolder } from '../../support/cli.ts';
import { conformingExchanges, recordingOf } from '../../support/conforming.ts';

const exchanges = conformingExchanges();
const { header } = recordingOf(exchanges);

function probeOf({ id, operation, credentials, purpose, request }: (typeof exchanges)[number]): Probe {
  const { method, addressed, body } = request;
  return {
    id,
    operation,
    credentials,
    method,
    path: '/x',
    purpose,
    addressed,
    ...(body === undefined ? {} : { body }),
  };
}

const lines: readonly JournalLine[] = [
  { line: 'run', formatVersion: 1, header },
  ...exchanges.flatMap((exchange): JournalLine[] => [
    { line: 'intent', probe: probeOf(exchange), url: exchange.request.url, at: '2025-01-07T08:09:10.000Z' },
    { line: 'exchange', exchange },
  ]),
  { line: 'end', durationMs: 12, cut: false },
];

function text(some: readonly JournalLine[]): string {
  return some.map((line) => `${JSON.stringify(line)}\n`).join('');
}

describe('a journal', () => {
  let folder = '';
  beforeEach(() => {
    folder = temporaryFolder();
  });

  test('is on the disk line by line, for its owner alone', () => {
    const named = join(folder, 'exchanges.ndjson');
    const journal = openJournal(named, 'a1');
    const path = join(folder, 'exchanges.a1.ndjson');
    for (const [at, line] of lines.entries()) {
      journal.write(line);
      expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(at + 2);
    }
    expect(existsSync(named)).toBe(false);
    journal.end();
    expect(existsSync(path)).toBe(false);
    expect(statSync(named).mode & 0o777).toBe(0o600);
    expect(readJournal(readFileSync(named, 'utf8'))).toEqual(recordingOf(exchanges));
  });
});

describe('reading a journal', () => {
  test('brings exchanges into the order of the plan', () => {
    const [run, ...rest] = lines;
    const shuffled = [...(run === undefined ? [] : [run]), ...rest.reverse()];
    expect(readJournal(text(shuffled)).exchanges.map(({ id }) => id)).toEqual(exchanges.map(({ id }) => id));
  });

  test('of a run that was cut: what went out without a response has an unknown end', () => {
    const recording = readJournal(text(lines.slice(0, 4)));
    expect(recording).toMatchObject({ cut: true, durationMs: 0 });
    expect(recording.exchanges.map(({ id, failure }) => [id, failure?.kind])).toEqual([
      ['put-no-header', undefined],
      ['put-made-up-token', 'interrupted'],
    ]);
    expect(recording.exchanges[1]?.failure).toMatchObject({ sent: true });
  });

  test('of a run that was cut in the middle of a line: that line is lost', () => {
    const whole = text(lines.slice(0, 5));
    expect(readJournal(whole.slice(0, -20)).exchanges.map(({ failure }) => failure?.kind)).toEqual([
      undefined,
      'interrupted',
    ]);
  });

  test.each([
    ['', /first line is not the header of a run/],
    ['{"line":"end"}\n', /first line is not the header of a run/],
    [text([{ line: 'run', formatVersion: 2, header } as unknown as JournalLine]), /format version 1/],
    [`no\n${text(lines)}`, /line 1 is not JSON/],
  ])('refuses %j', (given, message) => expect(() => readJournal(given)).toThrow(message));

  test('keeps what was not sent', () => {
    const unsent = {
      probe: 'delete-authorised',
      operation: 'delete' as const,
      reason: 'because',
      servedBy: 'delete-no-header',
    };
    expect(readJournal(text([...lines, { line: 'unsent', unsent }])).unsent).toEqual([unsent]);
  });
});
