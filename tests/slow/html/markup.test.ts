import { describe, expect, test } from 'vitest';
import { htmlProblems } from '../../attacks/properties/html-problems.ts';
import { minded } from './html-validate.ts';
import { names, textOf } from './pages.ts';
import { pageNames, pageText } from './reports.ts';

describe('html-validate', () => {
  test.each(names)('minds nothing on %s', async (name) =>
    expect(await minded(await textOf(name))).toEqual([]),
  );

  test.each<[string, (text: string) => string]>([
    ['element-permitted-content', (text) => text.replace('<h1>', '<h1><div></div>')],
    ['no-dup-id', (text) => text.replace('id="effects"', 'id="exchanges"')],
    ['no-inline-style', (text) => text.replace('<main', '<main style="color: red"')],
    ['close-order', (text) => text.replace('</main>', '')],
  ])('sees a fault: %s', async (rule, change) =>
    expect((await minded(change(await pageText('made by hand')))).join('\n')).toContain(rule),
  );
});

test.each(pageNames)('our own reading of a page minds nothing on %s', async (name) =>
  expect(htmlProblems(await pageText(name))).toEqual([]),
);

test.each(names)('labels beside each other have white space between them: %s', async (name) => {
  const touching =
    /<\/(?:strong|span|code|button|a)><(?:strong|span(?! class="(?:name|line|fields|right))|code|button|a)\b[^>]*>/g;
  expect((await textOf(name)).match(touching) ?? []).toEqual([]);
});
