import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { courseOf } from '../../../src/report/results.ts';
import { runs } from '../../support/properties.ts';
import type { DeviationCourse } from '../../support/subject.ts';

const start = Date.parse('2026-11-21T00:00:00Z');
const minutes = (count: number) => start + count * 60_000;
const iso = (time: number) => new Date(time).toISOString();

/** @param conforming minutes of what conforms @param deviating minutes of what deviates */
function course(conforming: readonly number[], deviating: readonly number[]): DeviationCourse | null {
  const [good, bad] = [conforming, deviating].map((all) => all.map(minutes).sort((a, b) => a - b));
  const [first, last] = [bad?.[0], bad?.at(-1)];
  return courseOf({
    firstAt: first === undefined ? null : iso(first),
    lastAt: last === undefined ? null : iso(last),
    deviates: deviating.length,
    conforming: good === undefined || good.length === 0 ? null : [good[0] ?? 0, good.at(-1) ?? 0],
  });
}

const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at);

describe('deviations are seen', () => {
  test.each<[string, number[], number[], DeviationCourse]>([
    ['always, where nothing conforms', [], [5], { kind: 'always' }],
    ['since a moment', from(0, 99), from(100, 200), { kind: 'since', at: iso(minutes(100)) }],
    ['until a moment', from(100, 200), from(0, 99), { kind: 'until', at: iso(minutes(99)) }],
    [
      'since the last that conforms, where instances change one after another',
      from(0, 103),
      from(100, 200),
      { kind: 'since', at: iso(minutes(103)) },
    ],
    ['until the first that conforms', from(97, 200), from(0, 100), { kind: 'until', at: iso(minutes(97)) }],
    ['at times, where both overlap for long', from(0, 150), from(100, 200), { kind: 'at-times' }],
    ['at times, where it comes and goes', from(0, 200), [50, 60, 70], { kind: 'at-times' }],
    [
      'at times, where it is the latest and was seen only twice',
      from(0, 99),
      [100, 101],
      { kind: 'at-times' },
    ],
  ])('%s', (_, conforming, deviating, expected) => expect(course(conforming, deviating)).toEqual(expected));

  test('at no time that is known', () => expect(course([1], [])).toBeNull());
});

const times = fc.array(fc.integer({ min: 0, max: 1_000 }), { minLength: 1, maxLength: 60 });

test('since and until are true: nothing conforms after the one, nor before the other', () => {
  fc.assert(
    fc.property(times, times, (conforming, deviating) => {
      const found = course(conforming, deviating);
      if (found?.kind === 'since')
        expect(Math.max(...conforming.map(minutes))).toBeLessThanOrEqual(Date.parse(found.at));
      if (found?.kind === 'until')
        expect(Math.min(...conforming.map(minutes))).toBeGreaterThanOrEqual(Date.parse(found.at));
    }),
    runs(),
  );
});
