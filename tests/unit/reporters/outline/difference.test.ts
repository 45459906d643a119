import { describe, expect, it } from 'vitest';
import { differenceOf, type MarkedRun } from '../../../../reporters/outline/difference.ts';

/** What differs stands between braces. */
function marked(runs: readonly MarkedRun[]): string {
  return runs.map(({ text, differs }) => (differs ? `{${text}}` : text)).join('');
}

const dateTime = { format: 'local-date-time' };
const hexadecimal = { format: 'hex-identifier', pattern: '^[0-9a-f]{32}$' };
const integer = { type: 'integer' };
const expected = 'what the document says';

describe('what of a value differs', () => {
  it.each([
    [dateTime, '"2026-01-15T09:30:00Z"', '"2026-01-15{T}09:30:00{Z}"'],
    [dateTime, '"2026-01-15 09:30:00.5"', '"2026-01-15 09:30:00{.5}"'],
    [{ format: 'date' }, '"2026/01/15"', '"2026{/}01{/}15"'],
    [hexadecimal, '"0123456789ABcdef0123456789abcdef"', '"0123456789{AB}cdef0123456789abcdef"'],
    [hexadecimal, '"0123456789abcdef0123456789abcdef0"', '"0123456789abcdef0123456789abcdef{0}"'],
    [integer, '"3"', '{"}3{"}'],
    [{ type: 'boolean' }, '"true"', '{"}true{"}'],
  ])('%j: %s', (check, actual, told) => {
    const difference = differenceOf({ expected, actual }, check);
    expect(marked(difference.actual)).toBe(told);
    expect(marked(difference.expected)).toBe(expected);
  });

  it.each([
    ['"success"', 'exactly "success"', '"SUCCESS"', 'exactly "{success}"', '"{SUCCESS}"'],
    ['"abc"', '"abc", the name that was sent', '"abc!"', '"abc", the name that was sent', '"abc{!}"'],
    ['"a,\\"b"', '"a,\\"b", the name that was sent', '"a"', '"a{,\\"b}", the name that was sent', '"a"'],
    ['16', '16, the action.amount that was sent', '17', '1{6}, the action.amount that was sent', '1{7}'],
    ['16', 'masked, and not to be found', '17', 'masked, and not to be found', '1{7}'],
  ])('between two values, %s in %s and %s', (wanted, sentence, actual, told, found) => {
    const difference = differenceOf({ expected: sentence, actual, wanted });
    expect([marked(difference.expected), marked(difference.actual)]).toEqual([told, found]);
  });

  it.each([
    [integer, '"three"'],
    [integer, '1.5'],
    [dateTime, 'null'],
    // The calendar minds it, not the form.
    [dateTime, '"2026-02-30 09:30:00"'],
    [undefined, 'absent'],
    [{ format: 'timestamp-text' }, '"yesterday"'],
    [hexadecimal, `"${'b'.repeat(3_000)}"`],
  ])('all of it: %j, %s', (check, actual) =>
    expect(differenceOf({ expected, actual }, check)).toEqual({
      expected: [{ text: expected, differs: false }],
      actual: [{ text: actual, differs: true }],
    }),
  );
});
