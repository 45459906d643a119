import { describe, expect, it } from 'vitest';
import { annotations, changeOf, comparisonReporters, reporters, withChange } from '../../support/subject.ts';
import { writtenBy } from '../../support/written.ts';
import { report } from './fixture.ts';
import { comparedWith, turned } from './turned.ts';

const plain = { colour: false, columns: 80 };
const files = writtenBy(reporters);

const reporterNamed = (name: string) => reporters.find((one) => one.name === name);

async function rendered(name: string, options: object = plain): Promise<string> {
  const render = await reporterNamed(name)?.load();
  if (!render) throw new Error(`no reporter is called ${name}`);
  return render(report, { ...plain, ...options });
}

interface Log {
  readonly runs: readonly [
    {
      readonly tool: { readonly driver: { readonly rules: readonly object[] } };
      readonly results: readonly object[];
    },
  ];
}

/** A log with the first of its rules and results: the others are alike, and a schema looks at all of them. */
function shortened(text: string): string {
  const log = JSON.parse(text) as Log;
  const [run] = log.runs;
  const driver = { ...run.tool.driver, rules: run.tool.driver.rules.slice(0, 2) };
  const runs = [{ ...run, tool: { ...run.tool, driver }, results: run.results.slice(0, 3) }];
  return `${JSON.stringify({ ...log, runs }, null, 2)}\n`;
}

/** A page without its style and script, on lines. Other formats stay as they are. */
function readable(text: string): string {
  if (!text.startsWith('<!doctype html>')) return text;
  return text
    .replace(/<(style|script)>[\s\S]*?<\/\1>/g, '<$1>…</$1>')
    .replace(/'sha256-[^']+'/g, "'sha256-…'")
    .replaceAll(/(<(?:p|li|tr|td|dt|dd|details|section|article|header|pre)\b)/g, '\n$1');
}

describe('registry', () => {
  it('lists each format under a name and a file of its own', () =>
    expect(reporters.map(({ name, file }) => [name, file])).toEqual([
      ['terminal', null],
      ['json', 'report.json'],
      ['junit', 'junit.xml'],
      ['markdown', 'report.md'],
      ['html', 'report.html'],
      ['code-quality', 'gl-code-quality.json'],
      ['sarif', 'report.sarif'],
    ]));
});

describe('what each format says about the report made by hand', () => {
  it.each([
    ['terminal', 'terminal.txt'],
    ['junit', 'junit.xml'],
    ['markdown', 'markdown.txt'],
    ['code-quality', 'code-quality.txt'],
    ['sarif', 'sarif.txt'],
  ])('%s', async (name, file) => {
    const text = await rendered(name, { ...plain, files: name === 'terminal' ? [] : files });
    await expect(name === 'sarif' ? shortened(text) : text).toMatchFileSnapshot(`golden/${file}`);
  });

  it('html, without its style and script', async () => {
    const text = readable(await rendered('html', { ...plain, files }));
    await expect(text).toMatchFileSnapshot('golden/html.txt');
  });

  it('annotations of GitHub Actions', async () =>
    await expect(annotations(report)).toMatchFileSnapshot('golden/annotations.txt'));

  it('markdown, with what flipped since an earlier report', async () => {
    const render = await reporterNamed('markdown')?.load();
    const later = withChange(report, changeOf(turned(report), report, 'named'));
    await expect(render?.(later, { ...plain, files })).toMatchFileSnapshot('golden/markdown-previous.txt');
  });

  it('terminal, with everything', async () =>
    await expect(await rendered('terminal', { ...plain, detail: 'verbose' })).toMatchFileSnapshot(
      'golden/terminal-verbose.txt',
    ));

  it('terminal in colour', async () =>
    await expect(await rendered('terminal', { ...plain, colour: true })).toMatchFileSnapshot(
      'golden/terminal-colour.txt',
    ));

  it.each(reporters.map(({ name }) => name))('%s ends in exactly one line feed', async (name) =>
    expect(await rendered(name)).toMatch(/[^\n]\n$/),
  );
});

const compared = comparedWith(report, turned(report));

const told = comparisonReporters.filter(({ name }) => name !== 'json');

it.each(told.map(({ name, load }) => ({ name, load })))(
  'what each format says about a comparison: $name',
  async ({ name, load }) => {
    const text = readable((await load())(compared, plain));
    await expect(text).toMatchFileSnapshot(`golden/comparison-${name}.txt`);
  },
);
