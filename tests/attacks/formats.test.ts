import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { globSync } from 'tinyglobby';
import { expect, test } from 'vitest';
import { matrixOf, reduced } from '../../src/report/matrix.ts';
import { root } from '../support/cli.ts';
import { runs } from '../support/properties.ts';
import { onDay } from '../support/series.ts';
import { changeOf, withChange } from '../support/subject.ts';
import { report } from '../unit/reporters/fixture.ts';
import { hostile, hostileTexts, withText } from '../unit/reporters/hostile.ts';
import { comparedWith, turned } from '../unit/reporters/turned.ts';
import { families, loadedModule, registries, renderModule } from './families.ts';
import { anyText } from './properties/texts.ts';
import { kinds } from './shapes.ts';

/** Texts of others, in every string that a format is given, in every format that there is. */

const known = await families();

/** What each registry's formats are made from, with a text after every string of it. */
const inputs: Readonly<Record<string, (text: string) => unknown>> = {
  report: (text) => withText(text, withChange(report, changeOf(turned(report), report, 'named'))),
  comparison: (text) => comparedWith(withText(text), turned(withText(text))),
  matrix: (text) => {
    const days = [0, 1, 2].map((day) =>
      onDay(withText(text), day, { 'put.data.name:echo': day === 1 ? 'conforms' : 'deviates' }),
    );
    return matrixOf(days.map((one, at) => reduced(one, `day-${at}/report.html`)));
  },
};

async function renderedWith(text: string): Promise<ReadonlyMap<string, string>> {
  const texts = [...known].flatMap(([family, formats]) => {
    const input = inputs[family]?.(text) as never;
    return formats.map(async ({ name, load }): Promise<[string, string]> => {
      return [`${family} ${name}`, (await load())(input, { colour: true, columns: 80 })];
    });
  });
  return new Map(await Promise.all(texts));
}

const usual = await renderedWith(' x');

/** Markdown leaves entries out that would make it longer than 60,000 characters, and then differs in its lines. */
const isWhole = (format: string, output: string) => !format.endsWith('markdown') || output.length < 50_000;

async function problemsWith(text: string): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const [format, output] of await renderedWith(` ${text}`)) {
    const kind = kinds[format.split(' ')[1] ?? ''];
    try {
      problems.push(
        ...(kind?.problems(output) ?? ['of no known kind']).map((problem) => `${format}: ${problem}`),
      );
      if (isWhole(format, output))
        expect(kind?.shape(output), format).toEqual(kind?.shape(usual.get(format) ?? ''));
    } catch (error) {
      problems.push(`${format}: ${(error as Error).message}`);
    }
  }
  return problems;
}

test('every registry has an input here, and every format a kind', () => {
  expect([...known.keys()].sort()).toEqual(Object.keys(inputs).sort());
  const names = [...known.values()].flatMap((formats) => formats.map(({ name }) => name));
  expect([...new Set(names)].sort()).toEqual(Object.keys(kinds).sort());
});

test('every module that renders is in a registry, and nothing outside of reporters/ goes past one', () => {
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  const modules = globSync('reporters/**/*.{ts,tsx}', { cwd: root }).filter((path) =>
    renderModule.test(read(path)),
  );
  const loaded = registries.flatMap((path) =>
    [...read(path).matchAll(loadedModule)].map(([, to = '']) => join(dirname(path), to)),
  );
  expect(modules.filter((module) => !loaded.includes(module))).toEqual([]);
  const sources = globSync('src/**/*.{ts,tsx}', { cwd: root });
  const past = sources.filter((path) => modules.some((module) => read(path).includes(`/${module}'`)));
  expect(past).toEqual([]);
});

test('no format refers to a file that was not written', () => {
  for (const [format, output] of usual)
    expect(output, format).not.toMatch(/\b(?:see|in) (?:report|comparison|matrix)\.json/);
});

test.each(hostileTexts)('%j does nothing, and changes no shape', async (text) =>
  expect(await problemsWith(text)).toEqual([]),
);

test('nor do they where they are long', async () =>
  expect(await problemsWith(`${hostile} `.repeat(4))).toEqual([]));

test('whatever a text is', async () => {
  const property = fc.asyncProperty(anyText, async (text) => {
    expect(await problemsWith(text)).toEqual([]);
  });
  await fc.assert(property, runs(1 / 20));
});
