import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Judge } from '../../src/judge/judge.ts';
import type { AddedExchange } from '../../src/judge/judgement.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import { contract } from '../../src/operations/index.ts';
import { holds, runs } from '../support/properties.ts';
import { divisionOf, gathered, inOnePass } from './divisions.ts';
import { exchangesOfAllKinds } from './exchanges.ts';

const divided = exchangesOfAllKinds.chain((all) => fc.tuple(fc.constant(all), divisionOf(all.length)));

function sameResults(make: () => Judge) {
  return fc.asyncProperty(divided, async ([all, division]) => {
    const expected = inOnePass(make, all).results((key) => all[key]);
    expect(gathered(make, all, division).results((key) => all[key])).toStrictEqual(expected);
  });
}

describe('judges that are merged', () => {
  test('find what one judge finds, whatever the order and the nesting', async () => {
    await holds(sameResults(() => new Judge(contract)));
  });

  test('stay as they are while another takes over what they know', async () => {
    const property = fc.asyncProperty(exchangesOfAllKinds, async (all) => {
      const [into, from] = [new Judge(contract), new Judge(contract)];
      for (const [key, exchange] of all.entries()) (key % 2 === 0 ? into : from).add(exchange, key);
      const before = from.results((key) => all[key]);
      into.merge(from);
      for (const [key, exchange] of all.entries()) into.add(exchange, all.length + key);
      expect(from.results((key) => all[key])).toStrictEqual(before);
    });
    await holds(property);
  });
});

/** Judges that depend on the order, or on who is merged into whom. */
const mistaken: readonly (readonly [name: string, make: () => Judge])[] = [
  [
    'numbers exchanges as they come',
    () =>
      new (class extends Judge {
        private next = 0;

        override add(exchange: Exchange): AddedExchange {
          this.next += 1;
          return super.add(exchange, this.next);
        }
      })(contract),
  ],
  [
    'forgets what the other one knows',
    () =>
      new (class extends Judge {
        override merge(): void {}
      })(contract),
  ],
  [
    'takes over twice what the other one knows',
    () =>
      new (class extends Judge {
        override merge(other: Judge): void {
          super.merge(other);
          super.merge(other);
        }
      })(contract),
  ],
];

describe('the property of merging', () => {
  test.each(mistaken)('does not hold for a judge that %s', async (_, make) => {
    // The first counterexample is enough; no smaller one is looked for.
    const { failed } = await fc.check(sameResults(make), { ...runs(), endOnFailure: true });
    expect(failed).toBe(true);
  });
});
