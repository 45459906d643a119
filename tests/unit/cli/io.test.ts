import { expect, test } from 'vitest';
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
