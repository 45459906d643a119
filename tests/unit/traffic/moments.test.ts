import fc from 'fast-check';
import { expect, test } from 'vitest';
import { momentOf } from '../../../src/traffic/message.ts';
import { runs } from '../../support/properties.ts';

/** A time is what JavaScript reads it as, whatever was read before it. */

const texts = fc.oneof(
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.stringMatching(/^20\d\d-[01]\d-[0-3]\dT[0-2]\d:[0-6]\d:[0-6]\d\.\d{3}Z$/),
  fc.stringMatching(/^2026-01-02T(?:23:59:59|24:00:00)\.\d{3,4}(?:Z|[+-]0\d:00)$/),
);

test('times of one second and of others, and texts that are no time', () => {
  fc.assert(
    fc.property(fc.array(texts), (times) => {
      expect(times.map(momentOf)).toEqual(times.map((time) => Date.parse(time)));
    }),
    runs(),
  );
});
