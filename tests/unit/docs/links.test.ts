import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { globSync } from 'tinyglobby';
import { expect, test } from 'vitest';
import { root } from '../../support/cli.ts';
import { documents, fragmentsOf, linksOf, textOf } from './markdown.ts';

/** Every link inside of the documents leads somewhere: to a file that is there, and to a heading that it has. */

/** Pages that are being written. */
const notYet: readonly string[] = [];

function brokenLinks(document: string, markdown: string): readonly string[] {
  return linksOf(document, markdown)
    .filter(({ path, fragment }) => {
      if (path === null) return false;
      if (path !== document && !existsSync(join(root, path))) return !notYet.includes(path);
      return fragment !== '' && !fragmentsOf(path === document ? markdown : textOf(path)).has(fragment);
    })
    .map(({ target }) => target);
}

test.each(documents)('no link is broken: %s', (document) =>
  expect(brokenLinks(document, textOf(document))).toEqual([]),
);

/** Nothing that people get names the account of a placeholder: the package carries what it points to. */
test('no address leads nowhere', () => {
  const sources = globSync(['src/**/*.ts', 'reporters/**/*.{ts,tsx}', 'schemas/**/*.json'], { cwd: root });
  const naming = [...documents, ...sources, 'package.json', 'action.yml'].filter((path) =>
    /github\.com\/(?:example|OWNER)\b/.test(readFileSync(join(root, path), 'utf8')),
  );
  expect(naming).toEqual([]);
});

test.each([
  ['[a](none.md)', ['none.md']],
  ['[a](../none/)', ['../none/']],
  ['[a](faq.md#none)', ['faq.md#none']],
  ['# One\n\n[a](#two)', ['#two']],
  ['# One `two`: three!\n\n[a](#one-two-three)', []],
  ['# One\n\n# One\n\n[a](#one-1) [b](#one-2)', ['#one-2']],
  ['[a](faq.md) [b](../README.md) [c](https://example.com/none)', []],
  ['`[a](none.md)`\n\n```md\n[a](none.md)\n```\n', []],
])('a broken link is seen: %j', (markdown, broken) =>
  expect(brokenLinks('docs/page.md', markdown)).toEqual(broken),
);

test('the index of the documentation names every page', () => {
  const named = linksOf('docs/README.md', textOf('docs/README.md')).map(({ path }) => path);
  const pages = documents.filter((path) => path.startsWith('docs/') && path !== 'docs/README.md');
  expect(pages.filter((page) => !named.includes(page))).toEqual([]);
});
