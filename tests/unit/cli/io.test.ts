import { expect, test } from 'vitest';
import { ioOver, type Streams } from '../../../src/output/io.ts';
import { acting } from '../../support/acting.ts';
import { fakeIo } from '../../support/io.ts';
import { hostileTexts } from '../reporters/hostile.ts';

test.each([...hostileTexts, '\n::error::x', '  ::stop-commands::x', 'a\n##[error]b'])(
  'whatever is printed as text, on either stream, acts on nothing: %j',
  (text) => {
    const io = fakeIo();
    io.out(`${text}\n`);
    io.err(`conformance: ${text}\n`);
    io.overwrite(text);
    expect(io.printed()).not.toMatch(acting);
    expect(io.errors().replace('\r\u001b[2K', '')).not.toMatch(acting);
  },
);

test('line feeds and ordinary text stay', () => {
  const io = fakeIo();
  io.out('a\n  b é 値\n');
  expect(io.printed()).toBe('a\n  b é 値\n');
});

test('what a renderer made is printed as it is', () => {
  const io = fakeIo();
  io.rendered('\u001b[1mbold\u001b[22m\n');
  io.commands('::error title=a::b\n');
  expect([io.printed(), io.errors()]).toEqual(['\u001b[1mbold\u001b[22m\n', '::error title=a::b\n']);
});

test.each([
  ['120', 120],
  [undefined, 80],
  ['x', 80],
  ['-3', 80],
])('a terminal of 0 columns has those of COLUMNS=%s: %i', (COLUMNS, columns) => {
  const [stdout, stderr] = [0, 1].map(() => ({ write: () => true, isTTY: true, columns: 0 }));
  const io = ioOver({ stdin: {}, stdout, stderr } as Streams, { COLUMNS });
  expect([io.columns, io.liveColumns, stdout?.columns, stderr?.columns]).toEqual(Array(4).fill(columns));
});
