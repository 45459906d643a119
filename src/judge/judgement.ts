import type { PlainJson } from '../json/plain.ts';
import type { ReadExchange } from '../model/answer.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Effect, Observation, OpenQuestion } from '../model/report.ts';
import type { Sides } from '../model/requirement.ts';
import type { RequirementFindings } from './tally.ts';

/** What a judge is told, and what it says. */

/** An authorised request that was not answered with success. */
export interface UnansweredRequest {
  readonly exchange: string;
  readonly operation: string;
  /** Whether the answer was 2xx without a JSON object, which is a deviation as well. */
  readonly isDeviation: boolean;
  readonly reason: string;
  readonly hint: string | null;
}

/** An exchange as the judge took it: not masked where no finding could show a secret of it. */
export interface AddedExchange extends ReadExchange {
  /** Ids of requirements that deviate, as far as this exchange alone shows it. */
  readonly deviates: readonly string[];
  /** Whether evidence of it is kept. */
  readonly isShown: boolean;
}

/** An exchange that is not there any more, but for its id. */
export interface Forgotten {
  readonly forgotten: string;
}

/** Gives an exchange again, by the key under which it was added. */
export type ExchangeOf = (key: number) => Exchange | Forgotten | undefined;

/** The bodies of an exchange, as they were read. */
export interface PlainBodies {
  /** Undefined for one that is empty. */
  readonly answer: PlainJson | undefined;
  readonly sent: PlainJson | undefined;
  /** Those of them with a member that is not documented. */
  readonly further: readonly PlainJson[];
}

export interface JudgeOptions {
  /** What is judged; answers, as in a run, without it. */
  readonly side?: Sides;
  /**
   * Is given each exchange of which evidence may be kept, and gives it with everything masked that a finding could show;
   * the same without it.
   */
  readonly shown?: (exchange: Exchange) => Exchange;
  /** Whether `shown` leaves all that is judged of an exchange as it is; without it that is not known of any. */
  readonly isAsShown?: (exchange: Exchange, bodies: PlainBodies) => boolean;
}

/** What is known after the exchanges that were added. */
export interface Judgement {
  /** By id of the requirement. */
  readonly findings: ReadonlyMap<string, RequirementFindings>;
  readonly unanswered: readonly UnansweredRequest[];
  readonly effects: readonly Effect[];
  readonly observations: readonly Observation[];
  readonly notAsked: readonly OpenQuestion[];
}
