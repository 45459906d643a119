import type { StateOptions } from '../../src/bounded/state.ts';
import { Judge } from '../../src/judge/judge.ts';
import type { Judgement } from '../../src/judge/judgement.ts';
import type { JudgeState } from '../../src/judge/state.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import { contract } from '../../src/operations/index.ts';
import type { Gathering } from './divisions.ts';

const limits = { evidence: 20, actuals: 100, texts: 1_000, requests: 5_000, unanswered: 10_000 };

/** A judge that takes what another one wrote as JSON. */
export class Written implements Gathering<Exchange> {
  readonly judge = new Judge(contract, { side: 'both' });
  private readonly options: StateOptions = { limits, keyOf: (key) => key };

  add(exchange: Exchange, key: number): void {
    this.judge.add(exchange, key);
  }

  get written(): string {
    return JSON.stringify(this.judge.state(this.options));
  }

  take(other: this): void {
    this.judge.take(JSON.parse(other.written) as JudgeState);
    this.judge.requestIds.take(other.judge.requestIds.state);
  }
}

/** What is known of recorded traffic, in which effects are not looked for. */
export function comparable({ effects: _, ...rest }: Judgement) {
  return rest;
}
