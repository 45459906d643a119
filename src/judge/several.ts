import type { Effect, Exchange } from '../../schemas/types.ts';
import { bounds } from '../bounded/bounds.ts';
import { addLowest, type Lowest, lowest, takesLowest, valuesOf } from '../bounded/lowest.ts';
import { hashOf, sample } from '../bounded/sample.ts';
import { count, fewTexts, named, once, record, type StateOf } from '../bounded/state.ts';
import { type ContractRequirement, requirementId } from '../contract/requirements.ts';
import { firstAt } from '../json/place.ts';
import { isNamed, knowsRequestBody, statusOf } from '../model/exchange.ts';
import type { ReadExchange } from '../model/reading.ts';
import { contract } from '../operations/index.ts';
import type { Read } from '../reading/meaning.ts';
import { skipped } from '../reading/skipped.ts';
import { cut } from '../text/cut.ts';
import {
  finding,
  findingsOf,
  type RequirementFindings,
  type RequirementState,
  show,
  skip,
} from './findings.ts';
import { isAboutCredentials } from './plan.ts';
import { described, notServed } from './responses.ts';

/** What can be said only of several exchanges together, and what is listed of single ones. */

/** An authorised request that got no response of success. */
export interface UnansweredRequest {
  readonly exchange: string;
  readonly operation: string;
  /**
   * What came: an error, a record beside an error, a 2xx without a JSON object, which is a deviation as well, or what says
   * neither.
   */
  readonly kind: 'refusal' | 'mixed' | 'no-object' | 'unclear';
  readonly reason: string;
}

/** Refusals of one request: how many, and the first ones, described as `status 401`. */
const refused = record({
  count,
  first: lowest<{ readonly exchange: string; readonly described: string }>(bounds.evidence),
});

/** What became of one request, with credentials and without. */
const pair = record({
  /** Whether it succeeded with a token: the real one, or a made-up one that is accepted. */
  served: once,
  /** Whether an authorised response was no JSON object. */
  broken: once,
  /** By the requirement that a refusal may meet. */
  refused: named(refused),
});

/** A refusal is about credentials only if the same request succeeds with a token, before it or after it. */
const refusals = sample(bounds.requests, pair, true);

/** The text that all have; several are null. */
const onlyText = fewTexts(1);

/** Whether every request got the same bytes, with a token and without: a login page, a catch-all route. */
const same = record({
  /** A hash, behind what it may be. */
  fingerprint: onlyText,
  unauthorised: once,
  /** What an authorised response without a JSON object was, in words. */
  reason: onlyText,
});

export const several = {
  /** By hash of the request. */
  refusals,
  same,
  /** Authorised requests that got no response of success. */
  unanswered: lowest<UnansweredRequest>(bounds.listed),
};

type Several = { [Name in keyof typeof several]: StateOf<(typeof several)[Name]> };

/** @param refusal the requirement that a refusal may meet; null for none */
export function addTogether(known: Several, key: number, read: Read, refusal: string | null): void {
  addPair(known, key, read, refusal);
  addResponse(known.same, read);
  const { exchange, meaning, signs } = read;
  const { id, operation, credentials } = exchange;
  if (credentials !== 'authorised' || meaning === 'success') return;
  if (!takesLowest(known.unanswered, bounds.listed, key)) return;
  const kind = meaning === 'unclear' && signs.denials.length > 0 ? 'mixed' : meaning;
  const unanswered = { exchange: id, operation, kind, reason: read.reason };
  addLowest(known.unanswered, bounds.listed, [key, 0, unanswered]);
}

/** Whether the recorded headers say which credentials a request had. */
function knowsCredentials({ request, recorded }: Exchange): boolean {
  if (recorded === undefined || recorded.request.headers === 'complete') return true;
  return request.headers.some((header) => isNamed(header, 'authorization'));
}

function addPair(known: Several, key: number, read: Read, refusal: string | null): void {
  const { exchange, meaning } = read;
  const { credentials, id } = exchange;
  const isComparable = knowsCredentials(exchange) && knowsRequestBody(exchange);
  const served = isComparable && meaning === 'success' && credentials !== 'none';
  const broken = isComparable && meaning === 'no-object' && credentials === 'authorised';
  if (refusal === null && !served && !broken) return;
  const refused: StateOf<typeof pair>['refused'] = {};
  if (refusal !== null)
    refused[refusal] = { count: 1, first: [[key, 0, { exchange: id, described: described(read) }]] };
  const { method, url, body = '' } = exchange.request;
  const hash = hashOf(`${method.length} ${url.length} ${method}${url}${body}`);
  refusals.add(known.refusals, hash, { served, broken, refused });
}

