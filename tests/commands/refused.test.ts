import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { refused, refusedFiles } from '../cases/refused.ts';
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
