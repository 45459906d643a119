import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkedFiles, chosen, chosenTool, nextRuns } from '../cases/next.ts';
import { refusals } from '../cases/refusals.ts';
import { verdicts } from '../cases/verdicts.ts';
import { conformance, temporaryFolder } from '../support/cli.ts';
import { exchangesOf, only, type Run, record, recorded, run } from '../support/runs.ts';
import { buildReport, type Report } from '../support/subject.ts';
import { asLine, readOf, recordingText } from '../support/traffic.ts';

/** What a report says to do next can be done: it names nothing that is gone, no flag that a command does not have. */

async function rendered(one: Run, columns: number) {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'exchanges.ndjson'), recordingText(recorded(one)));
  const ended = await conformance(['render', 'exchanges.ndjson'], { cwd, io: { columns, isTerminal: true } });
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  const read = (name: string) => readFileSync(join(cwd, name), 'utf8');
  const { next } = (JSON.parse(read('report.json')) as Report).conclusion;
  return { next, printed: ended.stdout, markdown: read('report.md'), page: read('report.html') };
}

test('what is next', async () => {
  const lines: string[] = [];
  for (const [name, one] of Object.entries(nextRuns)) {
    const { next, markdown, page } = await rendered(one, 80);
    lines.push(`# ${name}`, `  ${next}`);
    const command = /conformance run.*$/.exec(next)?.[0] ?? 'no command';
    expect(markdown).toContain(`\`${command}\``);
    expect(page).toContain(`<code>${command}</code>`);
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('../cases/golden/next.txt');
});

test.each([60, 77, 100, 120])('no flag is parted from its value in %d columns', async (columns) => {
  const parted = /--(?:delay-ms|entity-id|automation-rule-id)$/;
  for (const name of ['a service without the route', 'a limit on both']) {
    const { printed } = await rendered(nextRuns[name] ?? run(), columns);
    const lines = printed.slice(printed.lastIndexOf('\nnext ')).split('\n');
    expect(lines.filter((line) => parted.test(line.trim()))).toEqual([]);
  }
});

test.each(checkedFiles)('check of %j names %s', async (files, names) => {
  const cwd = temporaryFolder();
  const text = exchangesOf(run(record('put', {}, { status: 'OK' }))).map((one) => `${asLine(one)}\n`);
  for (const file of files) writeFileSync(join(cwd, file), text.join(''));
  await conformance(['check', ...files, '--reporter', 'json'], { cwd });
  const report: Report = JSON.parse(readFileSync(join(cwd, 'traffic-report', 'report.json'), 'utf8'));
  expect(report.conclusion.next.endsWith(`, then: conformance check ${names}`)).toBe(true);
});

const helps: Record<string, string> = {};

async function unknownFlags(line: string): Promise<readonly string[]> {
  const [, name, words = ''] = /conformance ([a-z]+)(.*)/.exec(line) ?? [];
  if (name === undefined) return [];
  helps[name] ??= (await conformance([name, '--help'])).stdout;
  const known: readonly string[] = helps[name].match(/--[a-z-]+/g) ?? [];
  return (words.match(/--[a-z-]+/g) ?? []).filter((flag) => !known.includes(flag));
}

test('every flag of the next command is one that it has, after runs and traffic', async () => {
  expect(await unknownFlags('Fix it, then: conformance check FILE --serial')).toEqual(['--serial']);
  const { info } = await readOf('');
  const seen = new Set<string>();
  for (const [name, { edits, changed }] of Object.entries({ ...refusals, ...verdicts, ...nextRuns }))
    for (const traffic of [undefined, { info, requirements: new Map() }]) {
      const one = run(...edits, only('put*'), changed, chosen, traffic === undefined ? chosenTool : {});
      const { next } = buildReport({ ...recorded(one), ...(traffic && { traffic }) }).conclusion;
      expect([name, next, await unknownFlags(next)]).toEqual([name, next, []]);
      for (const flag of next.match(/--[a-z-]+/g) ?? []) seen.add(flag);
    }
  expect([...seen].sort().join(' ')).toBe(
    '--base-url --delay-ms --env-file --gate-answers --no-unauthorized --operation --repeat --require --require-shown --serial --strict --wait --waivers',
  );
});