function addResponse(into: Several['same'], read: Read): void {
  const { exchange, content, meaning } = read;
  const { response, credentials } = exchange;
  let fingerprint: string[] | null = null;
  if (into.fingerprint !== null && response !== undefined && content?.kind !== 'not-recorded') {
    const { status, body } = response;
    const kind = body.text.trimStart().startsWith('{') ? 'object' : 'page';
    fingerprint = [`${kind} ${hashOf(`${status} ${body.encoding} ${body.text}`)}`];
  }
  const unauthorised = credentials !== 'authorised';
  same.merge(into, { fingerprint, unauthorised, reason: meaning === 'no-object' ? [read.reason] : [] });
}

const notCompared = skipped(
  `more than ${bounds.requests} different requests were seen, and this one was not compared with the authorised request of its pair`,
);

/** Adds what the refusals say to the other findings of their requirement. */
function addRefusals(known: Several, { id, operation }: ContractRequirement, into: RequirementState): void {
  const { kept, dropped } = refusals.reduce(known.refusals);
  for (const { served, broken, refused } of kept.values()) {
    const own = refused[id];
    if (own === undefined) continue;
    if (served) addProven(own, into);
    else
      for (const [key, , { described }] of own.first.slice(0, 1)) {
        const reason = `the service refused the request without a valid token (${described}), but the request with the token failed too, so this does not prove that the operation is protected`;
        skip(
          into,
          key,
          { reason, ...(broken && { because: requirementId(operation, null, 'json') }) },
          own.count,
        );
      }
  }
  const own = dropped?.refused[id];
  if (own !== undefined) skip(into, own.first[0]?.[0] ?? 0, notCompared, own.count);
}

function addProven({ count, first }: StateOf<typeof refused>, into: RequirementState): void {
  into.counts.conforms += count;
  into.places.conforms += count;
  for (const [key, , { exchange, described }] of first) {
    const actual = `refused: ${described}`;
    show(into, 'conforms', key, [{ exchange, pointer: '', expected: notServed, actual }]);
  }
}

/** Whether it was no JSON object that everybody got. */
export function isSamePage({ same: { unauthorised, fingerprint } }: Several): boolean {
  return unauthorised && fingerprint?.[0]?.startsWith('page') === true;
}

/** Why the base URL is probably not that of the service; null where it may be. */
function whyNotTheService({ same: { unauthorised, fingerprint, reason } }: Several): string | null {
  const [what] = reason ?? [];
  return unauthorised && fingerprint !== null && what !== undefined
    ? `${what}; unauthorised requests got the same response, so the base URL is probably not that of the service`
    : null;
}

/**
 * Where every request got the same response, what deviates or follows from a deviation counts as not exercised. Whatever
 * serves an unauthorised request, it was served.
 */
export function settled(
  known: Several,
  requirement: ContractRequirement,
  found: RequirementState,
): RequirementFindings {
  const isOnRefusal = isAboutCredentials(requirement);
  if (isOnRefusal) addRefusals(known, requirement, found);
  const findings = findingsOf(found);
  const reason = isOnRefusal || requirement.side === 'request' ? null : whyNotTheService(known);
  if (reason === null) return findings;
  if (findings.verdict !== 'deviates' && findings.why?.because === undefined) return findings;
  const { conforms, deviates, notExercised } = findings.counts;
  const none = finding.empty();
  skip(none, 0, skipped(reason), conforms + deviates + notExercised);
  return findingsOf(none);
}

export function unansweredIn(known: Several): readonly UnansweredRequest[] {
  const listed = valuesOf(known.unanswered);
  const reason = whyNotTheService(known);
  if (reason === null) return listed;
  return listed.map((one) => (one.kind === 'no-object' ? { ...one, kind: 'unclear', reason } : one));
}

/** A refusal leaves the data as it was; a request that broke off or failed in the service may have changed it. */
function effectState({ exchange, meaning }: ReadExchange): Effect['state'] | null {
  if (meaning === 'success') return 'confirmed';
  if (exchange.failure?.sent === false) return null;
  const status = statusOf(exchange);
  const refused = status !== undefined && (status === 429 || (meaning === 'refusal' && status < 500));
  return refused ? null : 'unknown';
}

/** Adds what one exchange did to the target's data. */
export function addEffect(into: Lowest<Effect>, key: number, read: ReadExchange): void {
  const { operation, id: exchange, request } = read.exchange;
  const { effect, recordId } = contract.operation(operation);
  const state = effect && takesLowest(into, bounds.listed, key) ? effectState(read) : null;
  if (!effect || state === null) return;
  const written = read.content?.kind === 'json' ? firstAt(read.content.json.value, ['data', recordId]) : null;
  const own = typeof written === 'string' ? cut(written) : null;
  const id = effect.removes === undefined ? own : (request.addressed[effect.removes] ?? null);
  addLowest(into, bounds.listed, [key, 0, { operation, id, state, exchange }]);
}
