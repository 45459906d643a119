import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Lowest } from '../../../src/bounded/lowest.ts';
import { hashOf, Sample } from '../../../src/bounded/sample.ts';
import { Refusals } from '../../../src/judge/refusals.ts';
import { type Holder, RequestIds } from '../../../src/judge/request-ids.ts';
import { RequirementTally } from '../../../src/judge/tally.ts';
import { tallied } from '../../../src/questions/responses.ts';
import { QuestionTally } from '../../../src/questions/tally.ts';
import { asSet } from '../../../src/questions/typed.ts';
import { exchangeOf, utf8Response } from '../../support/conforming.ts';
import { holds } from '../../support/properties.ts';
import type { Question, SentRequest } from '../../support/subject.ts';
import { divisionOf, type Gathering, gathered, inOnePass } from './divisions.ts';

/** Everything that a judge gathers, beyond what is kept of it. */
interface Shown<Part> extends Gathering<Part> {
  shown(): unknown;
}

class Few implements Shown<number> {
  private readonly lowest = new Lowest<string>(3);

  add(value: number, key: number): void {
    for (const at of value > 6 ? [1, 0] : [0]) this.lowest.add(key, `${value} ${at}`, at);
  }

  take(other: this): void {
    this.lowest.take(other.lowest.state);
  }

  shown(): unknown {
    return this.lowest.state;
  }
}

class Counts implements Shown<number> {
  private dropped = 0;
  private readonly sample = new Sample<number>(
    4,
    (known = 0, added) => known + added,
    (count) => {
      this.dropped += count;
    },
  );

  add(name: number): void {
    this.sample.add(hashOf(`${name}`), 1);
  }

  take(other: this): void {
    this.sample.take(other.sample.state);
    this.dropped += other.dropped;
  }

  shown(): unknown {
    return [this.sample.isPartial, [...this.sample.values()].sort((a, b) => a - b), this.dropped];
  }
}

class Values implements Shown<number> {
  private readonly tally = new RequirementTally();

  add(value: number, key: number): void {
    const evidence = [{ exchange: `e${key}`, pointer: '', expected: 'none', actual: `${value}` }];
    const verdict = value % 5 === 0 ? 'conforms' : 'deviates';
    this.tally.count(verdict, 1);
    this.tally.show(verdict, key, evidence);
    if (verdict === 'deviates') this.tally.addActuals([`${value}`, ...(value % 50 === 1 ? ['further'] : [])]);
  }

  take(other: this): void {
    this.tally.take(other.tally.state);
  }

  shown(): unknown {
    return this.tally.findings();
  }
}

/** Requests that were refused, served or answered without JSON. */
class Requests implements Shown<number> {
  private readonly tally = new RequirementTally();
  private readonly refusals = new Refusals(() => this.tally);

  add(request: number, key: number): void {
    const sent: SentRequest = { method: 'PUT', url: `/${request}`, headers: [], addressed: {} };
    const way = key % 5;
    if (way === 0) this.refusals.add(sent, { served: true });
    else if (way === 1) this.refusals.add(sent, { broken: 'r:json' });
    else if (way === 3) this.refusals.add(sent, { broken: 's:json' });
    else {
      const refusal = { exchange: `e${key}`, described: 'status 401' };
      this.refusals.add(sent, { refused: { r: { count: 1, first: [[key, 0, refusal]] } } });
    }
  }

  take(other: this): void {
    this.refusals.take(other.refusals.state);
    this.tally.take(other.tally.state);
  }

  shown(): unknown {
    const { state } = this.refusals;
    const whole = new RequirementTally();
    whole.take(this.tally.state);
    this.refusals.tally('r', whole);
    return [state.bound, whole.findings()];
  }
}

class Ids implements Shown<number> {
  private readonly ids = new RequestIds();
  private readonly holders = new Map<number, Holder>();
  private readonly differing: number;

  /** @param differing how many requestIds there are */
  constructor(differing: number) {
    this.differing = differing;
  }

  add(id: number, key: number): void {
    const requestId = `${id % this.differing}`;
    this.ids.add(id % 3 === 0 ? 'put' : 'delete', key, requestId, `record ${id % (2 * this.differing)}`);
    this.holders.set(key, { exchange: `e${key}`, requestId: JSON.stringify(requestId) });
  }

  take(other: this): void {
    this.ids.take(other.ids.state);
    for (const [key, holder] of other.holders) this.holders.set(key, holder);
  }

  shown(): unknown {
    const alike = this.ids.alike((key) => this.holders.get(key) ?? { exchange: '', requestId: '' });
    const findings = ['put', 'delete'].map((operation) => {
      const tally = new RequirementTally();
      alike.tally(operation, tally);
      return tally.findings();
    });
    return [alike.copies, findings];
  }
}

const question: Question = {
  id: 'q',
  section: '1',
  question: 'Which?',
  asks: 'passive',
  ...asSet('a'),
  parts: ['a', 'b'],
  see: ({ reason: text }) =>
    Number(text) % 4 === 0
      ? []
      : [
          { part: 'a', text, pointer: '/a' },
          { part: 'b', text: `${Number(text) % 3}`, pointer: '/b' },
        ],
  isProminent: ({ reason }) => reason === '1',
  say: ({ exchanges, of, isPartial }) => `${exchanges} ${isPartial} ${tallied(of('a'))}; ${tallied(of('b'))}`,
};

class Texts implements Shown<number> {
  private readonly tally = new QuestionTally(question);

  add(text: number, key: number): void {
    const exchange = { ...exchangeOf('put', 'authorised', utf8Response('')), id: `e${key}` };
    const signs = { word: false, record: false, denials: [] };
    this.tally.add(key, {
      exchange,
      content: null,
      signs,
      meaning: 'unclear',
      reason: `${text}`,
      observed: [],
      isDocumented: false,
    });
  }

  take(other: this): void {
    this.tally.take(other.tally.state);
  }

  shown(): unknown {
    return this.tally.found();
  }
}

/** Of every kind, how many different parts are more than it keeps. */
const kinds: readonly (readonly [name: string, make: () => Shown<number>, many: number])[] = [
  ['the lowest few', () => new Few(), 20],
  ['counts of a sample', () => new Counts(), 30],
  ['values that deviate', () => new Values(), 200],
  ['requests that were refused', () => new Requests(), 5_300],
  ['responses that share a few requestIds', () => new Ids(40), 900],
  ['responses that share many requestIds', () => new Ids(500), 900],
  ['responses of which none shares its requestId', () => new Ids(1_000_000), 1_300],
  ['texts that answer a question', () => new Texts(), 1_300],
];

describe.each(kinds)('%s', (_, make, many) => {
  test('are the same however they are divided', async () => {
    const parts = fc.array(fc.nat({ max: 12 }), { maxLength: 60 });
    const divided = parts.chain((all) => fc.tuple(fc.constant(all), divisionOf(all.length)));
    const property = fc.asyncProperty(divided, async ([all, division]) => {
      expect(gathered(make, all, division).shown()).toStrictEqual(inOnePass(make, all).shown());
    });
    await holds(property);
  });

  test('are the same where they are more than is kept', () => {
    const all = Array.from({ length: 2 * many }, (_each, at) => (at * 7_919) % many);
    const cuts = [0.2, 0.5, 0.9].map((part) => Math.floor(part * all.length));
    expect(gathered(make, all, cuts).shown()).toStrictEqual(inOnePass(make, all).shown());
  });
});
