import { hashOf } from '../bounded/sample.ts';
import type { Response } from '../model/exchange.ts';
import type { ReadExchange } from '../model/reading.ts';
import { skipped } from '../reading/skipped.ts';
import type { UnansweredRequest } from './judgement.ts';
import { type RequirementFindings, RequirementTally } from './tally.ts';

const words =
  '; unauthorised requests got the same response, so the base URL is probably not that of the service';

/** A hash, behind what it may be. */
function fingerprintOf({ status, body: { encoding, text } }: Response): string {
  const kind = text.trimStart().startsWith('{') ? 'object' : 'page';
  return `${kind} ${hashOf(`${status} ${encoding} ${text}`)}`;
}

export type SameResponsesState = SameResponses['state'];

/** Whether every request got the same bytes, with a token and without: a login page, a catch-all route. */
export class SameResponses {
  private fingerprint: string | null = null;
  private isSame = true;
  private unauthorised = false;
  /** What an authorised response without a JSON object was, in words. */
  private reason: string | null = null;

  add(read: ReadExchange): void {
    const { response, credentials } = read.exchange;
    if (this.isSame && (response === undefined || read.content?.kind === 'not-recorded')) this.isSame = false;
    else if (this.isSame && response !== undefined) this.compare(fingerprintOf(response));
    if (credentials !== 'authorised') this.unauthorised = true;
    if (read.meaning === 'no-object') this.reason = read.reason;
  }

  private compare(fingerprint: string): void {
    this.isSame &&= this.fingerprint === null || this.fingerprint === fingerprint;
    this.fingerprint = fingerprint;
  }

  get state() {
    const { fingerprint, isSame, unauthorised, reason } = this;
    return { fingerprint, isSame, unauthorised, reason };
  }

  take({ fingerprint, isSame, unauthorised, reason }: SameResponsesState): void {
    if (fingerprint !== null) this.compare(fingerprint);
    this.isSame &&= isSame;
    this.unauthorised ||= unauthorised;
    this.reason ??= reason;
  }

  private get isForEverybody(): boolean {
    return this.isSame && this.unauthorised;
  }

  /** Whether it was no JSON object that everybody got. */
  get isSamePage(): boolean {
    return this.isForEverybody && this.fingerprint?.startsWith('page') === true;
  }

  get isProbablyNotTheService(): boolean {
    return this.isForEverybody && this.reason !== null;
  }

  /** Where every request got the same response, what deviates or follows from a deviation counts as not exercised. */
  withoutDeviations(findings: RequirementFindings): RequirementFindings {
    const { because } = findings.why ?? {};
    if (findings.verdict !== 'deviates' && because === undefined) return findings;
    const { conforms, deviates, notExercised } = findings.counts;
    const tally = new RequirementTally();
    tally.skip(0, skipped(`${this.reason}${words}`), conforms + deviates + notExercised);
    return tally.findings();
  }

  notTheService(request: UnansweredRequest): UnansweredRequest {
    return request.kind === 'no-object'
      ? { ...request, kind: 'unclear', reason: `${request.reason}${words}` }
      : request;
  }
}
