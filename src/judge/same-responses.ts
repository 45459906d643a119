import { hashOf } from '../bounded/sample.ts';
import type { Shape } from '../bounded/state.ts';
import type { ReadExchange } from '../model/reading.ts';
import { skipped } from '../reading/skipped.ts';
import { finding, findingsOf, type RequirementFindings, skip } from './findings.ts';
import type { UnansweredRequest } from './judgement.ts';

const words =
  '; unauthorised requests got the same response, so the base URL is probably not that of the service';

/** Whether every request got the same bytes, with a token and without: a login page, a catch-all route. */
export interface SameResponses {
  /** A hash, behind what it may be; null before the first response. */
  fingerprint: string | null;
  isSame: boolean;
  unauthorised: boolean;
  /** What an authorised response without a JSON object was, in words. */
  reason: string | null;
}

export const sameResponses: Shape<SameResponses> = {
  empty: () => ({ fingerprint: null, isSame: true, unauthorised: false, reason: null }),
  merge: (into, { fingerprint, isSame, unauthorised, reason }) => {
    const isOther = fingerprint !== null && into.fingerprint !== null && fingerprint !== into.fingerprint;
    into.isSame &&= isSame && !isOther;
    into.fingerprint ??= fingerprint;
    into.unauthorised ||= unauthorised;
    into.reason ??= reason;
    return into;
  },
};

export function addResponse(into: SameResponses, read: ReadExchange): void {
  const { content, meaning } = read;
  const { response, credentials } = read.exchange;
  const isKnown = response !== undefined && content?.kind !== 'not-recorded';
  let fingerprint: string | null = null;
  if (into.isSame && isKnown) {
    const { status, body } = response;
    const kind = body.text.trimStart().startsWith('{') ? 'object' : 'page';
    fingerprint = `${kind} ${hashOf(`${status} ${body.encoding} ${body.text}`)}`;
  }
  sameResponses.merge(into, {
    fingerprint,
    isSame: isKnown,
    unauthorised: credentials !== 'authorised',
    reason: meaning === 'no-object' ? read.reason : null,
  });
}

/** Whether it was no JSON object that everybody got. */
export function isSamePage({ isSame, unauthorised, fingerprint }: SameResponses): boolean {
  return isSame && unauthorised && fingerprint?.startsWith('page') === true;
}

export function isProbablyNotTheService({ isSame, unauthorised, reason }: SameResponses): boolean {
  return isSame && unauthorised && reason !== null;
}

/** Where every request got the same response, what deviates or follows from a deviation counts as not exercised. */
export function withoutDeviations(
  { reason }: SameResponses,
  findings: RequirementFindings,
): RequirementFindings {
  if (findings.verdict !== 'deviates' && findings.why?.because === undefined) return findings;
  const { conforms, deviates, notExercised } = findings.counts;
  const none = finding.empty();
  skip(none, 0, skipped(`${reason}${words}`), conforms + deviates + notExercised);
  return findingsOf(none);
}

export function notTheService(request: UnansweredRequest): UnansweredRequest {
  return request.kind === 'no-object'
    ? { ...request, kind: 'unclear', reason: `${request.reason}${words}` }
    : request;
}
