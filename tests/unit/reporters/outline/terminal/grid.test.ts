import { styleText } from 'node:util';
import { expect, test } from 'vitest';
import { grid } from '../../../../../reporters/print/terminal.ts';

test('the first column to the left, the others centred, an odd space to the right', () =>
  expect(
    grid([
      ['field', 'type', 'value'],
      ['a', '✓', '✗'],
      ['longer name', '', '✓'],
    ]),
  ).toEqual(['field       type value', 'a            ✓     ✗', 'longer name        ✓']));

test('a column without anything still has its place', () =>
  expect(
    grid([
      ['', '', 'x'],
      ['a', '', ''],
    ]),
  ).toEqual(['   x', 'a']));

test('wide characters count twice, and paint counts nothing', () => {
  const red = (text: string) => styleText('red', text, { validateStream: false });
  const lines = grid([
    [red('名前'), 'type'],
    ['name', red('✗')],
  ]);
  expect(lines).toEqual([`${red('名前')} type`, `name  ${red('✗')}`]);
});

test('nothing at all', () => expect(grid([])).toEqual([]));
