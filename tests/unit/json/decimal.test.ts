import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isInteger, sameNumber } from '../../../src/json/decimal.ts';

describe('integers by value', () => {
  test.each('0 -0 0.0 3.0 -7 1e2 1.5e1 1E+2 100e-2 1e400 9007199254740993 0e-9 120.50e1'.split(' '))(
    '%s is one',
    (text) => expect(isInteger(text)).toBe(true),
  );

  test.each(['1.5', '-0.1', '1e-1', '15e-1', '1.0000000000000000001', '0.1e-400', '120.55e1'])(
    '%s is none',
    (text) => expect(isInteger(text)).toBe(false),
  );

  test('a long number is looked at once', () => {
    expect(isInteger(`0.1${'0'.repeat(1_000_000)}1`)).toBe(false);
    expect(isInteger(`1${'0'.repeat(1_000_000)}.${'0'.repeat(1_000_000)}`)).toBe(true);
  });
});

describe('equality by value', () => {
  test.each([
    ['1', '1.0'],
    ['10', '1e1'],
    ['-0', '0'],
    ['0.5', '5E-1'],
    ['1e400', '10e399'],
  ])('%s equals %s', (left, right) => expect(sameNumber(left, right)).toBe(true));

  test.each([
    ['9007199254740992', '9007199254740993'],
    ['1', '-1'],
    ['1e400', '1e401'],
    ['0.1', '0.10000000000000000001'],
  ])('%s differs from %s', (left, right) => expect(sameNumber(left, right)).toBe(false));

  test('agrees with JavaScript where that is exact', () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.integer(),
        (a, b) => sameNumber(JSON.stringify(a), JSON.stringify(b)) === (a === b),
      ),
    );
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        (a) => isInteger(JSON.stringify(a)) === Number.isInteger(a),
      ),
    );
  });
});
