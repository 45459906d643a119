import { Lowest } from '../bounded/lowest.ts';
import { nextHash, quickHash, Sample, sampleHash } from '../bounded/sample.ts';
import type { StateOptions } from '../bounded/state.ts';
import type { SentRequest } from '../model/exchange.ts';
import { notServed } from './authorization.ts';
import { silence } from './silence.ts';
import type { RefusalsState, TwinsState } from './state.ts';
import { mostEvidence, type RequirementTally } from './tally.ts';

/** How many different requests are remembered to compare a refusal with the same request that was served. */
const requestLimit = 5_000;
/** Characters of a request that is remembered as it is, and how many are that have the same hash. */
const longestRequest = 2_000;
const mostAlike = 32;
/** Characters of a URL, and of a body and its end, by which requests are told apart before they are compared. */
const looked = { url: 12, body: 8, end: 12 };

/** An unauthorised request that was refused. */
export interface Refusal {
  readonly key: number;
  readonly requirement: string;
  readonly exchange: string;
  /** `status 401`. */
  readonly described: string;
}

/** What makes a request another one. */
type Request = Required<Pick<SentRequest, 'method' | 'url' | 'body'>>;

/** Bodies of one client often differ at their ends alone. */
function coarseHash({ url, body }: Request): number {
  let hash = quickHash(body, quickHash(url, undefined, looked.url), looked.body);
  for (let at = Math.max(0, body.length - looked.end); at < body.length; at += 1)
    hash = nextHash(hash, body.charCodeAt(at));
  return hash;
}

/** Requests that were served and nothing else, found again by comparison, without a hash of the whole. */
class Served {
  private readonly byHash = new Map<number, Request[]>();
  private count = 0;

  has(request: Request): boolean {
    const { method, url, body } = request;
    const alike = this.byHash.get(coarseHash(request));
    if (alike === undefined) return false;
    for (const known of alike)
      if (known.body === body && known.url === url && known.method === method) return true;
    return false;
  }

  add(request: Request): void {
    const { method, url, body } = request;
    const hash = coarseHash(request);
    const alike = this.byHash.get(hash) ?? [];
    if (this.count >= requestLimit || alike.length >= mostAlike) return;
    if (method.length + url.length + body.length > longestRequest) return;
    this.byHash.set(hash, alike);
    alike.push(request);
    this.count += 1;
  }
}

/** What one exchange says of its request. */
interface Seen {
  readonly served?: true;
  readonly broken?: string;
  readonly refusal?: Refusal;
}

interface Refused {
  count: number;
  readonly first: Lowest<Refusal>;
}

/** What became of one request, with credentials and without. */
interface Twins {
  /** Whether it succeeded with a token: the real one, or a made-up one that is accepted. */
  served: boolean;
  /** The requirement that is the cause where an authorised answer was no JSON object. */
  broken: string | null;
  readonly refused: Map<string, Refused>;
}

const noTwins = (): Twins => ({ served: false, broken: null, refused: new Map() });

/** In alphabetical order, whichever was seen first. */
function firstOf(one: string | null, other: string | null): string | null {
  return one === null || (other !== null && other < one) ? other : one;
}

function mergedTwins(into: Twins, from: Twins): Twins {
  into.served ||= from.served;
  into.broken = firstOf(into.broken, from.broken);
  if (from.refused.size === 0) return into;
  for (const [requirement, { count, first }] of from.refused) {
    const refused = into.refused.get(requirement) ?? { count: 0, first: new Lowest(mostEvidence) };
    into.refused.set(requirement, refused);
    refused.count += count;
    for (const { rank, value } of first.entries) refused.first.add(rank, value);
  }
  return into;
}

/** What most requests are. Nobody changes it: it is only ever merged into others. */
const servedOnly: Twins = { ...noTwins(), served: true };

