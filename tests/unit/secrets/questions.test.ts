import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isAllowedHeader, sensitiveKind } from '../../../src/secrets/sensitive-names.ts';
import { runs } from '../../support/properties.ts';
import { contract } from '../../support/subject.ts';

const pieces = fc.constantFrom(
  ...'x rate limit ratelimit RateLimit retry after api version deprecation sunset'.split(' '),
  ...['location', 'content', 'type', 'encoding', 'key', 'bucket', '9', '-', '-', '-'],
);

test('questions look at values only of headers that may be shown, or that are masked by their names', () => {
  const names = fc.array(pieces, { minLength: 1, maxLength: 6 }).map((all) => all.join(''));
  const property = fc.property(names, (name) => {
    const asked = contract.questions.filter(({ ofHead }) => ofHead?.test(name)).map(({ id }) => id);
    expect({ name, asked: isAllowedHeader(name) || sensitiveKind(name) !== undefined ? [] : asked }).toEqual({
      name,
      asked: [],
    });
  });
  fc.assert(property, runs(50));
});
