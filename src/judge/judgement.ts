import type { Exchange } from '../model/exchange.ts';
import type { ReadJson } from '../model/json.ts';
import type { Effect } from '../model/report.ts';
import type { Sides } from '../model/requirement.ts';
import type { RequirementFindings } from './findings.ts';
import type { answersIn } from './questions.ts';

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

/** An exchange that is not there any more, but for its id, and perhaps the requestId of its response, as reports show it. */
export interface Forgotten {
  readonly forgotten: string;
  readonly requestId?: string;
}

/** Gives an exchange again, by the key under which it was added. */
export type ExchangeOf = (key: number) => Exchange | Forgotten | undefined;

export interface JudgingOptions {
  /** What is judged; responses, as in a run, without it. */
  readonly side?: Sides;
  /**
   * Gives an exchange with everything masked that a finding could show; the exchange itself where that is nothing. Without
   * it every exchange stays as it is.
   * @param bodies those that are not empty; null where one of them could not be read as a plain value
   */
  readonly shown?: (exchange: Exchange, bodies: readonly ReadJson[] | null) => Exchange;
}

/** What is known after the exchanges that were added. */
export interface Judgement extends Readonly<ReturnType<typeof answersIn>> {
  /** Exchanges with a requestId that are records of one that was recorded before. */
  readonly copies: number;
  /** Those that are shown, by the keys of their responses. */
  readonly requestIds: ReadonlyMap<number, string>;
  /** By id of the requirement. */
  readonly findings: ReadonlyMap<string, RequirementFindings>;
  readonly unanswered: readonly UnansweredRequest[];
  readonly effects: readonly Effect[];
  /** Whether every request of a run, unauthorised ones too, got the same page. */
  readonly isSamePage: boolean;
}
