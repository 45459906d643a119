import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import packageJson from '../../package.json' with { type: 'json' };
import { generatedDocuments } from '../../scripts/generate/generated-documents.ts';
import { action } from '../slow/ci/machine.ts';
import { conformance, root } from '../support/cli.ts';
import { documents, fragmentsOf, linksOf, partsOf, spansOf, textOf } from '../support/markdown.ts';
import { contract } from '../support/subject.ts';

/** What documents name is there: files, headings, commands, flags, numbers. The changelog also names what is gone. */

test.each(Object.entries(generatedDocuments))('%s is what `npm run docs` writes', (path, write) =>
  expect(readFileSync(join(root, path), 'utf8')).toBe(write()),
);

function brokenLinks(document: string, markdown: string): readonly string[] {
  return linksOf(document, markdown)
    .filter(({ path, fragment }) => {
      if (path === null) return false;
      if (path !== document && !existsSync(join(root, path))) return true;
      return fragment !== '' && !fragmentsOf(path === document ? markdown : textOf(path)).has(fragment);
    })
    .map(({ target }) => target);
}

describe('links', () => {
  test.each(documents)('none is broken: %s', (document) =>
    expect(brokenLinks(document, textOf(document))).toEqual([]),
  );

  test.each([
    ['[a](none.md)', ['none.md']],
    ['[a](faq.md#none)', ['faq.md#none']],
    ['# One\n\n[a](#two)', ['#two']],
    ['# One\n\n# One\n\n[a](#one-1) [b](#one-2)', ['#one-2']],
    ['[a](faq.md) [b](../README.md) [c](https://example.com/none) `[a](none.md)`', []],
  ])('a broken one is seen: %j', (markdown, broken) =>
    expect(brokenLinks('docs/page.md', markdown)).toEqual(broken),
  );

  test('the index of the documentation has every page', () => {
    const named = linksOf('docs/README.md', textOf('docs/README.md')).map(({ path }) => path);
    const pages = documents.filter((path) => path.startsWith('docs/') && path !== 'docs/README.md');
    expect(pages.filter((page) => !named.includes(page))).toEqual([]);
  });
});

const pages = documents.filter((page) => page !== 'CHANGELOG.md');

describe('commands and flags', () => {
  let options: ReadonlyMap<string, ReadonlySet<string>>;
  let all: ReadonlySet<string>;
  beforeAll(async () => {
    const { stdout } = await conformance(['--help']);
    const names = [...stdout.matchAll(/^ {2}([a-z]+)\b(?=.* {2})/gm)].map(([, name = '']) => name);
    const helps = await Promise.all(names.map((name) => conformance([name, '--help'])));
    const flags = helps.map((help) => new Set(help.stdout.match(/--[a-z][a-z-]*/g)));
    options = new Map(names.map((name, at) => [name, flags[at] ?? new Set()]));
    all = new Set(flags.flatMap((some) => [...some]));
  });

  /** Whether a text names a command or a flag that there is none of. */
  function isUnknown(text: string): boolean {
    const [, name] = /^(?:npx )?conformance ([a-z]+)\b/.exec(text) ?? [];
    const flags = text.match(/(?<=^| )--[a-z][a-z-]*/g) ?? [];
    if (name === undefined && !text.startsWith('--')) return false;
    const known = name === undefined ? all : options.get(name);
    return known === undefined || flags.some((flag) => !known.has(flag));
  }

  test.each(pages)('%s names such as there are', (page) =>
    expect(spansOf(textOf(page)).filter(isUnknown)).toEqual([]),
  );

  test.each(readdirSync(join(root, 'docs/scale')))(
    'docs/scale/%s runs what there is, and is named',
    (name) => {
      const text = readFileSync(join(root, 'docs/scale', name), 'utf8');
      const lines = [...text.matchAll(/npx (conformance check(?:[^;&|\n]|\\\n|\n +)*)/g)];
      expect(lines.length).toBeGreaterThan(0);
      expect(lines.filter(([, line = '']) => isUnknown(line.replace(/["',\s\\]+/g, ' ')))).toEqual([]);
      expect(textOf('docs/scale.md')).toContain(`(scale/${name})`);
      if (name.endsWith('.sh')) execFileSync('sh', ['-n', join(root, 'docs/scale', name)]);
    },
  );

  test.each([
    ['conformance run --strict', false],
    ['npm --no-such', false],
    ['conformance runn', true],
    ['npx conformance run --stric', true],
    ['conformance explain X --plan', true],
    ['--stric', true],
  ])('%s: unknown %s', (text, unknown) => expect(isUnknown(text)).toBe(unknown));
});

test.each(
  pages.flatMap((page) =>
    partsOf(textOf(page))
      .blocks.filter(({ language }) => /^ya?ml$/.test(language))
      .map(({ lines, line }) => ({ page, line, text: lines.join('\n') })),
  ),
)('$page:$line is YAML', ({ text }) => {
  expect(parseAllDocuments(text).flatMap(({ errors }) => errors.map(({ message }) => message))).toEqual([]);
});

test('docs/ci.md names every input and every output of the action', () => {
  const spans = spansOf(textOf('docs/ci.md'));
  const names = [...Object.keys(action.inputs), ...Object.keys(action.outputs)];
  expect(names.filter((name) => !spans.includes(name))).toEqual([]);
});

test('docs/faq.md has every exit code', () => {
  const listed = [...textOf('docs/faq.md').matchAll(/^\| (\d[\d, ]*) \| [a-z]+ \|/gm)];
  expect(listed.flatMap(([, codes = '']) => codes.split(', ')).map(Number)).toEqual([
    0, 1, 2, 3, 4, 130, 143,
  ]);
});

test('the numbers of the README are those of the contract and the package', () => {
  const readme = textOf('README.md');
  expect(readme).toContain(`\`${packageJson.engines.node}\``);
  const words = readme.replaceAll('\n', ' ');
  expect(words).toContain(`Each of the ${contract.requirements.length} requirements`);
  expect(words).toContain(
    `${contract.requestRequirements.length} more requirements are about requests of clients`,
  );
});
