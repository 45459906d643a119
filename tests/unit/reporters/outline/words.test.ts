import { expect, test } from 'vitest';
import { firmest, supportOf, supportWords } from '../../../../reporters/outline/words.ts';

const format = { facet: 'format', section: '2.3' } as const;

test('what a section requires and only shows as well is required', () => {
  const [required, shown] = [
    { ...format, strength: 'stated' },
    { ...format, strength: 'shown' },
  ] as const;
  const elsewhere = { ...shown, section: '4.1' };
  expect(firmest([required, shown])).toEqual([required]);
  expect(firmest([shown, required, elsewhere])).toEqual([required, elsewhere]);
  expect(firmest([shown])).toEqual([shown]);
});

test.each([
  ['byte-order-mark', 'advice of RFC 8259, not of the document'],
  ['unique-keys', 'advice of RFC 8259, not of the document'],
  ['uniqueness', 'implied by the name requestId'],
  ['format', 'only suggested by the document'],
] as const)('%s, where the document does not state it: %s', (facet, words) => {
  expect(supportOf({ facet, strength: 'shown' })).toBe(words);
  expect(supportWords({ facet, strength: 'shown', section: '1' })).toBe(`${words}, section 1`);
  expect(supportOf({ facet, strength: 'stated' })).toBe('required by the document');
});
