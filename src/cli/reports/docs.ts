import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { didYouMean } from '../../model/nearest.ts';
import { UsageError } from '../../output/exit.ts';
import { tool } from '../../output/tool.ts';
import { padded, widthOf } from '../../text/layout.ts';

/** The pages of the documentation, which the package carries: a reader needs neither a network nor a repository. */
const folder = join(dirname(createRequire(import.meta.url).resolve(`${tool.name}/package.json`)), 'docs');

const textOf = (page: string) => readFileSync(join(folder, `${page}.md`), 'utf8');

const index = 'README';

/** Names of the pages, which `conformance docs` takes. */
export function pages(): readonly string[] {
  const names = readdirSync(folder).flatMap((file) => /^([\w-]+)\.md$/.exec(file)?.[1] ?? []);
  return names.filter((name) => name !== index).sort();
}

/** The pages in the order of their index, each with what it says of them. */
function listOfPages(command: string): string {
  const lines = [...textOf(index).matchAll(/^\| \[([\w-]+)\.md\]\(\1\.md\) \| (.*) \|$/gm)];
  const width = Math.max(...lines.map(([, name = '']) => widthOf(name)));
  const list = lines.map(([, name = '', about = '']) => `  ${padded(name, width)}  ${about}`);
  return ['Pages of the documentation:', '', ...list, '', `Print one: ${command} docs PAGE`, ''].join('\n');
}

/**
 * A page as Markdown, or the list of pages.
 * @param page with or without the path and the ending that texts give it: `document`, `docs/document.md`
 * @throws UsageError for a page that there is not
 */
export function docsText(page: string | undefined, command: string): string {
  if (page === undefined) return listOfPages(command);
  const name = page.replace(/^docs\//, '').replace(/\.md$/, '');
  const known = pages();
  if (known.includes(name)) return textOf(name);
  throw new UsageError(`there is no page ${name}.${didYouMean([name], known)} All pages: ${command} docs`);
}
