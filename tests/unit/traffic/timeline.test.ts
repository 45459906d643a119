import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Timeline } from '../../../src/traffic/timeline.ts';
import { runs } from '../../support/properties.ts';

const start = Date.UTC(2026, 0, 1);

function timelineOf(times: readonly number[]): Timeline {
  const made = new Timeline();
  for (const time of times) made.add(time);
  return made;
}

test('counts seconds, and wider steps where there are many', () => {
  expect(timelineOf([start, start + 500, start + 2_000]).rate()).toEqual({
    from: '2026-01-01T00:00:00.000Z',
    stepSeconds: 1,
    counts: [2, 0, 1],
  });
  const { stepSeconds, counts } = timelineOf([start, start + 86_400_000]).rate() ?? {
    stepSeconds: 0,
    counts: [],
  };
  expect(stepSeconds).toBeGreaterThan(900);
  expect(counts.length).toBeLessThanOrEqual(96);
  expect([counts[0], counts.at(-1)]).toEqual([1, 1]);
});

test('nothing has no rate', () => {
  expect(new Timeline().rate()).toBeNull();
  expect(new Timeline().rate(timelineOf([start]))).toEqual({
    from: '2026-01-01T00:00:00.000Z',
    stepSeconds: 1,
    counts: [0],
  });
});

test('begins in the year 0, however long its steps are', () => {
  const [first, last] = [Date.parse('0000-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59Z')];
  expect(timelineOf([first, last]).rate()?.from).toBe('0000-01-01T00:00:00.000Z');
});

const times = fc.array(fc.integer({ min: start, max: start + 10 * 86_400_000 }), { maxLength: 50 });

test('depends on the times alone: in any order, divided in any way, none is lost', () => {
  fc.assert(
    fc.property(times, times, (one, other) => {
      const all = timelineOf([...one, ...other]);
      const merged = timelineOf(other);
      merged.take(timelineOf(one).state);
      expect(merged.rate()).toEqual(all.rate());
      expect(timelineOf([...other, ...one].reverse()).rate()).toEqual(all.rate());
      expect((all.rate()?.counts ?? []).reduce((sum, count) => sum + count, 0)).toBe(
        one.length + other.length,
      );
      const beside = timelineOf(one).rate(all);
      if (beside !== null)
        expect([beside.from, beside.stepSeconds]).toEqual([all.rate()?.from, all.rate()?.stepSeconds]);
    }),
    runs(),
  );
});
