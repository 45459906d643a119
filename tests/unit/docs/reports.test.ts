import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../../support/cli.ts';
import { textOf } from '../../support/markdown.ts';
import { comparisonReporters, reporters } from '../../support/subject.ts';
import { report } from '../reporters/fixture.ts';

/** The excerpts in docs/reports.md are what the golden files have, and the report that JSON is. */

const page = textOf('docs/reports.md');
const excerpts = [...page.matchAll(/^<!-- (\S+) -->\n```\w+\n([\s\S]*?)^```$/gm)].map(
  ([, file = '', text = '']) => ({ file, text }),
);

function golden(file: string): string {
  if (file === 'json.txt') return JSON.stringify(report, null, 2);
  return readFileSync(join(root, 'tests/unit/reporters/golden', file), 'utf8');
}

/** Whether a text has these parts, each of whole lines, in this order; a line with an ellipsis alone parts them. */
function has(text: string, excerpt: string): boolean {
  let from = 0;
  return `\n${excerpt}`.split('\n…').every((part) => {
    const at = `\n${text}`.indexOf(part, from);
    from = at + part.length;
    return at !== -1;
  });
}

describe('docs/reports.md', () => {
  test.each(excerpts)('quotes $file', ({ file, text }) => expect(has(golden(file), text), text).toBe(true));

  test('a changed excerpt is seen', () => {
    const [{ file, text } = { file: '', text: '' }] = excerpts;
    expect(has(golden(file), text.replace('createdAt', 'created'))).toBe(false);
  });

  test('has an excerpt of every text format, and names every format and file', () => {
    expect(excerpts.map(({ file }) => file)).toEqual(
      [
        'terminal.txt markdown.txt markdown-previous.txt json.txt junit.xml sarif.txt annotations.txt',
        'comparison-terminal.txt matrix-terminal.txt',
      ].flatMap((line) => line.split(' ')),
    );
    for (const { name, file } of [...reporters, ...comparisonReporters]) {
      expect(page).toContain(`\`${file ?? name}\``);
      expect(page).toContain(name);
    }
  });
});
