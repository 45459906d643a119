import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { root } from './cli.ts';

/** As much of GitHub's Markdown as is needed to find commands, links and where links lead. */

/** Every document that a reader is sent to, by its path from the repository's folder. */
export const documents: readonly string[] = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'tests/README.md',
  ...['docs', 'schemas', 'reference', 'bench'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.md') && !path.includes('node_modules'))
      .map((path) => `${folder}/${path}`),
  ),
];

export function textOf(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

export interface Block {
  readonly language: string;
  /** Without the indentation that a list gives it. */
  readonly lines: readonly string[];
  /** Number of its first line, counted from 1. */
  readonly line: number;
}

interface Parts {
  readonly blocks: readonly Block[];
  /** The lines outside of blocks; a block leaves empty ones. */
  readonly prose: readonly string[];
}

/** Splits at fences. @throws Error where one is not closed */
export function partsOf(markdown: string): Parts {
  const blocks: Block[] = [];
  const prose: string[] = [];
  let open: { indent: string; fence: string; language: string; lines: string[]; line: number } | null = null;
  for (const [at, line] of markdown.split('\n').entries()) {
    const [, indent = '', fence, language = ''] = /^( *)(`{3,})([\w-]*)/.exec(line) ?? [];
    prose.push(open === null && fence === undefined ? line : '');
    if (open === null && fence !== undefined) open = { indent, fence, language, lines: [], line: at + 2 };
    else if (open !== null && line.trim() === open.fence) {
      blocks.push(open);
      open = null;
    } else if (open !== null)
      open.lines.push(line.startsWith(open.indent) ? line.slice(open.indent.length) : line);
  }
  if (open !== null) throw new Error(`the block at line ${open.line} is not closed`);
  return { blocks, prose };
}

/** The fragment that GitHub makes of a heading. */
function slug(heading: string): string {
  return heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]/g, '')
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M} _-]/gu, '')
    .replaceAll(' ', '-');
}

/** Fragments of every heading; a second heading of the same words gets a number. */
export function fragmentsOf(markdown: string): ReadonlySet<string> {
  const seen = new Map<string, number>();
  const headings = partsOf(markdown).prose.flatMap((line) => /^#{1,6} +(.*)$/.exec(line)?.[1] ?? []);
  return new Set(
    headings.map((heading) => {
      const base = slug(heading);
      const count = seen.get(base) ?? 0;
      seen.set(base, count + 1);
      return count === 0 ? base : `${base}-${count}`;
    }),
  );
}

export interface Link {
  readonly target: string;
  /** Path from the repository's folder; null for a link that leaves it. */
  readonly path: string | null;
  readonly fragment: string;
}

/** The links of a document, code spans left out. */
export function linksOf(document: string, markdown: string): readonly Link[] {
  const prose = partsOf(markdown)
    .prose.join('\n')
    .replace(/`[^`\n]*`/g, '``');
  return [...prose.matchAll(/\]\(\s*<?([^)\s>]+)>?[^)]*\)/g)].map(([, target = '']) => {
    const [path = '', fragment = ''] = target.split('#');
    if (/^[a-z]+:/i.test(target)) return { target, path: null, fragment: '' };
    return { target, path: path === '' ? document : normalize(join(dirname(document), path)), fragment };
  });
}

/** Code spans of a document, without their quotes. */
export function spansOf(markdown: string): readonly string[] {
  return [
    ...partsOf(markdown)
      .prose.join('\n')
      .matchAll(/`([^`]+)`/g),
  ].map(([, text = '']) => text.replace(/\s+/g, ' '));
}
