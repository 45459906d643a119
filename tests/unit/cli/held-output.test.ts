import { expect, test } from 'vitest';
import { heldOutput } from '../../../src/output/io.ts';
import { fakeIo } from '../../support/io.ts';

test('prints later, all at once and in its order, on the ways out that were taken', () => {
  const io = fakeIo({ live: true });
  const held = heldOutput(io, ['out', 'err', 'rendered']);
  held.io.out('a \u001b[31m\n');
  held.io.err('b\n');
  held.io.rendered('\u001b[1mc\u001b[0m\n');
  expect(io.printed() + io.errors()).toBe('');
  held.release();
  expect(io.printed()).toBe('a \\u{1b}[31m\n\u001b[1mc\u001b[0m\n');
  expect(io.errors()).toBe('b\n');
  held.release();
  expect(io.errors()).toBe('b\n');
});
