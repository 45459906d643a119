import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildNames, causes, deviating, nightKind, nights, onDay } from '../cases/series.ts';
import { conformance, temporaryFolder } from '../support/cli.ts';
import { reportOf } from '../support/engine.ts';

/** Several reports in sum: what is broken today, one block for each cause, and builds as they are called. */

type Kinds = readonly Parameters<typeof onDay>[0][];

function folderOf(kinds: Kinds, label?: string): string {
  const cwd = temporaryFolder();
  for (const [day, kind] of kinds.entries())
    writeFileSync(join(cwd, `${day}.json`), JSON.stringify(reportOf(onDay(kind, day, label))));
  return cwd;
}

/** The sections of a document in Markdown, by their headings without the count. */
function sectionsOf(markdown: string): ReadonlyMap<string, string> {
  const parts = markdown.split(/^### /m).slice(1);
  return new Map(parts.map((part) => [/^[^(\n]*/.exec(part)?.[0].trim() ?? '', part]));
}

test.each(nights)('history of %s: what deviates today is broken now, flickering or not', async (letters) => {
  const cwd = folderOf([...letters].map(nightKind));
  await conformance(['compare', '*.json', '--out', 'all', '--reporter', 'markdown,html'], { cwd });
  const markdown = readFileSync(join(cwd, 'all', 'matrix.md'), 'utf8');
  const sections = sectionsOf(markdown);
  const has = (heading: string) => sections.get(heading)?.includes(deviating) === true;
  const last = letters.replaceAll('N', '').at(-1);
  expect(has('Broken now')).toBe(last === 'D');
  expect(has('Flickers') || has('Healed')).toBe(last === 'C' && letters.includes('D'));
});

test.each(causes)('a comparison of %s and %s has a block for each cause', async (before, after, most) => {
  const cwd = folderOf([before, after]);
  const { stderr } = await conformance(
    ['compare', '0.json', '1.json', '--out', 'all', '--reporter', 'markdown'],
    {
      cwd,
    },
  );
  expect(stderr).toBe('');
  const sections = sectionsOf(readFileSync(join(cwd, 'all', 'comparison.md'), 'utf8'));
  const own = ['Got worse', 'Got better', 'Changed otherwise', 'Deviates as before'];
  const texts = own.flatMap((heading) => sections.get(heading) ?? []);
  const blocks = texts.flatMap((text) => text.match(/^- /gm) ?? []).length;
  expect(blocks).toBeGreaterThan(0);
  expect(blocks).toBeLessThanOrEqual(most);
  // The blocks of a section have as many ids as its heading says.
  for (const text of texts) {
    const all = Number(/\((\d+)\)/.exec(text)?.[1]);
    const many = [...text.matchAll(/ids \((\d+)\)/g)].map(([, count]) => Number(count));
    const single = (text.match(/^- /gm) ?? []).length - many.length;
    expect(many.reduce((sum, count) => sum + count, single)).toBe(all);
  }
});

test.each(Object.entries(buildNames))('a run of %s is that of %s in every format', async (label, name) => {
  const cwd = folderOf(['deviates', 'deviates'], label);
  await conformance(['render', '0.json', '--out', 'a'], { cwd });
  const { stdout } = await conformance(['render', '1.json', '--out', 'b', '--previous', 'a/report.json'], {
    cwd,
  });
  const formats = ['report.md', 'report.html'].map((file) => readFileSync(join(cwd, 'b', file), 'utf8'));
  for (const text of [stdout, ...formats]) {
    expect(text.replaceAll(/\s+/g, ' ')).toContain(name);
    expect(text).not.toMatch(/build\s+(?:<code>|`)?build/i);
    expect(text.includes(label)).toBe(name.includes(label));
  }
});
