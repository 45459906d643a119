import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JudgeState } from '../../../src/judge/judge.ts';
import { holds, runs } from '../../support/properties.ts';
import { divisionOf, gathered, inOnePass } from './divisions.ts';
import { exchangesOfAllKinds } from './exchanges.ts';
import { rewritten } from './rewritten.ts';
import { comparable, Written } from './written-judge.ts';

/** Judges that are written as JSON, but for their requestIds, and read again whenever another takes their state. */

/** Tries of a property: each writes and reads up to six judges. */
const share = 0.15;

/** Written in ways that a reader may take for one another. */
const rewrittenExchanges = exchangesOfAllKinds.chain((all) => fc.tuple(...all.map((one) => rewritten(one))));
const divided = rewrittenExchanges.chain((all) => fc.tuple(fc.constant(all), divisionOf(all.length)));

function sameResults(make: () => Written) {
  return fc.asyncProperty(divided, async ([all, division]) => {
    const once = inOnePass(make, all).judge.results((key) => all[key]);
    const parts = gathered(make, all, division).judge.results((key) => all[key]);
    expect(comparable(parts)).toStrictEqual(comparable(once));
  });
}

describe('parts that are judged', () => {
  test('are found together what one judge finds', async () => {
    await holds(
      sameResults(() => new Written()),
      share,
    );
  });

  test('are written the same again once they are read', async () => {
    const property = fc.asyncProperty(exchangesOfAllKinds, async (all) => {
      const { written } = inOnePass(() => new Written(), all);
      const again = new Written();
      again.judge.take(JSON.parse(written) as JudgeState);
      expect(JSON.parse(again.written)).toStrictEqual(JSON.parse(written));
    });
    await holds(property, share);
  });
});

test('the property of parts does not hold where something is left out', async () => {
  const forgetful = () =>
    new (class extends Written {
      override take(other: this): void {
        const { questions: _, ...state } = JSON.parse(other.written) as JudgeState;
        this.judge.take({ ...state, questions: {} });
      }
    })();
  const { failed } = await fc.check(sameResults(forgetful), { ...runs(), endOnFailure: true });
  expect(failed).toBe(true);
});
