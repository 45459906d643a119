import type { ReadExchange } from '../model/answer.ts';
import type { UnansweredRequest } from './judgement.ts';
import { hashOf } from './sample.ts';
import type { SameAnswersState } from './state.ts';
import type { RequirementFindings } from './tally.ts';

const words = '; unauthorised requests got the same answer, so this is probably not the service';

/** Whether every request got the same bytes, with a token and without: a login page, a catch-all route. */
export class SameAnswers {
  private answer: bigint | null = null;
  private isSame = true;
  private unauthorised = false;
  /** What an authorised answer without a JSON object was, in words. */
  private reason: string | null = null;

  add(read: ReadExchange): void {
    const { response, credentials } = read.exchange;
    if (this.isSame && (response === undefined || read.answer?.kind === 'not-recorded')) this.isSame = false;
    else if (this.isSame && response !== undefined)
      this.compare(hashOf(`${response.status} ${response.body.encoding} ${response.body.text}`));
    if (credentials !== 'authorised') this.unauthorised = true;
    if (read.meaning === 'no-object') this.reason = read.reason;
  }

  private compare(answer: bigint): void {
    this.isSame &&= this.answer === null || this.answer === answer;
    this.answer = answer;
  }

  merge(other: SameAnswers): void {
    if (other.answer !== null) this.compare(other.answer);
    this.isSame &&= other.isSame;
    this.unauthorised ||= other.unauthorised;
    this.reason ??= other.reason;
  }

  get state(): SameAnswersState {
    const { answer, isSame, unauthorised, reason } = this;
    return { answer: answer?.toString(16) ?? null, isSame, unauthorised, reason };
  }

  take({ answer, isSame, unauthorised, reason }: SameAnswersState): void {
    if (answer !== null) this.compare(BigInt(`0x${answer}`));
    this.isSame &&= isSame;
    this.unauthorised ||= unauthorised;
    this.reason ??= reason;
  }

  get isProbablyNotTheService(): boolean {
    return this.isSame && this.unauthorised && this.reason !== null;
  }

  /** Where every request got the same answer, what deviates or follows from a deviation counts as not exercised. */
  withoutDeviations(findings: RequirementFindings): RequirementFindings {
    const { because } = findings.why ?? {};
    if (findings.verdict !== 'deviates' && because === undefined) return findings;
    const { conforms, deviates, notExercised } = findings.counts;
    const exchanges = conforms + deviates + notExercised;
    return {
      verdict: 'not-exercised',
      counts: { conforms: 0, deviates: 0, notExercised: exchanges },
      evidence: [],
      evidenceOmitted: 0,
      spread: [],
      why: { reason: `${this.reason}${words}` },
      actuals: new Set(),
      causes: new Map([['', exchanges]]),
    };
  }

  notTheService(request: UnansweredRequest): UnansweredRequest {
    return request.isDeviation
      ? { ...request, isDeviation: false, reason: `${request.reason}${words}` }
      : request;
  }
}
