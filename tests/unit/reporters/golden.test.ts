import { describe, expect, it } from 'vitest';
import { reporterNamed, reporters } from '../../../reporters/index.ts';
import { report } from './fixture.ts';

const plain = { colour: false, columns: 80 };

async function rendered(name: string, options = plain): Promise<string> {
  const render = await reporterNamed(name)?.load();
  if (!render) throw new Error(`no reporter is called ${name}`);
  return render(report, options);
}

describe('registry', () => {
  it('lists each format under a name and a file of its own', () => {
    expect(reporters.map(({ name, file }) => [name, file])).toEqual([
      ['terminal', null],
      ['json', 'report.json'],
      ['junit', 'junit.xml'],
      ['markdown', 'report.md'],
      ['html', 'report.html'],
      ['code-quality', 'gl-code-quality.json'],
      ['sarif', 'report.sarif'],
    ]);
  });

  it('knows no other name', () => {
    expect(reporterNamed('pdf')).toBeUndefined();
  });
});

describe('what each format says about the report made by hand', () => {
  it.each([
    ['terminal', 'terminal.txt'],
    ['json', 'json.txt'],
    ['junit', 'junit.xml'],
    ['markdown', 'markdown.txt'],
    ['code-quality', 'code-quality.txt'],
    ['sarif', 'sarif.txt'],
  ])('%s', async (name, file) => {
    await expect(await rendered(name)).toMatchFileSnapshot(`golden/${file}`);
  });

  it('html, without its style and script', async () => {
    const text = (await rendered('html'))
      .replace(/<(style|script)>[\s\S]*?<\/\1>/g, '<$1>…</$1>')
      .replace(/'sha256-[^']+'/g, "'sha256-…'")
      .replaceAll(/(<(?:p|li|tr|td|dt|dd|details|section|article|header|pre)\b)/g, '\n$1');
    await expect(text).toMatchFileSnapshot('golden/html.txt');
  });

  it('terminal in colour', async () => {
    await expect(await rendered('terminal', { ...plain, colour: true })).toMatchFileSnapshot(
      'golden/terminal-colour.txt',
    );
  });

  it.each(reporters.map(({ name }) => name))('%s ends in exactly one line feed', async (name) => {
    expect(await rendered(name)).toMatch(/[^\n]\n$/);
  });
});
