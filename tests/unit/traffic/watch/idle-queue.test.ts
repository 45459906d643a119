import { expect, test } from 'vitest';
import { IdleQueue } from '../../../../src/traffic/watch/idle-queue.ts';

test('works on one piece a turn, in order, and is empty once all are done', async () => {
  const done: number[] = [];
  const turns: number[] = [];
  let turn = 0;
  const count = () => {
    turn += 1;
    if (done.length < 3) setImmediate(count);
  };
  const queue = new IdleQueue<number>(10, (item) => {
    done.push(item);
    turns.push(turn);
  });
  for (const item of [1, 2, 3]) expect(queue.add(item)).toBe(true);
  expect(done).toEqual([]);
  count();
  await queue.empty();
  expect(done).toEqual([1, 2, 3]);
  expect(new Set(turns).size).toBe(3);
});

test('takes no more than so many, and again once there is room', async () => {
  const queue = new IdleQueue<number>(2, () => undefined);
  expect([1, 2, 3].map((item) => queue.add(item))).toEqual([true, true, false]);
  await queue.empty();
  expect(queue.add(4)).toBe(true);
  expect(queue.waiting).toBe(1);
});

test('where it is never quiet, works now and then', async () => {
  const done: number[] = [];
  const queue = new IdleQueue<number>(
    4,
    (item) => void done.push(item),
    () => false,
  );
  for (const item of [1, 2]) queue.add(item);
  await new Promise((resolve) => setImmediate(resolve));
  expect(done).toEqual([]);
  await queue.empty();
  expect(done).toEqual([1, 2]);
});
