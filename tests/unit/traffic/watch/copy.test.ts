import { expect, test } from 'vitest';
import { Copy } from '../../../../src/traffic/watch/copy.ts';

const piece = Buffer.from('0123456789');

function stateOf(copy: Copy) {
  return { bytes: copy.bytes(), total: copy.total, givenUp: copy.givenUp };
}

test('a copy is whole, or given up and only counted', () => {
  const room = { left: 100 };
  const [whole, long, none] = [new Copy(room, 20), new Copy(room, 19), new Copy(room, 0)];
  for (const copy of [whole, long, none]) for (const chunk of [piece, piece]) copy.add(chunk);
  expect(stateOf(whole)).toEqual({ bytes: Buffer.concat([piece, piece]), total: 20, givenUp: null });
  for (const copy of [long, none])
    expect(stateOf(copy)).toEqual({ bytes: Buffer.alloc(0), total: 20, givenUp: 'too-long' });
});

test('copies share their room, and give it back', () => {
  const room = { left: 25 };
  const [first, second, third] = [new Copy(room, 50), new Copy(room, 50), new Copy(room, 50)];
  for (const copy of [first, first, second]) copy.add(piece);
  expect(first.givenUp).toBeNull();
  expect(stateOf(second)).toEqual({ bytes: Buffer.alloc(0), total: 10, givenUp: 'no-room' });
  first.release();
  for (const chunk of [piece, piece]) third.add(chunk);
  expect(third.givenUp).toBeNull();
});

test('what was copied is not what passed: that may be written over', () => {
  const copy = new Copy({ left: 100 }, 100);
  const chunk = Buffer.from(piece);
  copy.add(chunk);
  chunk.fill(0);
  expect(copy.bytes()).toEqual(piece);
});
