import { describe, expect, it } from 'vitest';
import { type Compared, differenceOf } from '../../../../reporters/support/difference.ts';

/** What differs stands between braces. */
function marked(runs: readonly Compared[]): string {
  return runs.map(({ text, differs }) => (differs ? `{${text}}` : text)).join('');
}

const form = 'a date and time written YYYY-MM-DD HH:MM:SS';
const hexadecimal = 'exactly 32 lower-case hexadecimal digits';

describe('what of a value differs', () => {
  it.each([
    [form, '"2026-01-15T09:30:00Z"', '"2026-01-15{T}09:30:00{Z}"'],
    [form, '"2026-01-15 09:30:00.5"', '"2026-01-15 09:30:00{.5}"'],
    ['a calendar date written YYYY-MM-DD', '"2026/01/15"', '"2026{/}01{/}15"'],
    [hexadecimal, '"0123456789ABcdef0123456789abcdef"', '"0123456789{AB}cdef0123456789abcdef"'],
    [hexadecimal, '"0123456789abcdef0123456789abcdef0"', '"0123456789abcdef0123456789abcdef{0}"'],
    ['an integer', '"3"', '{"}3{"}'],
    ['a boolean', '"true"', '{"}true{"}'],
  ])('%s: %s', (expected, actual, told) => {
    const difference = differenceOf(expected, actual);
    expect(marked(difference.actual)).toBe(told);
    expect(marked(difference.expected)).toBe(expected);
  });

  it.each([
    ['exactly "success"', '"SUCCESS"', 'exactly "{success}"', '"{SUCCESS}"'],
    ['"abc", the name that was sent', '"abc!"', '"abc", the name that was sent', '"abc{!}"'],
    ['"a,\\"b", the name that was sent', '"a"', '"a{,\\"b}", the name that was sent', '"a"'],
    ['16, the action.amount that was sent', '17', '1{6}, the action.amount that was sent', '1{7}'],
  ])('between two values, %s and %s', (expected, actual, wanted, found) => {
    const difference = differenceOf(expected, actual);
    expect([marked(difference.expected), marked(difference.actual)]).toEqual([wanted, found]);
  });

  it.each([
    ['an integer', '"three"'],
    ['an integer', '1.5'],
    [form, 'null'],
    // The calendar minds it, not the form.
    [form, '"2026-02-30 09:30:00"'],
    ['present', 'absent'],
    ['timestamp text: YYYY-MM-DD, YYYY-MM-DD HH:MM:SS or RFC 3339', '"yesterday"'],
    ['exactly "a"', `"${'b'.repeat(3_000)}"`],
  ])('all of it: %s, %s', (expected, actual) => {
    expect(differenceOf(expected, actual)).toEqual({
      expected: [{ text: expected, differs: false }],
      actual: [{ text: actual, differs: true }],
    });
  });
});
