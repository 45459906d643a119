import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRedactor } from '../../../src/secrets/redaction.ts';
import { windowLength } from '../../../src/secrets/secret-search.ts';
import { encodedBy, encoderNames, layersOver } from './encoders.ts';

/** A long text is searched a window at a time; a secret may lie across the seam between two. */

const token = 'tok-5f3b9.A~';
const redactor = createRedactor([{ name: 'x', value: token }]);

/** A text of full stops that is longer than a window, and carries something from an offset on. */
function textWith(carrier: string, offset: number): string {
  return `${'.'.repeat(offset)}${carrier}${'.'.repeat(windowLength + 1000 - offset)}`;
}

/** A token before, on and behind a seam: how many of the characters that write it stand before the seam. */
function offsetsOf(carrier: string): readonly number[] {
  return Array.from({ length: carrier.length + 3 }, (_, at) => windowLength + 1 - at);
}

describe('a token at every offset around the seam of two windows', () => {
  test.each(['plain', ...encoderNames])('%s', (name) => {
    const carrier = name === 'plain' ? token : encodedBy([name], token);
    for (const offset of offsetsOf(carrier)) {
      const { text, masked } = redactor.text(textWith(carrier, offset));
      expect([offset, masked]).toEqual([offset, ['x']]);
      expect(text.slice(0, offset)).toBe('.'.repeat(offset));
      expect(text).not.toContain(carrier);
    }
  });

  test('written by several encodings', () => {
    const property = fc.property(layersOver(), fc.double({ min: 0, max: 1, noNaN: true }), (names, share) => {
      const carrier = encodedBy(names.slice(0, 3), token);
      const offset = windowLength - Math.round(share * carrier.length);
      expect(redactor.contains(textWith(carrier, offset))).toEqual(['x']);
    });
    fc.assert(property, { numRuns: 300 });
  });

  test('is masked once where both windows show it', () => {
    const { text } = redactor.text(textWith(`${token} ${token}`, windowLength + 10));
    expect(text.replaceAll('.', '')).toBe('[masked: x] [masked: x]');
  });
});
