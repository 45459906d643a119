import { bounds } from '../bounded/bounds.ts';
import { addLowest, type LowestState } from '../bounded/lowest.ts';
import { hashOf, Sample, type SampleState } from '../bounded/sample.ts';
import type { SentRequest } from '../model/exchange.ts';
import { skipped } from '../reading/skipped.ts';
import type { RequirementTally } from './tally.ts';

/** What an unauthorised request should get. */
export const notServed = 'a refusal';

interface Refused {
  readonly count: number;
  /** The first ones; described as `status 401`. */
  readonly first: LowestState<{ readonly exchange: string; readonly described: string }>;
}

/** What became of one request, with credentials and without. */
interface RequestPair {
  /** Whether it succeeded with a token: the real one, or a made-up one that is accepted. */
  readonly served: boolean;
  /** The requirement that is the cause where an authorised response was no JSON object: the first in alphabetical order. */
  readonly broken: string | null;
  /** By the requirement that a refusal may meet. */
  readonly refused: Readonly<Record<string, Refused>>;
}

export type RefusalsState = SampleState<RequestPair>;

const nothing: RequestPair = { served: false, broken: null, refused: {} };
/** What most requests are. */
const servedOnly: RequestPair = { ...nothing, served: true };

/** A refusal is about credentials only if the same request succeeds with a token, before it or after it. */
export class Refusals {
  private readonly pairs: Sample<RequestPair>;
  private readonly tallyOf: (requirement: string) => RequirementTally | undefined;

  /** @param tallyOf what is known of a requirement; refusals of requests that are not kept are counted there */
  constructor(tallyOf: (requirement: string) => RequirementTally | undefined) {
    this.tallyOf = tallyOf;
    const merged = (known: RequestPair | undefined, added: RequestPair) => this.merged(known, added);
    this.pairs = new Sample(bounds.requests, merged, (pair) => this.forget(pair));
  }

  /** @param seen what one exchange says of its request */
  add({ method, url, body = '' }: SentRequest, seen: Partial<RequestPair>): void {
    const request = `${method.length} ${url.length} ${method}${url}${body}`;
    const pair = seen.served === true ? servedOnly : { ...nothing, ...seen };
    this.pairs.add(hashOf(request), pair);
  }

  private forget({ refused }: RequestPair): void {
    for (const [requirement, { count, first }] of Object.entries(refused))
      this.tallyOf(requirement)?.skip(first[0]?.[0] ?? 0, notCompared, count);
  }

  private merged(before: RequestPair | undefined, added: RequestPair): RequestPair {
    const known = before ?? nothing;
    if (added === servedOnly && known.served) return known;
    const refused = { ...known.refused };
    for (const [requirement, { count, first }] of Object.entries(added.refused)) {
      const others = refused[requirement] ?? { count: 0, first: [] };
      const lowest = [...others.first];
      for (const one of first) addLowest(lowest, bounds.evidence, one);
      refused[requirement] = { count: others.count + count, first: lowest };
    }
    const broken = [known.broken, added.broken].filter((one) => one !== null).sort()[0] ?? null;
    return { served: known.served || added.served, broken, refused };
  }

  /** Counts those beyond the limit in the tallies, which are read after that. */
  countForgotten(): void {
    this.pairs.reduce();
  }

  get state(): RefusalsState {
    return this.pairs.state;
  }

  take(state: RefusalsState): void {
    this.pairs.take(state);
  }

  /** Adds what the refusals say to the other findings of their requirement. */
  tally(requirement: string, into: RequirementTally): void {
    for (const { served, broken, refused } of this.pairs.values()) {
      const own = refused[requirement];
      if (own !== undefined && served) conform(own, into);
      else if (own !== undefined) skip(own, broken, into);
    }
  }
}

function conform({ count, first }: Refused, into: RequirementTally): void {
  into.count('conforms', count);
  for (const [key, , { exchange, described }] of first) {
    const actual = `refused: ${described}`;
    into.show('conforms', key, [{ exchange, pointer: '', expected: notServed, actual }]);
  }
}

function skip({ count, first }: Refused, broken: string | null, into: RequirementTally): void {
  for (const [key, , { described }] of first.slice(0, 1)) {
    const reason = `the service refused the request without a valid token (${described}), but the request with the token failed too, so this does not prove that the operation is protected`;
    into.skip(key, { reason, ...(broken !== null && { because: broken }) }, count);
  }
}

const notCompared = skipped(
  `more than ${bounds.requests} different requests were seen, and this one was not compared with the authorised request of its pair`,
);
