import { expect, test } from 'vitest';
import { bodyText, type PlaceNote, recordLines } from '../../../../reporters/outline/body.ts';

const note = (pointer: string): PlaceNote => ({ pointer, mark: 'deviates', right: '3' });

function shown(pointers: readonly string[], isStart = true): readonly string[] {
  const { lines } = bodyText('{"a":1,"b":{"c":2}}', pointers);
  return recordLines(lines, pointers.map(note), isStart).map(
    ({ pieces, notes, missing = '' }) =>
      pieces.map(({ text }) => text).join('') +
      missing +
      notes.map(({ pointer }) => ` <- ${pointer}`).join(''),
  );
}

test('a wrong value is noted in its line', () =>
  expect(shown(['/b/c'])).toEqual(['{', '  "a": 1,', '  "b": {', '    "c": 2 <- /b/c', '  }', '}']));

test('what is missing has a line below the beginning of what would hold it, named and indented as its neighbours', () =>
  expect(shown(['/b/d', '/e', '/f/g'])).toEqual([
    ...['{', '  "e" is missing <- /e', '  /f/g is missing <- /f/g', '  "a": 1,'],
    ...['  "b": {', '    "d" is missing <- /b/d', '    "c": 2', '  }', '}'],
  ]));

test('what is about the whole response is above it, once', () => {
  expect(shown([''])[0]).toBe('the whole response <- ');
  expect(shown(['', '/e'], false).join()).not.toContain('<-');
});
