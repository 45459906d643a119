import { expect, test } from 'vitest';
import { Copy, Room } from '../../../../src/http/relay/copy.ts';

const piece = Buffer.from('0123456789');

test('a copy is whole, or given up and only counted', () => {
  const room = new Room(100);
  const [whole, long] = [new Copy(room, 20), new Copy(room, 19)];
  for (const copy of [whole, long]) for (const chunk of [piece, piece]) copy.add(chunk);
  expect(whole.copied()).toEqual({ bytes: Buffer.concat([piece, piece]), total: 20, givenUp: null });
  expect(long.copied()).toEqual({ bytes: Buffer.alloc(0), total: 20, givenUp: 'too-long' });
});

test('copies share their room, and give it back', () => {
  const room = new Room(25);
  const [first, second, third] = [new Copy(room, 50), new Copy(room, 50), new Copy(room, 50)];
  for (const copy of [first, first, second]) copy.add(piece);
  expect(first.copied().givenUp).toBeNull();
  expect(second.copied()).toEqual({ bytes: Buffer.alloc(0), total: 10, givenUp: 'no-room' });
  first.release();
  for (const chunk of [piece, piece]) third.add(chunk);
  expect(third.copied().givenUp).toBeNull();
});

test('what was copied is not what passed: that may be written over', () => {
  const copy = new Copy(new Room(100), 100);
  const chunk = Buffer.from(piece);
  copy.add(chunk);
  chunk.fill(0);
  expect(copy.copied().bytes).toEqual(piece);
});
