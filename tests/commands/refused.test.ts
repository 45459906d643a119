import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { belowAFile, refused, refusedFiles } from '../cases/refused.ts';
import { conformance, folderWith } from '../support/cli.ts';
import { report } from '../support/reports.ts';

/** Command lines that are refused by what they say: exit 2, the words on standard error, and nothing else. */

const cwd = folderWith(refusedFiles(report));
mkdirSync(join(cwd, 'empty'));

/** Lines of each that the golden file has: the help that follows is that of the command. */
const mostLines = 3;
const texts = new Map<string, string>();

test.each(refused)('conformance %s', async (line) => {
  const before = readdirSync(cwd);
  const args = line === '' ? [] : line.split(' ');
  const { code, stdout, stderr } = await conformance(args, { cwd, input: '' });
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/^(?:conformance: |Usage: conformance)/);
  expect(stderr).not.toMatch(/^ {4}at |undefined|\[object /m);
  expect(readdirSync(cwd)).toEqual(before);
  const said = stderr
    .trimEnd()
    .replaceAll(cwd, 'FOLDER')
    .split('\n')
    .slice(0, line === '' ? 1 : mostLines);
  texts.set(line, [`# conformance ${line}`, ...said.map((one) => `  ${one}`)].join('\n'));
});

test('their words', async () => {
  expect(new Set(texts.values()).size).toBe(refused.length);
  const all = refused.map((line) => texts.get(line)).join('\n');
  await expect(`${all}\n`).toMatchFileSnapshot('../cases/golden/refused.txt');
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
