import { describe, expect, test } from 'vitest';
import { formats, isCalendarDay } from '../../../src/contract/formats.ts';

describe.each([...formats.values()])('$name', ({ test: accepts, examples, nearMisses }) => {
  test.each(examples)('takes %j', (text) => expect(accepts(text)).toBe(true));
  test.each(nearMisses)('refuses %j', (text) => expect(accepts(text)).toBe(false));
});

test('days are those of the Gregorian calendar', () => {
  for (let year = 1896; year <= 2104; year += 1) {
    for (let month = 1; month <= 12; month += 1) {
      const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
      expect(isCalendarDay(year, month, last), `${year}-${month}-${last}`).toBe(true);
      expect(isCalendarDay(year, month, last + 1), `${year}-${month}-${last + 1}`).toBe(false);
    }
  }
  expect([isCalendarDay(2025, 0, 1), isCalendarDay(2025, 13, 1), isCalendarDay(2025, 1, 0)]).toEqual([
    false,
    false,
    false,
  ]);
});
