import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../support/cli.ts';
import { commandLine } from '../../support/command-line.ts';
import { documents, linksOf, textOf } from './markdown.ts';

/** What texts of the package name is in the package: whoever has the tarball alone finds it there. */

/** Paths that texts may name although the package lacks them. */
const reasons: readonly { readonly path: RegExp; readonly reason: string }[] = [
  { path: /^(?:ARCHITECTURE|CONTRIBUTING)\.md$/, reason: 'for those who change the suite' },
  { path: /^(?:bench|scripts|tests)\/|^vitest\.target\.config\.ts$/, reason: 'read and run in a clone' },
  { path: /^src\/secrets\/sensitive-names\.ts$/, reason: 'a list in the source' },
  { path: /^\.(?:gitignore|npmrc)$/, reason: "the reader's own file" },
];

let packed: readonly string[];
beforeAll(() => {
  const npm = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const stdout = execFileSync('npm', npm, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [{ files }] = JSON.parse(stdout) as [{ files: readonly { path: string }[] }];
  packed = files.map(({ path }) => path);
}, 300_000);

function isPacked(path: string): boolean {
  const folder = path.endsWith('/') ? path : `${path}/`;
  return packed.some((file) => file === path || file.startsWith(folder));
}

/** What runs and readers make in a clone, as the README tells them. */
const madeHere =
  /^(?:conformance-report|coverage|evidence)(?:\/|$)|^(?:\.env|token\.txt|conformance\.\w+\.json)$/;

/** Paths below the repository's folder that are in a text, as words; one below an installed package counts, too. */
function pathsIn(text: string): readonly string[] {
  const words = text.match(/(?<![\w/.:@-])\.?\w[\w.-]*(?:\/[\w.-]+)*\/?/g) ?? [];
  return words
    .map((word) => word.replace(/^node_modules\/entity-config-conformance\/|[.-]+$/g, ''))
    .filter((path) => /[/.]/.test(path) && !madeHere.test(path) && existsSync(join(root, path)));
}

function missing(paths: readonly string[]): readonly string[] {
  return paths.filter((path) => !isPacked(path) && !reasons.some((allowed) => allowed.path.test(path)));
}

const pages = documents.filter((path) =>
  /^(?:README|CHANGELOG|SECURITY)\.md$|^(?:docs|schemas)\//.test(path),
);

describe('the package has what is named in', () => {
  test.each(pages)('%s', (page) => {
    const links = linksOf(page, textOf(page)).flatMap(({ path }) => path ?? []);
    expect(missing([...links, ...pathsIn(textOf(page))])).toEqual([]);
  });

  test.each(['.env.example', 'action.yml', 'ci/generic.sh', 'ci/gitlab.yml', 'src/vitest.ts'])('%s', (file) =>
    expect(missing(pathsIn(textOf(file)))).toEqual([]),
  );

  test('the help of every command', async () => {
    const help = async (...args: readonly string[]) =>
      (await commandLine([...args, '--help'], { io: { columns: 200 } })).printed;
    const all = await help();
    const names = [...all.matchAll(/^ {2}([a-z]+)\b(?=.* {2})/gm)].map(([, name = '']) => name);
    const helps = await Promise.all(names.map((name) => help(name)));
    expect(names.length).toBeGreaterThan(10);
    expect(missing(pathsIn([all, ...helps].join('\n')))).toEqual([]);
  });
});

test('a path that is not in the package is seen', () => {
  const text =
    'See `biome.json`, [it](../knip.json) and .ci/run; docs/ci.md, schemas/suite/ and src/none.ts are fine.';
  expect(missing(pathsIn(text))).toEqual(['biome.json', '.ci/run']);
  expect(missing(linksOf('docs/page.md', text).map(({ path }) => path ?? ''))).toEqual(['knip.json']);
});

test('each reason is needed', () => {
  const named = pages.flatMap((page) => pathsIn(textOf(page)));
  expect(reasons.filter(({ path }) => !named.some((name) => path.test(name)))).toEqual([]);
});
