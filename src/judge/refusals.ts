import { bounds } from '../bounded/bounds.ts';
import { type Lowest, lowest } from '../bounded/lowest.ts';
import { hashOf, type Sample, sample } from '../bounded/sample.ts';
import { count, type Named, named, once, record, type Shape } from '../bounded/state.ts';
import type { SentRequest } from '../model/exchange.ts';
import { skipped } from '../reading/skipped.ts';
import { type RequirementState, show, skip } from './findings.ts';

/** What an unauthorised request should get. */
export const notServed = 'a refusal';

/** Refusals of one request: how many, and the first ones, described as `status 401`. */
interface Refused {
  count: number;
  first: Lowest<{ readonly exchange: string; readonly described: string }>;
}

/** What became of one request, with credentials and without. */
export interface RequestPair {
  /** Whether it succeeded with a token: the real one, or a made-up one that is accepted. */
  served: boolean;
  /** The requirement that is the cause where an authorised response was no JSON object: the first in alphabetical order. */
  broken: string | null;
  /** By the requirement that a refusal may meet. */
  refused: Named<Refused>;
}

export type Refusals = Sample<RequestPair>;

const first: Shape<string | null> = {
  empty: () => null,
  merge: (into, from) => (into === null || (from !== null && from < into) ? from : into),
};
const pair: Shape<RequestPair> = record({
  served: once,
  broken: first,
  refused: named(record({ count, first: lowest<Refused['first'][number][2]>(bounds.evidence) })),
});

const notCompared = skipped(
  `more than ${bounds.requests} different requests were seen, and this one was not compared with the authorised request of its pair`,
);

/** A refusal is about credentials only if the same request succeeds with a token, before it or after it. */
export const refusals = sample(bounds.requests, pair, true);

export function requestHash({ method, url, body = '' }: SentRequest): string {
  return hashOf(`${method.length} ${url.length} ${method}${url}${body}`);
}

/** What one exchange says of its request. */
export function pairOf(seen: Partial<RequestPair>): RequestPair {
  return { served: false, broken: null, refused: {}, ...seen };
}

/** Adds what the refusals say to the other findings of their requirement. */
export function addRefusals(all: Refusals, requirement: string, into: RequirementState): void {
  const { kept, dropped } = refusals.reduce(all);
  for (const { served, broken, refused } of kept.values()) {
    const own = refused[requirement];
    if (own !== undefined && served) conform(own, into);
    else if (own !== undefined) unproven(own, broken, into);
  }
  const own = dropped?.refused[requirement];
  if (own !== undefined) skip(into, own.first[0]?.[0] ?? 0, notCompared, own.count);
}

function conform({ count, first }: Refused, into: RequirementState): void {
  into.counts.conforms += count;
  into.places.conforms += count;
  for (const [key, , { exchange, described }] of first) {
    const actual = `refused: ${described}`;
    show(into, 'conforms', key, [{ exchange, pointer: '', expected: notServed, actual }]);
  }
}

function unproven({ count, first }: Refused, broken: string | null, into: RequirementState): void {
  for (const [key, , { described }] of first.slice(0, 1)) {
    const reason = `the service refused the request without a valid token (${described}), but the request with the token failed too, so this does not prove that the operation is protected`;
    skip(into, key, { reason, ...(broken !== null && { because: broken }) }, count);
  }
}