function twinsSeen(seen: Seen): Twins {
  const { served = false, broken = null, refusal } = seen;
  if (served && broken === null && refusal === undefined) return servedOnly;
  const refused = new Map<string, Refused>();
  if (refusal !== undefined) {
    const first = new Lowest<Refusal>(mostEvidence);
    first.add({ key: refusal.key, at: 0 }, refusal);
    refused.set(refusal.requirement, { count: 1, first });
  }
  return { served, broken, refused };
}

function stateOf({ served, broken, refused }: Twins, options: StateOptions): TwinsState {
  const entries = [...refused].map(([requirement, { count, first }]) => {
    const lowest = first.state(options, options.limits.evidence, ({ exchange, described }) => {
      return { exchange, described };
    });
    return [requirement, { count, first: lowest }] as const;
  });
  return { served, broken, refused: Object.fromEntries(entries) };
}

function twinsOf({ served, broken, refused }: TwinsState): Twins {
  const entries = Object.entries(refused).map(([requirement, { count, first }]) => {
    const lowest = new Lowest<Refusal>(mostEvidence);
    lowest.take(first, (refusal, key) => ({ key, requirement, ...refusal }));
    return [requirement, { count, first: lowest }] as const;
  });
  return { served, broken, refused: new Map(entries) };
}

/** A refusal is about credentials only if the same request succeeds with a token, before it or after it. */
export class Refusals {
  private readonly byRequest = new Sample(requestLimit, noTwins, mergedTwins);
  private readonly forgotten = noTwins();
  /** To say again that they were served changes nothing. */
  private readonly served = new Served();

  add({ method, url, body = '' }: SentRequest, seen: Seen): void {
    const request = { method, url, body };
    const twins = twinsSeen(seen);
    if (twins === servedOnly && this.served.has(request)) return;
    const quick = quickHash(body, quickHash(url, quickHash(method), 32), 16);
    if (!this.byRequest.mayTake(quick)) {
      mergedTwins(this.forgotten, twins);
      return;
    }
    const name = `${method.length} ${url.length} ${method}${url}${body}`;
    this.forget(this.byRequest.add(sampleHash(quick, name), twins));
    if (twins === servedOnly) this.served.add(request);
  }

  state(options: StateOptions): RefusalsState {
    const { requests } = options.limits;
    const forgotten = mergedTwins(noTwins(), this.forgotten);
    for (const twins of this.byRequest.beyond(requests)) mergedTwins(forgotten, twins);
    return {
      byRequest: this.byRequest.state(requests, (twins) => stateOf(twins, options)),
      forgotten: stateOf(forgotten, options),
    };
  }

  take({ byRequest, forgotten }: RefusalsState): void {
    this.forget(this.byRequest.take(byRequest, twinsOf));
    mergedTwins(this.forgotten, twinsOf(forgotten));
  }

  private forget(dropped: readonly Twins[]): void {
    for (const twins of dropped) mergedTwins(this.forgotten, twins);
  }

  /** Adds what the refusals say to the other findings of their requirement. */
  tally(requirement: string, into: RequirementTally): void {
    for (const twins of this.byRequest.values()) {
      const refused = twins.refused.get(requirement);
      if (refused === undefined) continue;
      const values = refused.first.values;
      for (const refusal of values) add(into, refusal, twins);
      const unlisted = refused.count - values.length;
      if (twins.served) into.addUnlisted('conforms', unlisted);
      else into.addNotExercised(unlisted, twins.broken);
    }
    const left = this.forgotten.refused.get(requirement);
    if (left === undefined) return;
    const [first] = left.first.values;
    if (first !== undefined) into.addSilence(first.key, notCompared);
    into.addNotExercised(left.count - 1, null);
  }
}

function add(into: RequirementTally, { key, exchange, described }: Refusal, { served, broken }: Twins): void {
  if (served) {
    const actual = `refused: ${described}`;
    into.addConforming(key, [{ exchange, pointer: '', expected: notServed, actual }], 0);
  } else {
    const reason = `refused (${described}), but the same request with a token did not succeed either`;
    into.addSilence(key, silence(reason, broken ?? undefined));
  }
}

const notCompared = silence(
  `more than ${requestLimit} different requests were seen, and this one was not compared with its authorised twin`,
);
