import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Operation } from '../../../src/model/requirement.ts';
import { holds } from '../../support/properties.ts';
import { damagedAnswer, editedAnswer } from './bodies.ts';
import { conduct, type Reply } from './conduct.ts';
import { plainHead } from './heads.ts';
import { outputProblems } from './outputs.ts';

/** Answers that are nearly right reach further into the judge than noise does. */

function changed(operation: Operation): fc.Arbitrary<string | Buffer> {
  return fc.oneof(
    { weight: 3, arbitrary: editedAnswer(operation) },
    { weight: 1, arbitrary: damagedAnswer(operation) },
  );
}

function replyOf(body: string | Buffer): Reply {
  return { head: plainHead, body: Buffer.from(body) };
}

/** Answers of each operation in a run: most of its time goes into the formats, however many there are. */
const atOnce = 3;

describe('a conforming response, changed in a few places', () => {
  test('is judged, and every output is well-formed and does nothing', async () => {
    const several = (operation: Operation) =>
      fc.array(changed(operation), { minLength: atOnce, maxLength: atOnce });
    const property = fc.asyncProperty(several('put'), several('delete'), async (put, remove) => {
      const answers = { put: put.map(replyOf), delete: remove.map(replyOf) };
      const { outputs } = await conduct({ answers });
      expect(outputProblems(outputs)).toEqual([]);
    });
    await holds(property, 1 / atOnce);
  });
});
