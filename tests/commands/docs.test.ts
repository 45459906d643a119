import { describe, expect, test } from 'vitest';
import { conformance } from '../support/cli.ts';
import { documents, textOf } from '../unit/docs/markdown.ts';

/** `conformance docs`: the pages that the package carries. */

const pages = documents.flatMap((path) => /^docs\/([\w-]+)\.md$/.exec(path)?.[1] ?? []);
const others = pages.filter((page) => page !== 'README');

/** A command of a build service is made harmless in every printed text, in a page as well. */
const printed = (text: string) => text.replaceAll(/^::/gm, ':\\u{3a}');

describe.concurrent('conformance docs', () => {
  test('lists every page with what it holds', async () => {
    const { code, stdout, stderr } = await conformance(['docs']);
    expect([code, stderr]).toEqual([0, '']);
    const listed = [...stdout.matchAll(/^ {2}([\w-]+) +\S.*$/gm)].map(([, name]) => name);
    expect(listed.sort()).toEqual(others.sort());
    expect(stdout).toContain('Print one: conformance docs PAGE');
  });

  test.each(others)('prints %s', async (page) => {
    const { code, stdout } = await conformance(['docs', page]);
    expect(code).toBe(0);
    expect(stdout).toBe(printed(textOf(`docs/${page}.md`)));
  });

  test('takes the name that texts give a page', async () =>
    expect((await conformance(['docs', 'docs/document.md'])).stdout).toBe(textOf('docs/document.md')));
});
