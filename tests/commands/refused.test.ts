import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { belowAFile, refused, refusedFiles } from '../cases/refused.ts';
import { conformance, folderWith } from '../support/cli.ts';
import { report } from '../support/reports.ts';
import { together } from '../support/together.ts';

/** Command lines that are refused by what they say: exit 2, the words on standard error, and nothing else. */

const cwd = folderWith(refusedFiles(report));
mkdirSync(join(cwd, 'empty'));

/** Lines of each that the golden file has: the help that follows is that of the command. */
const mostLines = 3;
/** Where a command line that cannot be read leads to. */
const help = /^See conformance /;
const texts = new Map<string, string>();

test.each(refused)('conformance %s', async (line) => {
  const before = readdirSync(cwd);
  const args = line === '' ? [] : line.split(' ');
  const { code, stdout, stderr } = await conformance(args, { cwd, input: '' });
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/^(?:conformance: |Usage: conformance)/);
  expect(stderr).not.toMatch(/^ {4}at |undefined|\[object /m);
  expect(readdirSync(cwd)).toEqual(before);
  const all = stderr.trimEnd().replaceAll(cwd, 'FOLDER').split('\n');
  const said = all.slice(0, line === '' ? 1 : mostLines).filter((one) => one !== '' && !help.test(one));
  for (const one of all.filter((each) => help.test(each)))
    expect([`See conformance ${args[0]} --help.`, 'See conformance --help.']).toContain(one);
  texts.set(line, said.map((one) => `  ${one}`).join('\n'));
});

test('their words', async () => {
  const rows = refused.map((line): [string, string] => [`# conformance ${line}`, texts.get(line) ?? '']);
  await expect(`${together(rows)}\n`).toMatchFileSnapshot('../cases/golden/refused.txt');
});

const below = folderWith({ 'report.json': JSON.stringify(report) });
beforeAll(async () => {
  await conformance(['run', '--reference', '--out', 'made'], { cwd: below });
  copyFileSync(join(below, 'made/exchanges.ndjson'), join(below, 'exchanges.ndjson'));
  const part = ['--partial', 'part.json', '--part-id', '0', '--parts', '1'];
  await conformance(['check', 'exchanges.ndjson', ...part], { cwd: below });
});

test.each(belowAFile)('below a file: %s', async (line) => {
  for (const path of ['report.json/a', 'report.json/a/b/c.json']) {
    const words = line.replace('PATH', path).split(' ');
    const { code, stdout, stderr } = await conformance(words, { cwd: below });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('report.json/a');
  }
});
