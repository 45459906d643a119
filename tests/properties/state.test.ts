import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Judge } from '../../src/judge/judge.ts';
import type { Judgement } from '../../src/judge/judgement.ts';
import type { JudgeState, StateOptions } from '../../src/judge/state.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import { contract } from '../../src/operations/index.ts';
import { conformingExchanges } from '../support/conforming.ts';
import { holds, runs } from '../support/properties.ts';
import { divisionOf, type Gathering, gathered, inOnePass } from './divisions.ts';
import { exchangesOfAllKinds } from './exchanges.ts';

/** Judges that are written as JSON and read again whenever they are merged. */

/** Tries of a property: each writes and reads up to six judges. */
const share = 0.15;

const limits = { evidence: 20, actuals: 100, texts: 1_000, requests: 5_000, unanswered: 10_000 };
const divided = exchangesOfAllKinds.chain((all) => fc.tuple(fc.constant(all), divisionOf(all.length)));

/** A judge that is merged by writing the other one as JSON, and reading that. */
class Written implements Gathering<Exchange> {
  readonly judge = new Judge(contract, { side: 'both' });
  private readonly all: readonly Exchange[];
  private readonly options: StateOptions;

  constructor(all: readonly Exchange[], options: StateOptions = { limits, keyOf: (key) => key }) {
    this.all = all;
    this.options = options;
  }

  add(exchange: Exchange, key: number): void {
    this.judge.add(exchange, key);
  }

  get written(): string {
    return JSON.stringify(this.judge.state((key) => this.all[key], this.options));
  }

  merge(other: this): void {
    this.judge.take(JSON.parse(other.written) as JudgeState);
  }
}

/** What is known without comparing the requestIds of answers. */
function comparable({ findings, effects: _, ...rest }: Judgement) {
  const rows = [...findings].filter(([id]) => contract.requirement(id)?.facet !== 'uniqueness');
  return { ...rest, findings: new Map(rows) };
}

function sameResults(make: (all: readonly Exchange[]) => Written) {
  return fc.asyncProperty(divided, async ([all, division]) => {
    const once = inOnePass(() => make(all), all).judge.results((key) => all[key]);
    const parts = gathered(() => make(all), all, division).judge.results((key) => all[key]);
    expect(comparable(parts)).toStrictEqual(comparable(once));
  });
}

describe('parts that are judged', () => {
  test('are found together what one judge finds, whatever the order and the nesting', async () => {
    await holds(
      sameResults((all) => new Written(all)),
      share,
    );
  });

  test('are written the same again once they are read', async () => {
    const property = fc.asyncProperty(exchangesOfAllKinds, async (all) => {
      const { written } = inOnePass(() => new Written(all), all);
      const again = new Written([]);
      again.judge.take(JSON.parse(written) as JudgeState);
      expect(JSON.parse(again.written)).toStrictEqual(JSON.parse(written));
    });
    await holds(property, share);
  });

  test('find equal requestIds within each part, not across parts', () => {
    const all = conformingExchanges()
      .filter(({ probe }) => probe === 'put-authorised')
      .flatMap((exchange) => ['a', 'b', 'c'].map((id) => ({ ...exchange, id })));
    const parts = (division: readonly (readonly number[])[]) => {
      const whole = new Written(all);
      for (const keys of division) {
        const part = new Written(all);
        for (const key of keys) part.add(all[key] as Exchange, key);
        whole.merge(part);
      }
      return whole.judge.results(() => undefined).findings.get('put.requestId:uniqueness')?.counts;
    };
    expect(parts([[0, 1], [2]])).toEqual({ conforms: 0, deviates: 2, notExercised: 1 });
    expect(parts([[0], [1], [2]])).toEqual({ conforms: 0, deviates: 0, notExercised: 3 });
  });
});

describe('the property of parts', () => {
  test('does not hold where something is left out', async () => {
    const forgetful = (all: readonly Exchange[]) =>
      new (class extends Written {
        override merge(other: this): void {
          const { questions: _, ...state } = JSON.parse(other.written) as JudgeState;
          this.judge.take({ ...state, questions: {} });
        }
      })(all);
    const { failed } = await fc.check(sameResults(forgetful), { ...runs(), endOnFailure: true });
    expect(failed).toBe(true);
  });
});
