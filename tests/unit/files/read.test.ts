import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { linesOf } from '../../../src/files/read.ts';
import { temporaryFolder } from '../../support/cli.ts';

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
});

function linesIn(text: string): readonly string[] {
  const path = join(folder, 'file');
  writeFileSync(path, text);
  return [...linesOf(path)];
}

const long = '€'.repeat(1024 * 1024);

test.each<[name: string, text: string, lines: readonly string[]]>([
  ['an empty file', '', []],
  ['whole lines, empty ones too', 'a\n\nb\n', ['a', '', 'b']],
  ['a last line without a line feed', 'a\nb', ['a', 'b']],
  ['lines longer than what is read at once', `${long}\nb${long}\n`, [long, `b${long}`]],
])('the lines of %s', (_, text, lines) => expect(linesIn(text)).toEqual(lines));
