import { beforeAll, describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { action } from '../../slow/ci/action.ts';
import { conformance } from '../../support/cli.ts';
import { documents, partsOf, spansOf, textOf } from './markdown.ts';

/** What documents name in passing, in code spans and YAML, is there. The changelog also names what is gone. */

const pages = documents.filter((page) => page !== 'CHANGELOG.md');

describe('YAML', () => {
  const blocks = pages.flatMap((page) =>
    partsOf(textOf(page))
      .blocks.filter(({ language }) => /^ya?ml$/.test(language))
      .map(({ lines, line }) => ({ page, line, text: lines.join('\n') })),
  );

  test.each(blocks)('$page:$line is well-formed', ({ text }) => {
    const problems = parseAllDocuments(text).flatMap(({ errors }) => errors.map(({ message }) => message));
    expect(problems).toEqual([]);
  });

  test('docs/ci.md names every input and every output of the action', () => {
    const spans = spansOf(textOf('docs/ci.md'));
    const names = [...Object.keys(action.inputs), ...Object.keys(action.outputs)];
    expect(names.filter((name) => !spans.includes(name))).toEqual([]);
  });
});

describe('a mention of a command', () => {
  let options: ReadonlyMap<string, ReadonlySet<string>>;
  let all: ReadonlySet<string>;
  let helpText = '';
  beforeAll(async () => {
    const { stdout } = await conformance(['--help']);
    const names = [...stdout.matchAll(/^ {2}([a-z]+)\b(?=.* {2})/gm)].map(([, name = '']) => name);
    const helps = await Promise.all(names.map((name) => conformance([name, '--help'])));
    helpText = helps.map(({ stdout: text }) => text).join('\n');
    const flags = helps.map((help) => new Set(help.stdout.match(/--[a-z][a-z-]*/g)));
    options = new Map(names.map((name, at) => [name, flags[at] ?? new Set()]));
    all = new Set(flags.flatMap((some) => [...some]));
  }, 60_000);

  test('a default is that of the program', () => {
    const told = pages.flatMap((page) =>
      [...textOf(page).matchAll(/^\| `(--[a-z-]+)[^|]*\|[^|]*?(\d+) without it/gm)].map(
        ([, flag = '', value = '']) => ({ page, flag, value }),
      ),
    );
    expect(told.length).toBeGreaterThan(0);
    const wrong = told.filter(
      ({ flag, value }) =>
        !new RegExp(`^ +${flag} (?:(?!\\n +-)[^])*\\(default: ${value}\\b`, 'm').test(helpText),
    );
    expect(wrong).toEqual([]);
  });

  /** Whether a code span names a command or a flag that there is none of. */
  function isUnknown(text: string): boolean {
    const [, name] = /^(?:npx )?conformance ([a-z]+)\b/.exec(text) ?? [];
    const flags = text.match(/(?<=^| )--[a-z][a-z-]*/g) ?? [];
    if (name === undefined && !text.startsWith('--')) return false;
    const known = name === undefined ? all : options.get(name);
    return known === undefined || flags.some((flag) => !known.has(flag));
  }

  test.each(pages)('%s: names one that there is, with flags that it has', (page) =>
    expect(spansOf(textOf(page)).filter(isUnknown)).toEqual([]),
  );

  test('the scripts for build services pass flags that a run has', () => {
    const flags = `${textOf('ci/github-action.sh')} ${textOf('ci/generic.sh')}`.match(
      /--(?:out|env-file|reference)\b/g,
    );
    expect(new Set(flags).size).toBe(3);
    expect([...(flags ?? [])].filter((flag) => isUnknown(`conformance run ${flag}`))).toEqual([]);
  });

  test.each([
    ['conformance run --strict', false],
    ['conformance explain X', false],
    ['--repeat N', false],
    ['npm --no-such', false],
    ['conformance runn', true],
    ['npx conformance run --stric', true],
    ['conformance explain X --plan', true],
    ['--stric', true],
  ])('%s: unknown %s', (text, unknown) => expect(isUnknown(text)).toBe(unknown));
});
