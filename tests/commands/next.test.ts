import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkedCases, nextCases } from '../cases/next.ts';
import { conformance, temporaryFolder } from '../support/cli.ts';
import { putAnswer, withBody } from '../support/conforming.ts';
import type { Recording, Report } from '../support/subject.ts';
import { asLine } from '../support/traffic.ts';

/** What a report says to do next can be done: its command names nothing that is gone, and what its action asks for. */

function linesOf({ header, exchanges, durationMs, cut }: Recording): string {
  const lines = [
    { line: 'run', formatVersion: 1, header },
    ...exchanges.map((exchange) => ({ line: 'exchange', exchange })),
    { line: 'end', durationMs, cut },
  ];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

async function nextOf(recording: Recording, columns = 80) {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'exchanges.ndjson'), linesOf(recording));
  const { stdout, stderr } = await conformance(['render', 'exchanges.ndjson'], {
    cwd,
    io: { columns, isTerminal: true },
  });
  expect(stderr).toBe('');
  const read = (name: string) => readFileSync(join(cwd, name), 'utf8');
  const { next } = (JSON.parse(read('report.json')) as Report).conclusion;
  return { next, stdout, markdown: read('report.md'), page: read('report.html') };
}

describe.each(Object.entries(nextCases))('%s', (_, { recording, has, hasNot = [] }) => {
  test('is in the command, or not', async () => {
    const { next } = await nextOf(recording);
    expect([next, has.filter((one) => !next.toLowerCase().includes(one.toLowerCase()))]).toEqual([next, []]);
    expect([next, hasNot.filter((one) => next.includes(one))]).toEqual([next, []]);
  });

  test('the command is code, and no flag is parted from its value', async () => {
    const { next, markdown, page } = await nextOf(recording);
    const command = /conformance run.*$/.exec(next)?.[0] ?? '';
    expect(markdown).toContain(`\`${command}\``);
    expect(page).toContain(`<code>${command}</code>`);
    for (const columns of [60, 77, 100, 120]) {
      const { stdout } = await nextOf(recording, columns);
      const lines = stdout.slice(stdout.lastIndexOf('\nnext ')).split('\n');
      expect(
        lines.filter((line) => /--(?:delay-ms|entity-id|automation-rule-id)$/.test(line.trim())),
      ).toEqual([]);
    }
  });
});

test.each(Object.entries(checkedCases))('check names %s', async (_, { files, names }) => {
  const cwd = temporaryFolder();
  const wrong = withBody('put', JSON.stringify({ ...putAnswer, status: 'OK' }));
  for (const file of files) writeFileSync(join(cwd, file), wrong.map((one) => `${asLine(one)}\n`).join(''));
  await conformance(['check', ...files, '--reporter', 'json'], { cwd });
  const { conclusion } = JSON.parse(
    readFileSync(join(cwd, 'traffic-report', 'report.json'), 'utf8'),
  ) as Report;
  expect(conclusion.next.endsWith(`, then: conformance check ${names}`)).toBe(true);
});
